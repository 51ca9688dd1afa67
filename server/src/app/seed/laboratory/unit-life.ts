import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import type { Caller } from "../../../platform/caller.ts";
import type { Past } from "../../platform.ts";
import { wobble } from "./chance.ts";
import { decimal, flowOf, resultsOf } from "./found.ts";
import type { Step } from "./past-clock.ts";
import { measureRun, method } from "./quality-run.ts";
import { type Curve, deliveryTimes, type PlannedSample, temperaturesOf } from "./samples.ts";

/** The hands of a unit. */
export type Hands = {
  unitId: number;
  laboratoryId: number;
  courier: string;
  sampler: Caller;
  sender: Caller;
  analyst: Caller;
  secondAnalyst: Caller;
  reviewer: Caller;
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Sample = PlannedSample & { id: number; bodyCode: string; assayIds: number[] };
type Delivery = { id: number; sealNo: string; samples: Sample[] };
/** What happened to deliveries, told from the last one that arrived. */
type Incident = "warm" | "broken" | null;

/** What the samples of one unit went through, as steps that are still to be played. */
export function liveUnit(
  past: Past,
  hands: Hands,
  planned: readonly PlannedSample[],
  untilMs: number,
): Step[] {
  const taken: Sample[] = [];
  let seals = 0;
  const steps: Step[] = planned.map((sample) => ({
    at: sample.at,
    work: async () => void taken.push(await take(past, hands.sampler, sample)),
  }));
  for (const at of new Set(planned.map((one) => one.at + 15 * minute))) {
    steps.push({
      at,
      work: async () => {
        const open = taken.filter((one) => one.at + 15 * minute === at);
        const sealsOf = open.map(({ id }) => ({ samplingId: id, sealNo: sealNo(hands, ++seals) }));
        await past.samplings.seal(hands.sampler, { seals: sealsOf });
      },
    });
  }
  const packed = new Set<number>();
  const first = planned[0]?.at ?? untilMs;
  const times = deliveryTimes(first, untilMs - 7 * hour);
  times.forEach((at, place) => {
    const left = times.length - place;
    const incident: Incident = left === 3 ? "warm" : left === 4 ? "broken" : null;
    steps.push(
      ...deliver(past, hands, { at, incident, place, left, next: () => nextSamples(taken, packed, at) }),
    );
  });
  // Under way now, and being packed now.
  const away = untilMs - 100 * minute;
  let underWay: number | null = null;
  steps.push({
    at: away,
    work: async () => {
      const samples = nextSamples(taken, packed, away, 5);
      if (samples.length === 0) return;
      const { id } = await pack(past, hands, samples, `BX-${hands.unitId}9`);
      await past.deliveries.handOver(hands.sender, id);
      underWay = id;
    },
  });
  steps.push({
    at: untilMs - 30 * minute,
    work: async () => {
      if (underWay === null) return;
      const readings = temperaturesOf("cold", away, untilMs - 30 * minute);
      await past.deliveries.logTemperatures(hands.sender, { deliveryId: underWay, readings });
    },
  });
  steps.push({
    at: untilMs - 20 * minute,
    work: async () => {
      const samples = nextSamples(taken, packed, untilMs - 20 * minute, 4);
      if (samples.length > 0) await pack(past, hands, samples, "");
    },
  });
  return steps.filter((step) => step.at < untilMs);
}

/** Sealed by then and in no delivery yet. */
function nextSamples(taken: readonly Sample[], packed: Set<number>, at: number, most = 1000): Sample[] {
  const samples = taken.filter((one) => !packed.has(one.id) && one.at + 15 * minute < at).slice(0, most);
  for (const { id } of samples) packed.add(id);
  return samples;
}

async function take({ samplings }: Past, caller: Caller, sample: PlannedSample): Promise<Sample> {
  const { point, began } = sample;
  if (sample.origin === "auto") {
    const { deviceName } = point;
    const { id } = await samplings.registerAuto(caller, { deviceName, slot: sample.slot, time: began });
    const { bodyCode } = await samplings.require(caller.scope, id);
    return { ...sample, id, bodyCode: bodyCode ?? "", assayIds: [] };
  }
  const { kind, bodyCode, ended, day: ofDay } = sample;
  const isWater = kind === "composite24";
  const luck = (name: string) => wobble(0.05, point.catchment.code, ofDay, name);
  const { id } = await samplings.add(caller, {
    ...{ kind, bodyCode, pointId: point.pointId, planId: null, began, ended },
    volume: isWater ? 1000 : 500,
    ph: isWater ? Math.round(75 * luck("ph")) / 10 : null,
    conductivity: isWater ? Math.round(1150 * luck("conductivity")) : null,
    waterTemp: isWater ? Math.round(150 * luck("temp")) / 10 : null,
    flow: isWater ? flowOf(point.catchment, ofDay) : null,
    flowSource: isWater ? "meter" : null,
    ...{ latitude: null, longitude: null, samplerPerson: caller.nickName },
    note: isWater
      ? `Poured together from the 24 bottles of ${point.deviceName} in proportion to the flow.`
      : "",
  });
  return { ...sample, id, bodyCode, assayIds: [] };
}

async function pack(past: Past, hands: Hands, samples: readonly Sample[], boxNo: string): Promise<Delivery> {
  const sealed = boxNo === "" ? "" : `T-${boxNo}-${samples[0]?.id ?? 0}`;
  const { id } = await past.deliveries.add(hands.sender, {
    ...{ unitId: hands.unitId, toUnitId: hands.laboratoryId, deliveryNo: null, note: "" },
    ...{ courier: boxNo === "" ? "" : hands.courier, boxNo, sealNo: sealed },
    samplingIds: samples.map((one) => one.id),
  });
  return { id, sealNo: sealed, samples: [...samples] };
}

/** From the packing to the approval of what was found; each step looks at what the one before left. */
function deliver(
  past: Past,
  hands: Hands,
  given: { at: number; incident: Incident; place: number; left: number; next: () => Sample[] },
): Step[] {
  const { at, incident, place, left } = given;
  const { analyst, secondAnalyst, reviewer } = hands;
  const arrived = at + 5 * hour;
  const measured = arrived + (left === 1 ? 20 * hour : 2 * day);
  let delivery: Delivery | null = null;
  const step = (when: number, work: (of: Delivery) => Promise<void>): Step => ({
    at: when,
    work: async () => {
      if (delivery !== null && delivery.samples.length > 0) await work(delivery);
    },
  });
  return [
    {
      at,
      work: async () => {
        const samples = given.next();
        if (samples.length > 0)
          delivery = await pack(past, hands, samples, `BX-${hands.unitId}${(place % 4) + 1}`);
      },
    },
    step(at + 30 * minute, async (of) => void (await past.deliveries.handOver(hands.sender, of.id))),
    step(arrived - 10 * minute, async (of) => {
      const curve: Curve = incident === "warm" ? "warm" : "cold";
      const readings = temperaturesOf(curve, at + 30 * minute, arrived - 10 * minute);
      await past.deliveries.logTemperatures(hands.sender, { deliveryId: of.id, readings });
    }),
    step(arrived, (of) => receive(past, analyst, of, incident)),
    step(arrived + 18 * hour, async (of) => {
      of.samples = of.samples.filter((one) => one.origin === "auto" || one.kind !== "fieldBlank");
      for (const { id } of of.samples) await past.samplings.move(analyst, moved(id, "open"));
    }),
    step(measured, async (of) => {
      for (const [at, sample] of of.samples.entries()) {
        sample.assayIds = await enter(past, analyst, sample, left === 3 && at === 0);
      }
      await measure(past, hands, of, { at: measured - hour, failing: left === 1 ? "ketamine" : null });
    }),
    step(arrived + (left === 1 ? 21 * hour : 2 * day + 5 * hour), async (of) => {
      // What was entered last is a draft still.
      const own = left === 1 ? of.samples.slice(0, -1) : of.samples;
      const ids = own.flatMap((one) => one.assayIds);
      if (ids.length > 0) await past.assays.submit(analyst, ids);
    }),
    // Before the find out of the ordinary is approved.
    step(arrived + 3 * day - hour, (of) => (left === 3 ? limit(past, reviewer, of) : Promise.resolve())),
    step(arrived + 3 * day, (of) =>
      left === 1 ? Promise.resolve() : review(past, reviewer, of, left === 2),
    ),
    step(arrived + 3 * day + 2 * hour, async (of) => {
      const [kept] = of.samples;
      if (kept !== undefined) await past.samplings.move(analyst, moved(kept.id, "reserve"));
    }),
    ...(left === 3 ? supersede(past, hands, arrived + 4 * day, () => delivery?.samples.at(-1)) : []),
    // Reserves go after a month, by two persons.
    step(arrived + 30 * day, async (of) => {
      for (const { id } of of.samples.slice(0, 1))
        await past.samplings.move(analyst, moved(id, "askDestroy"));
    }),
    step(arrived + 30 * day + 3 * hour, async (of) => {
      for (const { id } of of.samples.slice(0, 1)) {
        const by = secondAnalyst.userId === analyst.userId ? reviewer : secondAnalyst;
        await past.samplings.move(by, moved(id, "destroy"));
      }
    }),
  ];
}

/** Of the last but one delivery a result goes back and two samples wait. */
async function review(past: Past, reviewer: Caller, of: Delivery, isLate: boolean): Promise<void> {
  const done = isLate ? of.samples.slice(0, -2) : of.samples;
  const [odd, ...rest] = done.flatMap((one) => one.assayIds);
  if (odd === undefined) return;
  if (isLate) {
    const reason = "The recovery of the internal standard is not on the sheet.";
    await past.assays.review(reviewer, { ids: [odd], decision: "return", reason });
  }
  const ids = isLate ? rest : [odd, ...rest];
  if (ids.length > 0) await past.assays.review(reviewer, { ids, decision: "approve", reason: "" });
}

async function receive(past: Past, analyst: Caller, of: Delivery, incident: Incident): Promise<void> {
  const [odd] = of.samples;
  const samples = of.samples.map((one) => ({
    code: one.bodyCode,
    condition: incident === "warm" ? ("warm" as const) : conditionOf(incident, one === odd),
    note: incident === "broken" && one === odd ? "The cap on it belongs to another body." : "",
  }));
  const reasons = {
    warm: "The box was above 8 °C for an hour; the logger's curve is with the delivery.",
    broken: "One pair of body and cap was broken; its result is to be read with care.",
  };
  await past.deliveries.receive(analyst, {
    ...{ deliveryId: of.id, sealNo: of.sealNo, samples },
    decision: incident === null ? "accept" : "conditional",
    reason: incident === null ? "" : reasons[incident],
  });
}

function conditionOf(incident: Incident, isOdd: boolean): "ok" | "codeMismatch" {
  return incident === "broken" && isOdd ? "codeMismatch" : "ok";
}

async function enter(past: Past, analyst: Caller, sample: Sample, isSpiked: boolean): Promise<number[]> {
  const { point, day: sampledOn, bodyCode } = sample;
  const spike = isSpiked ? { analyte: "mamp" as const, times: 24 } : null;
  return past.assays.add(analyst, {
    ...{ bodyCode, sampledOn, pointCode: point.catchment.code, phase: "liquid", source: "lcms" },
    ...method,
    results: resultsOf(point.catchment, sampledOn, spike),
  });
}

/** All that was found in a delivery's samples, in one run with its quality control. */
async function measure(
  past: Past,
  { analyst, laboratoryId }: Hands,
  of: Delivery,
  run: { at: number; failing: AnalyteName | null },
): Promise<void> {
  const batchNo = `LC-${String(of.id).padStart(4, "0")}`;
  const batchId = await measureRun(past, analyst, { batchNo, unitId: laboratoryId, ...run });
  const ids = of.samples.flatMap((one) => one.assayIds);
  if (ids.length > 0) await past.batches.assign(analyst, { ids, batchId });
}

/** From now on a result above it keeps its bottle, raises an alarm and drafts a work order. */
async function limit(past: Past, reviewer: Caller, of: Delivery): Promise<void> {
  if (of.samples.length === 0) return;
  await past.limits.add(reviewer, {
    ...{ analyte: "mamp", phase: "liquid", basedOn: null, value: "0.5" },
    ...{
      source: "Internal threshold of the unit",
      reason: "Finds out of the ordinary are to be looked into.",
    },
  });
}

/** A peak was integrated wrongly: the approved result gets another in its place. */
function supersede(past: Past, hands: Hands, at: number, sampleOf: () => Sample | undefined): Step[] {
  const { secondAnalyst, reviewer } = hands;
  let made: number | null = null;
  return [
    {
      at,
      work: async () => {
        for (const id of sampleOf()?.assayIds ?? []) {
          const { value, loq, lod, flag, uncertainty, recovery } = await past.assays.find(reviewer.scope, id);
          if (flag !== "quantified" || value === null || made !== null) continue;
          const corrected = decimal(Number(value) * 1.18);
          made = await past.assays.supersede(secondAnalyst, {
            ...{ assayId: id, value: corrected, flag, lod, loq, uncertainty, recovery },
            reason: "The peak was cut short by the automatic integration; integrated anew by hand.",
          });
          await past.assays.submit(secondAnalyst, [made]);
        }
      },
    },
    {
      at: at + day,
      work: async () => {
        if (made !== null)
          await past.assays.review(reviewer, { ids: [made], decision: "approve", reason: "" });
      },
    },
  ];
}

function moved(samplingId: number, step: "open" | "reserve" | "askDestroy" | "destroy") {
  return { samplingId, step, note: "", bottle: "destroyed" as const };
}

function sealNo({ unitId }: Hands, number: number): string {
  return `SL${unitId}-${String(number).padStart(5, "0")}`;
}
