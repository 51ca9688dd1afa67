import { families, familyKeys } from "@tracewater/contract/fleet/families";

const detailsOf: Readonly<Record<string, readonly string[]>> = {
  sampler: ["statistics.look", "statistics.commands"],
  mass: ["mass.type"],
  "sampler.autoSamplings": ["sampler.autoSampling"],
  "sampler.waterSamplings": ["sampler.waterSampling"],
  "sampler.waterAssays": ["sampler.waterAssay"],
  "toxicity.detections": ["toxicity.detection"],
  "evidenceBox.undertakings": ["undertaking"],
  "evidenceBox.contractAwards": ["contractAward"],
  points: ["point"],
  plans: ["planRun"],
  samplings: ["sampling", "samplingByQuery"],
  fleetSamplings: ["runningSamplings", "fleetSampling"],
  workOrders: ["workOrder", "workOrderDispatch"],
  assays: ["assay"],
  boardsFluorescence: ["boardFluorescence", "boardFluorescence.detail"],
  boardsGold: ["boardGold", "boardGold.detail"],
  boardTests: ["boardTest"],
  quality: ["batch"],
  reports: ["report"],
  entrustments: ["entrustment", "entrustmentTrack"],
  "access.appUsers": ["access.appUser"],
  "tools.gen": ["tools.genEdit"],
};

/**
 * The page of the menu that a hidden page belongs to, by their keys: it shows one record of that list, and is of no use
 * to a role without it.
 */
export const listOfHiddenPage: ReadonlyMap<string, string> = new Map([
  ...familyKeys.map((family): [string, string] => {
    const key = families[family].permissionKey;
    return [`${key}.device`, key];
  }),
  ...Object.entries(detailsOf).flatMap(([list, pages]) =>
    pages.map((page): [string, string] => [page, list]),
  ),
]);
