import { systemMenu } from "./administration-menu.data.ts";
import { deviceMenu } from "./device-menu.data.ts";
import { evidenceMenu } from "./evidence-menu.data.ts";
import { laboratoryMenu } from "./laboratory-menu.data.ts";
import { maintenanceMenu } from "./maintenance-menu.data.ts";
import { action, type BuiltInMenu } from "./menu-entry.ts";
import { samplingMenu } from "./sampling-menu.data.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const operators = ["operator", "engineer", "unitAdmin"];
const engineers = ["engineer", "unitAdmin"];

/** The laboratory names bottles and points in its records. */
const withLaboratory = [...readers, "analyst", "reviewer"];

const pointActions: readonly BuiltInMenu[] = [
  action("points.query", "action.query", "field:samplePoint:query", withLaboratory),
  action("points.add", "action.add", "field:samplePoint:add", operators),
  action("points.edit", "action.edit", "field:samplePoint:edit", operators),
  action("points.remove", "action.remove", "field:samplePoint:remove", engineers),
  action("points.export", "action.export", "field:samplePoint:export", engineers),
  action("points.import", "action.import", "field:samplePoint:import", engineers),
];

const bottleActions: readonly BuiltInMenu[] = [
  action("bottles.query", "action.query", "field:bottle:query", withLaboratory),
  action("bottles.add", "action.add", "field:bottle:add", operators),
  action("bottles.edit", "action.edit", "field:bottle:edit", operators),
  action("bottles.remove", "action.remove", "field:bottle:remove", engineers),
  action("bottles.export", "action.export", "field:bottle:export", engineers),
  action("bottles.import", "action.import", "field:bottle:import", engineers),
];

const holdActions: readonly BuiltInMenu[] = [
  action("holds.list", "action.holds", "data:hold:list", [...readers, "custodian"]),
  action("holds.edit", "action.holdsEdit", "data:hold:edit", ["unitAdmin", "custodian"]),
];

/** The menu that the program brings along. */
export const builtInMenu: readonly BuiltInMenu[] = [
  {
    key: "devices",
    kind: "directory",
    title: "menu.devices",
    path: "/device",
    icon: "cpu",
    roles: [...readers, "custodian"],
    children: [...deviceMenu, ...holdActions],
  },
  {
    key: "water",
    kind: "directory",
    title: "menu.water",
    path: "/samplePoint",
    icon: "droplets",
    roles: [...withLaboratory, "custodian"],
    children: [
      {
        key: "points",
        kind: "page",
        title: "menu.samplePoints",
        path: "samplePoint",
        component: "field/sampling-points/sampling-point-list",
        icon: "map-pin",
        permission: "field:samplePoint:list",
        roles: withLaboratory,
        children: pointActions,
      },
      {
        key: "point",
        kind: "page",
        title: "page.samplePoint",
        path: "/samplePoint/point/:pointId",
        component: "field/sampling-points/point",
        hidden: true,
        roles: withLaboratory,
      },
      {
        key: "bottles",
        kind: "page",
        title: "page.bottles",
        path: "/laboratory/bottle",
        component: "field/bottles/bottle-list",
        icon: "milk",
        permission: "field:bottle:list",
        roles: withLaboratory,
        children: bottleActions,
      },
      ...samplingMenu,
    ],
  },
  maintenanceMenu,
  laboratoryMenu,
  evidenceMenu,
  ...systemMenu,
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
  { roleKey: "examiner", name: "Examiner", dataScope: "unitAndBelow" },
  { roleKey: "approver", name: "Approver of evidence", dataScope: "unitAndBelow" },
  { roleKey: "auditor", name: "Auditor", dataScope: "all" },
] as const;
