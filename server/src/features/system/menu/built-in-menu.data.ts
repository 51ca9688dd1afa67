import { systemMenu } from "./administration-menu.data.ts";
import { deviceMenu } from "./device-menu.data.ts";
import { laterPages } from "./later-pages.data.ts";
import { action, type BuiltInMenu } from "./menu-entry.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const operators = ["operator", "engineer", "unitAdmin"];
const engineers = ["engineer", "unitAdmin"];

const pointActions: readonly BuiltInMenu[] = [
  action("points.query", "action.query", "field:samplePoint:query", readers),
  action("points.add", "action.add", "field:samplePoint:add", operators),
  action("points.edit", "action.edit", "field:samplePoint:edit", operators),
  action("points.remove", "action.remove", "field:samplePoint:remove", engineers),
  action("points.export", "action.export", "field:samplePoint:export", engineers),
  action("points.import", "action.import", "field:samplePoint:import", engineers),
];

/** The menu that the program brings along. */
export const builtInMenu: readonly BuiltInMenu[] = [
  {
    key: "devices",
    kind: "directory",
    title: "menu.devices",
    path: "/device",
    icon: "cpu",
    roles: readers,
    children: deviceMenu,
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
