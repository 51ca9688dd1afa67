import type { BuiltInMenu } from "./menu-entry.ts";

const readers = ["viewer", "operator", "engineer", "unitAdmin", "auditor"];

/** The sampler's own tabs, after those that every device has; a detail is reached from its list. */
export const samplerTabs = (bindTab: BuiltInMenu): readonly BuiltInMenu[] => [
  tab("program", "page.sampleProgram", "sample_program", "sample-program"),
  tab("monitoring", "page.monitoring", "device_look", "device-look"),
  tab("bottles", "page.bottleEntering", "bottle_entering", "bottle-entering"),
  tab("autoSamplings", "page.autoSamplings", "sample_auto", "sample-auto"),
  detail("autoSampling", "page.autoSampling", "sample_auto/detail/:time", "sample-auto-detail"),
  {
    ...tab("waterSamplings", "page.waterSamplings", "water_sampling", ""),
    component: "laboratory/samplings/device-samplings",
  },
  {
    ...detail("waterSampling", "page.waterSampling", "water_sampling/detail/:water_sampling_id", ""),
    component: "laboratory/samplings/device-sampling",
  },
  {
    ...tab("waterAssays", "page.waterAssays", "water_assay", ""),
    component: "laboratory/assays/device-assays",
  },
  {
    ...detail("waterAssay", "page.waterAssay", "water_assay/detail/:water_assay_id", ""),
    component: "laboratory/assays/device-assay-detail",
  },
  bindTab,
  tab("appLog", "page.appLog", "operation_log", "operation-log"),
  tab("platformLog", "page.platformLog", "win_operation_log", "win-operation-log"),
];

/** The same of one device outside of its page, for statistics that name it. */
export const samplerPages: readonly BuiltInMenu[] = [
  statistics("look", "page.statisticsLook", "deviceLook"),
  statistics("commands", "page.statisticsCommands", "serverDown"),
];

function statistics(key: string, title: string, path: string): BuiltInMenu {
  return {
    key: `statistics.${key}`,
    kind: "page",
    title,
    path: `/statistics/${path}/:deviceName`,
    component: `field/samplers/statistics-${key}`,
    hidden: true,
    roles: [...readers, "analyst", "reviewer"],
  };
}

function tab(key: string, title: string, path: string, page: string): BuiltInMenu {
  const component = `field/samplers/${page}`;
  return { key: `sampler.${key}`, kind: "page", title, path, component, roles: readers };
}

function detail(key: string, title: string, path: string, page: string): BuiltInMenu {
  return { ...tab(key, title, path, page), hidden: true };
}
