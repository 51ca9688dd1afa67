import { action, type BuiltInMenu } from "./menu-entry.ts";

const readers = [
  "viewer",
  "operator",
  "engineer",
  "unitAdmin",
  "auditor",
  "analyst",
  "reviewer",
  "custodian",
];
const samplers = ["operator", "engineer", "unitAdmin"];
const approvers = ["engineer", "unitAdmin", "reviewer"];
const laboratory = ["unitAdmin", "analyst", "reviewer"];
const exporters = ["engineer", "unitAdmin", "analyst", "reviewer", "auditor"];

/** Water from the sampler to the laboratory: samplings by hand and by samplers, and their deliveries. */
export const samplingMenu: readonly BuiltInMenu[] = [
  {
    ...page("plans", "page.samplingPlans", "/samplePoint/plan", "laboratory/plans/plan-list"),
    ...{ icon: "calendar", permission: "laboratory:plan:list" },
    children: [
      action("plans.query", "action.query", "laboratory:plan:query", readers),
      action("plans.edit", "action.edit", "laboratory:plan:edit", samplers),
      action("plans.approve", "action.approve", "laboratory:plan:approve", approvers),
      action("plans.program", "action.program", "laboratory:plan:program", samplers),
      action("plans.export", "action.export", "laboratory:plan:export", exporters),
    ],
  },
  {
    ...page("planRun", "page.statistics", "/statistics/report/:taskId", "laboratory/plan-runs/plan-run"),
    hidden: true,
  },
  {
    ...page("samplings", "page.waterSamplings", "/waterSampling/water", "laboratory/samplings/sampling-list"),
    ...{ icon: "test-tubes", permission: "laboratory:sampling:list" },
    children: [
      action("samplings.query", "action.query", "laboratory:sampling:query", readers),
      action("samplings.add", "action.add", "laboratory:sampling:add", samplers),
      action("samplings.edit", "action.edit", "laboratory:sampling:edit", samplers),
      action("samplings.handle", "action.handleSamples", "laboratory:sampling:handle", laboratory),
      action("samplings.export", "action.export", "laboratory:sampling:export", exporters),
    ],
  },
  {
    ...page("fleetSamplings", "page.autoSamplings", "/samplingAuto/list", "laboratory/samplings/auto-list"),
    ...{ icon: "timer", permission: "laboratory:sampling:list" },
  },
  {
    ...page(
      "runningSamplings",
      "page.autoSamplingNow",
      "/samplingAuto/auto",
      "laboratory/samplings/auto-now",
    ),
    hidden: true,
  },
  {
    ...page("fleetSampling", "page.autoSampling", "/samplingAuto/detail", "field/samplers/auto-detail"),
    hidden: true,
  },
  {
    ...page("sampling", "page.samplingDetail", "/samplingDetail/:id", "laboratory/samplings/sampling-detail"),
    hidden: true,
  },
  {
    ...page(
      "samplingByQuery",
      "page.samplingDetail",
      "/samplingDetaild",
      "laboratory/samplings/sampling-detail",
    ),
    hidden: true,
  },
  {
    ...page("deliveries", "page.deliveries", "/laboratory/delivery", "laboratory/deliveries/delivery-list"),
    ...{ icon: "truck", permission: "laboratory:delivery:list" },
    children: [
      action("deliveries.query", "action.query", "laboratory:delivery:query", readers),
      action("deliveries.add", "action.add", "laboratory:delivery:add", samplers),
      action("deliveries.edit", "action.edit", "laboratory:delivery:edit", samplers),
      action("deliveries.temperature", "action.temperature", "laboratory:delivery:temperature", [
        ...new Set([...samplers, ...laboratory]),
      ]),
      action("deliveries.receive", "action.receive", "laboratory:delivery:receive", laboratory),
      action("deliveries.export", "action.export", "laboratory:delivery:export", exporters),
      action("custody.query", "action.custody", "laboratory:custody:query", [
        "unitAdmin",
        "custodian",
        "reviewer",
        "auditor",
      ]),
      action("custody.export", "action.custodyExport", "laboratory:custody:export", ["auditor"]),
    ],
  },
  {
    ...page("thread", "page.thread", "/thread/:kind/:id", "laboratory/thread/thread"),
    ...{ hidden: true, permission: "laboratory:thread:query" },
  },
];

function page(key: string, title: string, path: string, component: string): BuiltInMenu {
  return { key, kind: "page", title, path, component, roles: readers };
}
