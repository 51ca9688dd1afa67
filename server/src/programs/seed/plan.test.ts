import { expect, test } from "vitest";
import { z } from "zod";
import { demoDevices, plainDevices } from "./plan.ts";
import { readPlants } from "./plants.ts";
import { readPublishedLoads } from "./published-loads.ts";

const sources = { plants: readPlants(), loads: readPublishedLoads(), seed: 1 };
const flowing = z.looseObject({ designFlow: z.number().min(500).max(1_000_000) });
const week = z.array(z.number().nonnegative()).length(7);

/** Those that the simulator plays. */
const simulated = ["evidenceBox", "handFastDetector", "liquidExtract", "mass", "waterSample"];

test("the demo has devices of all simulated families, each under a name of its own", () => {
  const devices = demoDevices(sources);
  expect([...new Set(devices.map((device) => device.typeKey))].sort()).toEqual(simulated);
  expect(new Set(devices.map((device) => device.deviceName)).size).toBe(25);
});

test("the sewer of every plant is one that can be simulated, the greatest and the smallest", () => {
  const devices = plainDevices(sources, sources.plants.length, ["waterSample"]);
  expect(devices.filter((device) => !flowing.safeParse(device.profile).success)).toEqual([]);
});

test("an online detector at a plant finds what EUDA published of that plant, by weekday", () => {
  const brno = demoDevices(sources).find((device) => device.deviceName === "LE-0101");
  const profile = z.object({ loads: z.record(z.string(), week) }).parse(brno?.profile);
  expect(Object.keys(profile.loads).sort()).toEqual([
    "amp",
    "benzoylEconine",
    "ketamine",
    "mamp",
    "mdma",
    "thcCooh",
  ]);
  const graz = sources.loads.get("AT001");
  // The row of Graz, 2024, MDMA: Wednesday 8.82 to Tuesday 9.13, a Saturday of 28.11.
  expect(graz?.["mdma"]).toEqual([10.5, 9.13, 8.82, 12.87, 12.45, 28.11, 26.8]);
});
