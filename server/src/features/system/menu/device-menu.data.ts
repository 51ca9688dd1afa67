import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import { laterTabs } from "./later-pages.data.ts";
import { action, type BuiltInMenu } from "./menu-entry.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const operators = ["operator", "engineer", "unitAdmin"];
const engineers = ["engineer", "unitAdmin"];

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
  later: readonly BuiltInMenu[];
};

const entries: readonly FamilyEntry[] = [
  {
    key: "sampler",
    family: "waterSample",
    title: "menu.waterSamplers",
    icon: "milk",
    listPath: "Sampling",
    devicePath: "admin/:id/:active_name/:device_name",
    later: laterTabs.sampler,
  },
  {
    key: "toxicity",
    family: "liquidExtract",
    title: "page.toxicityDetectors",
    oneTitle: "page.toxicityDetector",
    icon: "flask-conical",
    listPath: "liquidExtract",
    devicePath: "/liquidExtract/admin/:id/:active_name/:device_name",
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
    later: [],
  },
];

/** The lists of all families, then the pages of one device. */
export const deviceMenu: readonly BuiltInMenu[] = [
  ...entries.map(listOf),
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
      action(`${key}.secret`, "action.secret", may("secret"), engineers),
      action(`${key}.export`, "action.export", may("export"), engineers),
    ],
  };
}

function deviceOf({ key, family, title, oneTitle = title, devicePath, later }: FamilyEntry): BuiltInMenu {
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
      ...later,
    ],
  };
}

function tab(key: string, title: string, path: string, component: string): BuiltInMenu {
  return { key, kind: "page", title, path, component, roles: readers };
}
