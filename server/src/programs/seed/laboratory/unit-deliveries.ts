import type { HistoryServices } from "../../../app/platform.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Step } from "./history-clock.ts";
import { decimal, resultsOf } from "./measured.ts";
import type { Staff } from "./people.data.ts";
import { measureRun, method, setLimit } from "./quality-run.ts";
import { type Curve, type PlannedSample, temperaturesOf } from "./samples.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export type Sample = PlannedSample & { id: number; bodyCode: string; assayIds: number[] };
type Delivery = { id: number; sealNo: string; samples: Sample[] };
/** What happened to deliveries, reported from the last one that arrived. */
export type Incident = "warm" | "broken" | null;

export async function pack(
  history: HistoryServices,
  staff: Staff,
  samples: readonly Sample[],
  boxNo: string,
): Promise<Delivery> {
  const sealed = boxNo === "" ? "" : `T-${boxNo}-${samples[0]?.id ?? 0}`;
  const { id } = await history.deliveries.add(staff.sender, {
    ...{ unitId: staff.unitId, toUnitId: staff.laboratoryId, deliveryNo: null, note: "" },
    ...{ courier: boxNo === "" ? "" : staff.courier, boxNo, sealNo: sealed },
    samplingIds: samples.map((one) => one.id),
  });
  return { id, sealNo: sealed, samples: [...samples] };
}

/** From the packing to the approval of what was found; each step looks at what the one before left. */
export function deliver(
  history: HistoryServices,
  staff: Staff,
  given: { at: number; incident: Incident; place: number; left: number; next: () => Sample[] },
): Step[] {
  const { at, incident, place, left } = given;
  const { analyst, secondAnalyst, reviewer } = staff;
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
          delivery = await pack(history, staff, samples, `BX-${staff.unitId}${(place % 4) + 1}`);
      },
    },
    step(at + 30 * minute, async (of) => void (await history.deliveries.handOver(staff.sender, of.id))),
    step(arrived - 10 * minute, async (of) => {
      const curve: Curve = incident === "warm" ? "warm" : "cold";
      const readings = temperaturesOf(curve, at + 30 * minute, arrived - 10 * minute);
      await history.deliveries.logTemperatures(staff.sender, { deliveryId: of.id, readings });
    }),
    step(arrived, (of) => receive(history, analyst, of, incident)),
    step(arrived + 18 * hour, async (of) => {
      of.samples = of.samples.filter((one) => one.origin === "auto" || one.kind !== "fieldBlank");
      for (const { id } of of.samples) await history.samplings.move(analyst, moved(id, "open"));
    }),
    step(measured, async (of) => {
      for (const [at, sample] of of.samples.entries()) {
        sample.assayIds = await enter(history, analyst, sample, left === 3 && at === 0);
      }
      const assayIds = of.samples.flatMap((one) => one.assayIds);
      const failing = left === 1 ? "ketamine" : null;
      await measureRun(history, staff, { deliveryId: of.id, at: measured - hour, assayIds, failing });
    }),
    step(arrived + (left === 1 ? 21 * hour : 2 * day + 5 * hour), async (of) => {
      // What was entered last is a draft still.
      const own = left === 1 ? of.samples.slice(0, -1) : of.samples;
      const ids = own.flatMap((one) => one.assayIds);
      if (ids.length > 0) await history.assays.submit(analyst, ids);
    }),
    // Before the find out of the ordinary is approved.
    step(arrived + 3 * day - hour, () => (left === 3 ? setLimit(history, reviewer) : Promise.resolve())),
    step(arrived + 3 * day, (of) =>
      left === 1 ? Promise.resolve() : review(history, reviewer, of, left === 2),
    ),
    step(arrived + 3 * day + 2 * hour, async (of) => {
      const [kept] = of.samples;
      if (kept !== undefined) await history.samplings.move(analyst, moved(kept.id, "reserve"));
    }),
    ...(left === 3 ? supersede(history, staff, arrived + 4 * day, () => delivery?.samples.at(-1)) : []),
    // Reserves go after a month, by two persons.
    step(arrived + 30 * day, async (of) => {
      for (const { id } of of.samples.slice(0, 1))
        await history.samplings.move(analyst, moved(id, "askDestroy"));
    }),
    step(arrived + 30 * day + 3 * hour, async (of) => {
      for (const { id } of of.samples.slice(0, 1)) {
        const by = secondAnalyst.userId === analyst.userId ? reviewer : secondAnalyst;
        await history.samplings.move(by, moved(id, "destroy"));
      }
    }),
  ];
}

/** Of the last but one delivery a result goes back and two samples wait. */
async function review(
  history: HistoryServices,
  reviewer: Caller,
  of: Delivery,
  isLate: boolean,
): Promise<void> {
  const done = isLate ? of.samples.slice(0, -2) : of.samples;
  const [odd, ...rest] = done.flatMap((one) => one.assayIds);
  if (odd === undefined) return;
  if (isLate) {
    const reason = "The sheet does not state the internal standard recovery.";
    await history.assays.review(reviewer, { ids: [odd], decision: "return", reason });
  }
  const ids = isLate ? rest : [odd, ...rest];
  if (ids.length > 0) await history.assays.review(reviewer, { ids, decision: "approve", reason: "" });
}

async function receive(
  history: HistoryServices,
  analyst: Caller,
  of: Delivery,
  incident: Incident,
): Promise<void> {
  const [odd] = of.samples;
  const samples = of.samples.map((one) => ({
    code: one.bodyCode,
    condition: incident === "warm" ? ("warm" as const) : conditionOf(incident, one === odd),
    note: incident === "broken" && one === odd ? "The cap belongs to another bottle." : "",
  }));
  const reasons = {
    warm: "The box was above 8 °C for one hour; the temperature record is attached to the delivery.",
    broken: "One bottle arrived without its paired cap; interpret its result with care.",
  };
  await history.deliveries.receive(analyst, {
    ...{ deliveryId: of.id, sealNo: of.sealNo, samples },
    decision: incident === null ? "accept" : "conditional",
    reason: incident === null ? "" : reasons[incident],
  });
}

function conditionOf(incident: Incident, isOdd: boolean): "ok" | "codeMismatch" {
  return incident === "broken" && isOdd ? "codeMismatch" : "ok";
}

async function enter(
  history: HistoryServices,
  analyst: Caller,
  sample: Sample,
  isSpiked: boolean,
): Promise<number[]> {
  const { point, day: sampledOn, bodyCode } = sample;
  const spike = isSpiked ? { analyte: "mamp" as const, times: 24 } : null;
  return history.assays.add(analyst, {
    ...{ bodyCode, sampledOn, pointCode: point.catchment.code, phase: "liquid", source: "lcms" },
    ...method,
    results: resultsOf(point.catchment, sampledOn, spike),
  });
}

/** A peak was integrated wrongly: the approved result gets another in its place. */
function supersede(
  history: HistoryServices,
  staff: Staff,
  at: number,
  sampleOf: () => Sample | undefined,
): Step[] {
  const { secondAnalyst, reviewer } = staff;
  let made: number | null = null;
  return [
    {
      at,
      work: async () => {
        for (const id of sampleOf()?.assayIds ?? []) {
          const { value, loq, lod, flag, uncertainty, recovery } = await history.assays.find(
            reviewer.scope,
            id,
          );
          if (flag !== "quantified" || value === null || made !== null) continue;
          const corrected = decimal(Number(value) * 1.18);
          made = await history.assays.supersede(secondAnalyst, {
            ...{ assayId: id, value: corrected, flag, lod, loq, uncertainty, recovery },
            ...{ ionRatio: null, retentionTime: null, enantiomericFraction: null },
            reason: "Automatic integration truncated the peak; it was integrated manually.",
          });
          await history.assays.submit(secondAnalyst, [made]);
        }
      },
    },
    {
      at: at + day,
      work: async () => {
        if (made !== null)
          await history.assays.review(reviewer, { ids: [made], decision: "approve", reason: "" });
      },
    },
  ];
}

function moved(samplingId: number, step: "open" | "reserve" | "askDestroy" | "destroy") {
  return { samplingId, step, note: "", amount: amounts[step], bottle: "destroyed" as const };
}

/** mL that the panel takes of every sample. */
export const panelMl = 40;

/** mL; what is kept and destroyed is the rest, whatever it comes to. */
const amounts = { open: panelMl, reserve: null, askDestroy: null, destroy: null };

export function sealNo({ unitId }: Staff, number: number): string {
  return `SL${unitId}-${String(number).padStart(5, "0")}`;
}
