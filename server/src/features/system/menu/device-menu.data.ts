import { type FamilyKey, families, familyKeys } from "@tracewater/contract/fleet/families";
import { handheldTabs } from "./board-menu.data.ts";
import { boxPages, boxTabs } from "./box-menu.data.ts";
import { detectionTabs } from "./detection-menu.data.ts";
import { action, type BuiltInMenu } from "./menu-entry.ts";
import { samplerPages, samplerTabs } from "./sampler-menu.data.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const operators = ["operator", "engineer", "unitAdmin"];
const engineers = ["engineer", "unitAdmin"];

const engineersAndAuditors = [...engineers, "auditor"];
/** Thing models and firmware are the same for every unit: nobody changes them for the others but the administrator. */
const platformStaff: readonly string[] = [];

/**
 * How one family is in the menu: its list, and the page of one of its devices with its tabs. The keys of its entries,
 * which never change, begin with its word in permissions.
 */
type FamilyEntry = {
  /** The titles that its entries were stored with; the names of the family where there are none. */
  title?: string;
  oneTitle?: string;
  icon: string;
  /** Who sees it besides those who see every family, and orders what it does. */
  keepers?: readonly string[];
  /** Tabs beyond those of every family. */
  own?: readonly BuiltInMenu[];
  /** Its pages of pictures and videos, by the word that its tabs have. */
  media?: readonly BuiltInMenu[];
};

/** Which sampling point a device is at, and was at before. */
function bindTab(key: string): BuiltInMenu {
  return tab(
    `${key}.bindSamplePoint`,
    "page.bindSamplePoint",
    "bind_samplePoint",
    "fleet/devices/bind-point",
  );
}

const entries: Record<FamilyKey, FamilyEntry> = {
  waterSample: {
    title: "menu.waterSamplers",
    icon: "milk",
    media: [
      tab("sampler.fastImage", "page.boxSnapshot", "fast_image", "fleet/media/fast-image"),
      tab("sampler.openVideo", "page.video", "open_video", "fleet/media/open-video"),
    ],
    own: samplerTabs(bindTab("sampler")),
  },
  liquidExtract: {
    title: "page.toxicityDetectors",
    oneTitle: "page.toxicityDetector",
    icon: "flask-conical",
    own: [...detectionTabs, bindTab("toxicity")],
  },
  handFastDetector: {
    title: "page.handhelds",
    oneTitle: "page.handheld",
    icon: "scan-line",
    media: [tab("handheld.fastImage", "page.snapshot", "fast_image", "fleet/media/fast-image")],
    own: handheldTabs,
  },
  evidenceBox: {
    title: "page.evidenceBoxes",
    oneTitle: "page.evidenceBox",
    icon: "package-check",
    keepers: ["custodian"],
    media: [tab("evidenceBox.fastImage", "page.snapshot", "fast_image", "fleet/media/fast-image")],
    own: [
      tab("evidenceBox.monitoring", "page.monitoring", "device_look", "field/samplers/device-look"),
      ...boxTabs,
      tab(
        "evidenceBox.entrustments",
        "page.pastEntrustments",
        "his_entrust",
        "evidence/entrustments/box-entrustments",
      ),
    ],
  },
  mass: {
    title: "page.massSpectrometers",
    oneTitle: "page.massSpectrometer",
    icon: "chart-spline",
    own: [
      {
        ...tab("mass.batches", "page.instrumentRuns", "batches", "laboratory/quality/instrument-runs"),
        roles: [...engineersAndAuditors],
      },
    ],
  },
};

/** The lists of all families, then the pages of one device. */
export const deviceMenu: readonly BuiltInMenu[] = [
  ...familyKeys.map(listOf),
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
  ...familyKeys.map(deviceOf),
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
  ...boxPages,
];

function listOf(family: FamilyKey): BuiltInMenu {
  const { title = `families.${family}.plural`, icon, keepers = [] } = entries[family];
  const { permissionKey: key, listPath } = families[family];
  const may = (verb: string) => `device:${key}:${verb}`;
  return {
    key,
    kind: "page",
    title,
    path: withinDevice(listPath),
    component: "fleet/devices/device-list",
    query: JSON.stringify({ family }),
    icon,
    permission: may("list"),
    roles: [...readers, ...keepers],
    children: [
      action(`${key}.query`, "action.query", may("query"), [...readers, ...keepers]),
      action(`${key}.command`, "action.command", may("command"), [...operators, ...keepers]),
      action(`${key}.add`, "action.add", may("add"), engineers),
      action(`${key}.edit`, "action.edit", may("edit"), engineers),
      action(`${key}.remove`, "action.remove", may("remove"), engineers),
      action(`${key}.secret`, "action.secret", may("secret"), engineers),
      action(`${key}.export`, "action.export", may("export"), engineers),
    ],
  };
}

function deviceOf(family: FamilyKey): BuiltInMenu {
  const { title = `families.${family}.name`, own = [], media = [], keepers = [] } = entries[family];
  const { oneTitle = title } = entries[family];
  const { permissionKey: key, devicePath } = families[family];
  const tabs = [
    tab(`${key}.deviceInfo`, "menu.deviceInfo", "device_info", "fleet/devices/device-info"),
    tab(`${key}.dataUp`, "menu.dataUp", "data_up", "fleet/devices/data-up"),
    tab(`${key}.serverDown`, "menu.serverDown", "server_down", "fleet/devices/server-down"),
    tab(`${key}.alarms`, "menu.deviceAlarms", "alarms", "fleet/alarms/device-alarms"),
    tab(`${key}.timedTasks`, "page.timedTasks", "timed_tasks", "fleet/devices/timed-tasks"),
    ...media,
    ...own,
    tab(`${key}.upkeep`, "menu.deviceUpkeep", "upkeep", "fleet/upkeep-items/device-upkeep"),
  ];
  return {
    key: `${key}.device`,
    kind: "page",
    title: oneTitle,
    path: `${withinDevice(devicePath)}/:id/:active_name/:device_name`,
    component: "fleet/devices/device-page",
    query: JSON.stringify({ family }),
    hidden: true,
    roles: [...readers, ...keepers],
    children: tabs.map((one) => ({ ...one, roles: [...new Set([...one.roles, ...keepers])] })),
  };
}

/** An address under `/device` as its entry has it, which is beneath that directory; another one as it is. */
function withinDevice(path: string): string {
  return path.replace(/^\/device\//, "");
}

function tab(key: string, title: string, path: string, component: string): BuiltInMenu {
  return { key, kind: "page", title, path, component, roles: readers };
}
