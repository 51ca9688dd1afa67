/*
 * What a device of each family has to report, to take and to become: one row of the families' table each. Held against
 * the shipped thing models, and against the simulated instruments that speak for them.
 */
import { readFileSync } from "node:fs";
import { type ThingModel, thingModel } from "@tracewater/alink/thing-model";
import { expect, test } from "vitest";
import { findFamily } from "./families.ts";
import type { Instrument, Output, Params } from "./instrument.ts";

type Row = {
  properties: string;
  services: string;
  events: string;
  /** Without `offline`, which is the connection's and not the device's to report. */
  states: string;
  faults: string;
};

const analytes =
  "amp cotinine benzoylEconine cbd cbn cocaine codeine ketamine mamp mda mdea mdma methcathinone morphine norketamine thc thcCooh o6Acethyl";

const rows: Record<string, Row> = {
  waterSample: {
    properties:
      "mode interval aliquot bottleIndex bottleCount bottleVolume boxTemp targetTemp ambientTemp pumpHours tubeLife batteryVoltage batteryLevel mains door liquidLevel flow ph conductivity waterTemp gps rssi firmware",
    services:
      "start stop pause grab rinse setProgram rotateTo unlock snapshot syncTime selfTest mandatoryRefresh enterBottleBodyId enterBottleCapId",
    events:
      "sampleTaken sampleMissed bottleFull programDone tempHigh powerFail doorOpened noLiquid pumpFault armJam flowSignalLost clockDrift moved codeMismatch",
    states: "idle armed sampling rinsing paused complete fault maintenance",
    faults: "noLiquid warmBox doorOpen clockDrift armJam pumpFault powerFail flowLost moved codeMismatch",
  },
  liquidExtract: {
    properties: `stage eluentLevel mobilePhaseLevel standardLevel standardLot columnPressure lastBlank lastBlankAt lastQc lastQcAt cycleInterval wasteLevel sampleId ${analytes} ${flagsOf(analytes)}`,
    services: "runNow calibrate runBlank runQc flush retainSample mandatoryRefresh",
    events: "result qcFail carryOver reagentLow leak pressureHigh exceed",
    states: "warmup ready extracting analysing cleaning calibrating fault",
    faults: "leak pressureHigh powerFail reagentLow qcFail carryOver doorOpen",
  },
  handFastDetector: {
    properties: "batteryLevel lots lightCheck cameraCheck calibratedAt gps operator memoryUsed",
    services: "pullLots read pushResult selfCheck lock mandatoryRefresh",
    events: "result invalid expiredLot tempOut selfCheckFail offlineQueueFull",
    states: "idle selfCheck reading uploading fault",
    faults: "",
  },
  evidenceBox: {
    properties: "slots lock door weight boxTemp humidity tilt shock gps batteryLevel camera tamperLoop",
    services: "open close inventory photo arm locate beep mandatoryRefresh",
    events:
      "opened closed forced leftOpen wrongItem weightChange shock geofence temp battery commsLost cameraBlocked",
    states: "standby inTransit deposited opened alarm maintenance",
    faults: "",
  },
  mass: {
    properties: "instrument tunedAt sequence method pressure vacuum qualifiedAt",
    services: "importBatch lockSequence mandatoryRefresh",
    events: "batchDone calFail blankFail drift auditTrailGap",
    states: "idle running hold service",
    faults: "",
  },
};
const families = Object.entries(rows);

/** The numbers of the table: unit and range of what is measured. */
const ranges: readonly (readonly [
  family: string,
  identifier: string,
  unit: string,
  min: number,
  max: number,
])[] = [
  ["waterSample", "interval", "min", 1, 1440],
  ["waterSample", "aliquot", "mL", 10, 500],
  ["waterSample", "boxTemp", "°C", 0, 60],
  ["waterSample", "ph", "", 0, 14],
  ["waterSample", "conductivity", "µS/cm", 0, 20_000],
];

test.each(families)("%s: the thing model has every row of the table", (family, row) => {
  const model = modelOf(family);
  const lacking = (named: string, has: readonly { identifier: string }[]) =>
    words(named).filter((name) => !has.some((one) => one.identifier === name));
  expect(lacking(row.properties, model.properties), "properties").toEqual([]);
  expect(lacking(row.services, model.services), "services").toEqual([]);
  expect(lacking(row.events, model.events), "events").toEqual([]);
  const state = model.properties.find((one) => one.identifier === "workState")?.dataType;
  expect(state?.type === "enum" ? Object.values(state.specs) : []).toEqual(words(row.states));
});

test.each(ranges)("%s: %s is reported in %s, from %d to %d", (family, identifier, unit, min, max) => {
  const type = modelOf(family).properties.find((one) => one.identifier === identifier)?.dataType;
  const specs: Record<string, unknown> = type !== undefined && "specs" in type ? { ...type.specs } : {};
  expect({ unit: specs["unit"] ?? "", min: Number(specs["min"]), max: Number(specs["max"]) }).toEqual({
    unit,
    min,
    max,
  });
});

test.each(families)(
  "%s: the simulated one has its properties, its services and its faults",
  (family, row) => {
    const instrument = make(family);
    const { answer } = instrument.getProperties(null, startMs);
    const received = answer.kind === "now" ? Object.keys(answer.reply.data) : [];
    expect(words(row.properties).filter((name) => !received.includes(name))).toEqual([]);
    for (const service of words(row.services)) {
      const { answer: done } = make(family).perform(service, {}, startMs);
      const code = done.kind === "now" ? done.reply.code : 200;
      // 400 is how a service that is not there is answered; a missing input is 460.
      expect(code, service).not.toBe(400);
    }
    expect(words(row.faults).filter((name) => !instrument.faults.includes(name))).toEqual([]);
  },
);

// What the other families report in their lives and faults is in families.test.ts.
test("a simulated water sampler reports every event and goes through every state of the table", () => {
  const row = rows["waterSample"];
  if (row === undefined) throw new Error("no row");
  const sampler = make("waterSample");
  sampler.startReporting(startMs, 60);
  const outputs: Output[] = [];
  let at = startMs;
  const goOn = (ms: number) => {
    at += ms;
    outputs.push(...sampler.advance(at));
  };
  const order = (service: string, params: Params = {}) => {
    outputs.push(...sampler.perform(service, params, at).outputs);
    goOn(2 * minute);
  };
  order("stop");
  order("rinse", { times: 3 });
  order("setProgram", { programName: "p", mode: 0, interval: 1, aliquot: 500, bottles: 2 });
  order("start");
  order("pause");
  order("start");
  for (const name of sampler.faults) {
    outputs.push(...sampler.setFault(name, true, at));
    goOn(name === "warmBox" ? 6 * hour : 15 * minute);
    outputs.push(...sampler.setFault(name, false, at));
    goOn(10 * minute);
    order("setProgram", { programName: "p", mode: 0, interval: 1, aliquot: 500, bottles: 2 });
    order("start");
  }
  const events = new Set(outputs.flatMap((one) => (one.kind === "event" ? [one.event] : [])));
  expect(words(row.events).filter((name) => !events.has(name))).toEqual([]);
  const seen = new Set(
    outputs.flatMap((one) => (one.kind === "report" ? [Number(one.params["workState"] ?? -1)] : [])),
  );
  expect(words(row.states).filter((_, value) => !seen.has(value))).toEqual([]);
});

const minute = 60_000;
const hour = 60 * minute;
const startMs = Date.UTC(2026, 4, 12, 3, 7);
const site = { latitude: 48.2, longitude: 16.4, designFlow: 40_000, population: 200_000 };

function make(family: string): Instrument {
  const found = findFamily(family)?.readProfile({ ...site });
  if (found === undefined || !found.ok) throw new Error(`no ${family}`);
  return found.make({ seed: 5, atMs: startMs, reportInterval: null });
}

function modelOf(family: string): ThingModel {
  const file = new URL(`../../../data/thing-models/${family}.json`, import.meta.url);
  return thingModel.parse(JSON.parse(readFileSync(file, "utf8")));
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

function flagsOf(names: string): string {
  return words(names)
    .map((name) => `${name}Flag`)
    .join(" ");
}
