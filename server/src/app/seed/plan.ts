import type { Plant } from "./plants.ts";

/** The units that the shipped plants are given to; the names say that they are examples. */
export const plantUnits = ["European plants (example)", "Scottish plants (example)"] as const;

/** A device to be made, and what the simulated fleet plays for it. */
export type PlannedDevice = {
  deviceName: string;
  nickname: string;
  unit: string;
  pointCode: string | null;
  seed: number;
  profile: { designFlow: number; latitude: number; longitude: number; loop: boolean; reportInterval: number };
};

/** Where the demo's samplers stand: large and small plants of both sources. */
const demoPlants = [
  ["WS-0417", "EUDA:AT004"],
  ["WS-0418", "EUDA:AT001"],
  ["WS-0391", "EUDA:BE001"],
  ["WS-0402", "EUDA:CH001"],
  ["WS-0376", "EUDA:CZ001"],
  ["WS-0377", "EUDA:DE001"],
  ["WS-0420", "EUDA:DK001"],
  ["WS-0365", "EUDA:ES001"],
  ["WS-0366", "EUDA:FI001"],
  ["WS-0388", "EUDA:NL001"],
  ["WS-0409", "SEPA:Kirkwall"],
  ["WS-0412", "SEPA:Largs"],
] as const;

/** What a person is taken to send down the sewer, m3/d: an assumption of the simulation, not a figure of the plant. */
const assumedFlowPerPerson = 0.2;

export function toPointCode(plant: Plant): string {
  return plant.plant_id;
}

export function demoDevices(plants: readonly Plant[], seed: number): PlannedDevice[] {
  return demoPlants.flatMap(([deviceName, plantId], place) => {
    const plant = plants.find((one) => one.plant_id === plantId) ?? plants[place];
    return plant === undefined ? [] : [planFor(deviceName, plant, seed * 1000 + place)];
  });
}

export function plainDevices(plants: readonly Plant[], count: number, seed: number): PlannedDevice[] {
  return Array.from({ length: count }, (_, place) => {
    const deviceName = `SIM-${seed}-${String(place + 1).padStart(6, "0")}`;
    const plant = plants.length === 0 ? undefined : plants[place % plants.length];
    return plant === undefined
      ? planWithoutPlant(deviceName, seed * 1000 + place)
      : planFor(deviceName, plant, seed * 1000 + place);
  });
}

function planFor(deviceName: string, plant: Plant, seed: number): PlannedDevice {
  return {
    deviceName,
    nickname: plant.city_or_board,
    unit: plantUnits[plant.country === "GB-SCT" ? 1 : 0],
    pointCode: toPointCode(plant),
    seed,
    profile: {
      designFlow: Math.max(500, Math.round(plant.population * assumedFlowPerPerson)),
      latitude: plant.lat,
      longitude: plant.lon,
      loop: true,
      reportInterval: 10,
    },
  };
}

function planWithoutPlant(deviceName: string, seed: number): PlannedDevice {
  return {
    deviceName,
    nickname: "",
    unit: plantUnits[0],
    pointCode: null,
    seed,
    profile: { designFlow: 20_000, latitude: 0, longitude: 0, loop: true, reportInterval: 10 },
  };
}
