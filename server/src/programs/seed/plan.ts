import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Plant } from "./plants.ts";
import type { PublishedLoads } from "./published-loads.ts";

/** The units that the shipped plants are given to; the names say that they are examples. */
export const plantUnits = ["European plants (example)", "Scottish plants (example)"] as const;

/** A device to be made, and what the simulated fleet plays for it. */
export type PlannedDevice = {
  typeKey: FamilyKey;
  deviceName: string;
  nickname: string;
  unit: string;
  pointCode: string | null;
  seed: number;
  profile: object;
};

/** Where the demo's devices are: large and small plants of both sources. */
const demoPlaces: readonly (readonly [FamilyKey, string, string])[] = [
  ["waterSample", "WS-0417", "EUDA:AT004"],
  ["waterSample", "WS-0418", "EUDA:AT001"],
  ["waterSample", "WS-0391", "EUDA:BE001"],
  ["waterSample", "WS-0402", "EUDA:CH001"],
  ["waterSample", "WS-0376", "EUDA:CZ001"],
  ["waterSample", "WS-0377", "EUDA:DE001"],
  ["waterSample", "WS-0420", "EUDA:DK001"],
  ["waterSample", "WS-0365", "EUDA:ES001"],
  ["waterSample", "WS-0366", "EUDA:FI001"],
  ["waterSample", "WS-0388", "EUDA:NL001"],
  ["waterSample", "WS-0409", "SEPA:Kirkwall"],
  ["waterSample", "WS-0412", "SEPA:Largs"],
  ["liquidExtract", "LE-0101", "EUDA:CZ001"],
  ["liquidExtract", "LE-0102", "EUDA:NL001"],
  ["liquidExtract", "LE-0103", "EUDA:ES001"],
  ["liquidExtract", "LE-0104", "EUDA:CH001"],
  ["handFastDetector", "HF-0201", "EUDA:CZ001"],
  ["handFastDetector", "HF-0202", "EUDA:NL001"],
  ["handFastDetector", "HF-0203", "SEPA:Largs"],
  ["evidenceBox", "EB-0301", "EUDA:CZ001"],
  ["evidenceBox", "EB-0302", "EUDA:NL001"],
  ["evidenceBox", "EB-0303", "EUDA:ES001"],
  ["evidenceBox", "EB-0304", "SEPA:Kirkwall"],
  ["mass", "MS-0401", "EUDA:CH001"],
  ["mass", "MS-0402", "SEPA:Largs"],
];

/** One of each family sends its own log; the others are asked for it by people. */
export const loggedDevices = ["WS-0417", "LE-0101", "HF-0201", "EB-0301", "MS-0401"];

/** What a person is taken to send down the sewer, m3/d: an assumption of the simulation, not a figure of the plant. */
const assumedFlowPerPerson = 0.2;
/** m3/d; the simulated sewers are built for no more. */
const largestFlow = 1_000_000;
const operators = ["Anna Novák", "Jan de Vries", "Fiona Grant"] as const;

export type PlanSources = {
  plants: readonly Plant[];
  loads: ReadonlyMap<string, PublishedLoads>;
  seed: number;
};

export function toPointCode(plant: Plant): string {
  return plant.plant_id;
}

export function demoDevices(sources: PlanSources): PlannedDevice[] {
  const { plants, seed } = sources;
  return demoPlaces.flatMap(([typeKey, deviceName, plantId], place) => {
    const plant = plants.find((one) => one.plant_id === plantId) ?? plants[place];
    if (plant === undefined) return [];
    const planned = planFor({ typeKey, deviceName, plant, sources, seed: seed * 1000 + place });
    const isDaily = typeKey === "waterSample" && place % 3 === 2;
    return [isDaily ? { ...planned, profile: { ...planned.profile, program: dayBottle } } : planned];
  });
}

/** One bottle holds the whole day: 71 aliquots from visit to visit, 923 mL. */
export const dayBottle = { interval: 20, aliquot: 13, bottles: 1 } as const;

/** Devices of these families in turn, over the plants in turn. */
export function plainDevices(
  sources: PlanSources,
  count: number,
  families: readonly FamilyKey[],
): PlannedDevice[] {
  const { plants, seed } = sources;
  return Array.from({ length: count }, (_, place) => {
    const typeKey = families[place % families.length] ?? "waterSample";
    const deviceName = `SIM-${seed}-${String(place + 1).padStart(6, "0")}`;
    const plant = plants.length === 0 ? undefined : plants[place % plants.length];
    return plant === undefined
      ? planWithoutPlant(typeKey, deviceName, seed * 1000 + place)
      : planFor({ typeKey, deviceName, plant, sources, seed: seed * 1000 + place });
  });
}

function planFor(given: {
  typeKey: FamilyKey;
  deviceName: string;
  plant: Plant;
  sources: PlanSources;
  seed: number;
}): PlannedDevice {
  const { typeKey, deviceName, plant, seed } = given;
  const flow = Math.round(plant.population * assumedFlowPerPerson);
  const designFlow = Math.min(largestFlow, Math.max(500, flow));
  const place = { latitude: plant.lat, longitude: plant.lon };
  const loads = given.sources.loads.get(plant.plant_id.replace("EUDA:", "")) ?? {};
  const catchment = { ...place, designFlow, population: Math.max(2500, plant.population), loads };
  return {
    typeKey,
    deviceName,
    nickname: nicknameOf(typeKey, plant),
    unit: plantUnits[plant.country === "GB-SCT" ? 1 : 0],
    pointCode: typeKey === "waterSample" || typeKey === "liquidExtract" ? toPointCode(plant) : null,
    seed,
    profile: profileOf(typeKey, catchment, seed),
  };
}

function nicknameOf(typeKey: FamilyKey, plant: Plant): string {
  const city = plant.city_or_board;
  switch (typeKey) {
    case "handFastDetector":
      return `${city} field team`;
    case "evidenceBox":
      return `${city} custody`;
    case "mass":
      return `${city} laboratory`;
    default:
      return city;
  }
}

type Catchment = {
  latitude: number;
  longitude: number;
  designFlow: number;
  population: number;
  loads: object;
};

/** What the simulator's family wants to know; it says itself what is wrong with it. */
function profileOf(typeKey: FamilyKey, catchment: Catchment, seed: number): object {
  const { latitude, longitude, designFlow } = catchment;
  switch (typeKey) {
    case "waterSample":
      return { designFlow, latitude, longitude, loop: true, reportInterval: 10 };
    case "liquidExtract":
      return catchment;
    case "handFastDetector":
      return { ...catchment, operator: operators[seed % operators.length] };
    default:
      return { latitude, longitude };
  }
}

function planWithoutPlant(typeKey: FamilyKey, deviceName: string, seed: number): PlannedDevice {
  const nowhere = { latitude: 0, longitude: 0, designFlow: 20_000, population: 100_000, loads: {} };
  const profile = profileOf(typeKey, nowhere, seed);
  return { typeKey, deviceName, nickname: "", unit: plantUnits[0], pointCode: null, seed, profile };
}
