import { systemMenu } from "./administration-menu.data.ts";
import { laterPages, laterTabs } from "./later-pages.data.ts";
import { action, type BuiltInMenu } from "./menu-entry.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const operators = ["operator", "engineer", "unitAdmin"];
const engineers = ["engineer", "unitAdmin"];

const samplerActions: readonly BuiltInMenu[] = [
  action("sampler.query", "action.query", "device:sampler:query", readers),
  action("sampler.command", "action.command", "device:sampler:command", operators),
  action("sampler.add", "action.add", "device:sampler:add", engineers),
  action("sampler.edit", "action.edit", "device:sampler:edit", engineers),
  action("sampler.secret", "action.secret", "device:sampler:secret", engineers),
];

const pointActions: readonly BuiltInMenu[] = [
  action("points.query", "action.query", "field:samplePoint:query", readers),
  action("points.add", "action.add", "field:samplePoint:add", operators),
  action("points.edit", "action.edit", "field:samplePoint:edit", operators),
  action("points.remove", "action.remove", "field:samplePoint:remove", engineers),
  action("points.export", "action.export", "field:samplePoint:export", engineers),
  action("points.import", "action.import", "field:samplePoint:import", engineers),
];

const samplerDevice: BuiltInMenu = {
  key: "sampler.device",
  kind: "page",
  title: "menu.waterSamplers",
  path: "admin/:id/:active_name/:device_name",
  component: "fleet/devices/device-page",
  query: JSON.stringify({ family: "waterSample" }),
  hidden: true,
  roles: readers,
  children: [
    tab("sampler.deviceInfo", "menu.deviceInfo", "device_info", "fleet/devices/device-info"),
    tab("sampler.dataUp", "menu.dataUp", "data_up", "fleet/devices/data-up"),
    tab("sampler.serverDown", "menu.serverDown", "server_down", "fleet/devices/server-down"),
    ...laterTabs.sampler,
  ],
};

/** The menu that the program brings along. */
export const builtInMenu: readonly BuiltInMenu[] = [
  {
    key: "devices",
    kind: "directory",
    title: "menu.devices",
    path: "/device",
    icon: "cpu",
    roles: readers,
    children: [
      {
        key: "sampler",
        kind: "page",
        title: "menu.waterSamplers",
        path: "Sampling",
        component: "fleet/devices/device-list",
        query: JSON.stringify({ family: "waterSample" }),
        icon: "milk",
        permission: "device:sampler:list",
        roles: readers,
        children: samplerActions,
      },
      samplerDevice,
    ],
  },
  {
    key: "water",
    kind: "directory",
    title: "menu.water",
    path: "/samplePoint",
    icon: "droplets",
    roles: readers,
    children: [
      {
        key: "points",
        kind: "page",
        title: "menu.samplePoints",
        path: "samplePoint",
        component: "field/sampling-points/sampling-point-list",
        icon: "map-pin",
        permission: "field:samplePoint:list",
        roles: readers,
        children: pointActions,
      },
    ],
  },
  ...systemMenu,
  laterPages,
];

/** The built-in roles with the reach of their data; what they may do follows from the menu's `roles`. */
export const builtInRoles = [
  { roleKey: "admin", name: "Administrator", dataScope: "all" },
  { roleKey: "ROLE_DEFAULT", name: "Default", dataScope: "own" },
  { roleKey: "unitAdmin", name: "Unit administrator", dataScope: "unitAndBelow" },
  { roleKey: "viewer", name: "Viewer", dataScope: "unitAndBelow" },
  { roleKey: "operator", name: "Sampling operator", dataScope: "unitAndBelow" },
  { roleKey: "engineer", name: "Device engineer", dataScope: "unitAndBelow" },
  { roleKey: "analyst", name: "Analyst", dataScope: "unitAndBelow" },
  { roleKey: "reviewer", name: "Reviewer", dataScope: "unitAndBelow" },
  { roleKey: "custodian", name: "Custodian", dataScope: "unitAndBelow" },
  { roleKey: "auditor", name: "Auditor", dataScope: "all" },
] as const;

function tab(key: string, title: string, path: string, component: string): BuiltInMenu {
  return { key, kind: "page", title, path, component, roles: readers };
}
