import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import { laterTabs } from "./later-pages.data.ts";
import { action, type BuiltInMenu } from "./menu-entry.ts";
import { samplerPages, samplerTabs } from "./sampler-menu.data.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const operators = ["operator", "engineer", "unitAdmin"];
const engineers = ["engineer", "unitAdmin"];

const engineersAndAuditors = [...engineers, "auditor"];
/** Thing models and firmware are the same for every unit: nobody changes them for the others but the administrator. */
const platformStaff: readonly string[] = [];

/** How one family stands in the menu: its list, and the page of one of its devices with its tabs. */
type FamilyEntry = {
  /** The stem of its entries' keys, which never change. */
  key: string;
  family: FamilyKey;
  title: string;
  /** Over one device, where that is another word. */
  oneTitle?: string;
  icon: string;
  /** Under `/device`. */
  listPath: string;
  devicePath: string;
  /** Tabs beyond those of every family. */
  own?: readonly BuiltInMenu[];
  /** Its pages of pictures and videos, by the word that its tabs have. */
  media: readonly BuiltInMenu[];
  later: readonly BuiltInMenu[];
};

/** Which sampling point a device stands at, and stood at before. */
function bindTab(key: string): BuiltInMenu {
  return tab(
    `${key}.bindSamplePoint`,
    "page.bindSamplePoint",
    "bind_samplePoint",
    "fleet/devices/bind-point",
  );
}

const entries: readonly FamilyEntry[] = [
  {
    key: "sampler",
    family: "waterSample",
    title: "menu.waterSamplers",
    icon: "milk",
    listPath: "Sampling",
    devicePath: "admin/:id/:active_name/:device_name",
    media: [
      tab("sampler.fastImage", "page.boxSnapshot", "fast_image", "fleet/media/fast-image"),
      tab("sampler.openVideo", "page.video", "open_video", "fleet/media/open-video"),
    ],
    own: samplerTabs(bindTab("sampler")),
    later: [],
  },
  {
    key: "toxicity",
    family: "liquidExtract",
    title: "page.toxicityDetectors",
    oneTitle: "page.toxicityDetector",
    icon: "flask-conical",
    listPath: "liquidExtract",
    devicePath: "/liquidExtract/admin/:id/:active_name/:device_name",
    own: [bindTab("toxicity")],
    media: [],
    later: laterTabs.liquidExtract,
  },
  {
    key: "handheld",
    family: "handFastDetector",
    title: "page.handhelds",
    oneTitle: "page.handheld",
    icon: "scan-line",
    listPath: "handFastDetector",
    devicePath: "/handFastDetector/admin/:id/:active_name/:device_name",
    media: [tab("handheld.fastImage", "page.snapshot", "fast_image", "fleet/media/fast-image")],
    later: laterTabs.handFastDetector,
  },
  {
    key: "evidenceBox",
    family: "evidenceBox",
    title: "page.evidenceBoxes",
    oneTitle: "page.evidenceBox",
    icon: "package-check",
    listPath: "evidencebox",
    devicePath: "/evidencebox/admin/:id/:active_name/:device_name",
    media: [tab("evidenceBox.fastImage", "page.snapshot", "fast_image", "fleet/media/fast-image")],
    own: [tab("evidenceBox.monitoring", "page.monitoring", "device_look", "field/samplers/device-look")],
    later: laterTabs.evidenceBox,
  },
  {
    key: "mass",
    family: "mass",
    title: "page.massSpectrometers",
    oneTitle: "page.massSpectrometer",
    icon: "chart-spline",
    listPath: "mass",
    devicePath: "/mass/admin/:id/:active_name/:device_name",
    media: [],
    later: [],
  },
];

/** The lists of all families, then the pages of one device. */
export const deviceMenu: readonly BuiltInMenu[] = [
  ...entries.map(listOf),
  {
    key: "products",
    kind: "page",
    title: "page.products",
    path: "product",
    component: "fleet/products/product-list",
    icon: "waypoints",
    permission: "device:product:list",
    roles: engineersAndAuditors,
    children: [
      action("products.edit", "action.edit", "device:product:edit", platformStaff),
      action("products.secret", "action.secret", "device:product:secret", platformStaff),
    ],
  },
  {
    key: "firmware",
    kind: "page",
    title: "page.firmware",
    path: "firmware",
    component: "fleet/firmware/firmware",
    icon: "radio",
    permission: "device:firmware:list",
    roles: engineersAndAuditors,
    children: [
      action("firmware.add", "action.add", "device:firmware:add", platformStaff),
      action("firmware.remove", "action.remove", "device:firmware:remove", platformStaff),
      action("firmware.upgrade", "action.upgrade", "device:firmware:upgrade", engineers),
    ],
  },
  ...entries.map(deviceOf),
  {
    key: "mass.type",
    kind: "page",
    title: "page.massSpectrometer",
    path: "/mass/type/tab/:massId",
    component: "fleet/devices/mass-type",
    hidden: true,
    roles: readers,
  },
  action("camera.list", "action.viewCameras", "device:camera:list", readers),
  action("camera.edit", "action.editCameras", "device:camera:edit", engineers),
  ...samplerPages,
];

function listOf(entry: FamilyEntry): BuiltInMenu {
  const { key } = entry;
  const may = (verb: string) => `device:${families[entry.family].permissionWord}:${verb}`;
  return {
    key,
    kind: "page",
    title: entry.title,
    path: entry.listPath,
    component: "fleet/devices/device-list",
    query: JSON.stringify({ family: entry.family }),
    icon: entry.icon,
    permission: may("list"),
    roles: readers,
    children: [
      action(`${key}.query`, "action.query", may("query"), readers),
      action(`${key}.command`, "action.command", may("command"), operators),
      action(`${key}.add`, "action.add", may("add"), engineers),
      action(`${key}.edit`, "action.edit", may("edit"), engineers),
      action(`${key}.remove`, "action.remove", may("remove"), engineers),
      action(`${key}.secret`, "action.secret", may("secret"), engineers),
      action(`${key}.export`, "action.export", may("export"), engineers),
    ],
  };
}

function deviceOf({
  key,
  family,
  title,
  oneTitle = title,
  devicePath,
  own = [],
  media,
  later,
}: FamilyEntry): BuiltInMenu {
  return {
    key: `${key}.device`,
    kind: "page",
    title: oneTitle,
    path: devicePath,
    component: "fleet/devices/device-page",
    query: JSON.stringify({ family }),
    hidden: true,
    roles: readers,
    children: [
      tab(`${key}.deviceInfo`, "menu.deviceInfo", "device_info", "fleet/devices/device-info"),
      tab(`${key}.dataUp`, "menu.dataUp", "data_up", "fleet/devices/data-up"),
      tab(`${key}.serverDown`, "menu.serverDown", "server_down", "fleet/devices/server-down"),
      tab(`${key}.alarms`, "menu.deviceAlarms", "alarms", "fleet/alarms/device-alarms"),
      tab(`${key}.timedTasks`, "page.timedTasks", "timed_tasks", "fleet/devices/timed-tasks"),
      ...media,
      ...own,
      tab(`${key}.upkeep`, "menu.deviceUpkeep", "upkeep", "fleet/upkeep-items/device-upkeep"),
      ...later,
    ],
  };
}

function tab(key: string, title: string, path: string, component: string): BuiltInMenu {
  return { key, kind: "page", title, path, component, roles: readers };
}
