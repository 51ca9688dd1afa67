import { action, type BuiltInMenu } from "./menu-entry.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];
const laboratory = [...readers, "analyst", "reviewer"];
const fileReaders = ["unitAdmin", "auditor", "analyst", "reviewer"];
/** Who answers for results: decides on withheld runs and takes runs over. */
const analysts = ["unitAdmin", "analyst"];

/** The online detector's own tabs; a detail is reached from its list. */
export const detectionTabs: readonly BuiltInMenu[] = [
  {
    ...{ key: "toxicity.detections", kind: "page", title: "page.detections", path: "liquid_list" },
    ...{ component: "laboratory/detections/liquid-list", roles: readers },
  },
  {
    ...{ key: "toxicity.detection", kind: "page", title: "page.detection", path: "liquid_list/detail/:time" },
    ...{ component: "laboratory/detections/liquid-detail", hidden: true, roles: readers },
  },
];

/** The same outside of a device, for whoever applies what it found. */
export const detectionPages: readonly BuiltInMenu[] = [
  {
    key: "detectionForUse",
    kind: "page",
    title: "page.detectionForUse",
    path: "/dataApply/liquid/detail/:time/:device_name",
    component: "laboratory/detections/detection-for-use",
    hidden: true,
    permission: "laboratory:detection:list",
    roles: laboratory,
    children: [
      action("detections.query", "action.query", "laboratory:detection:query", laboratory),
      action("detections.edit", "action.edit", "laboratory:detection:edit", analysts),
      action("detections.export", "action.export", "laboratory:detection:export", fileReaders),
    ],
  },
];
