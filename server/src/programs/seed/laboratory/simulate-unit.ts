import type { HistoryServices } from "../../../app/platform.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Step } from "./history-clock.ts";
import { flowOf } from "./measured.ts";
import type { Staff } from "./people.data.ts";
import { wobble } from "./random.ts";
import { deliveryTimes, type PlannedSample, temperaturesOf } from "./samples.ts";
import { deliver, type Incident, pack, panelMl, type Sample, sealNo } from "./unit-deliveries.ts";

const minute = 60_000;
const hour = 60 * minute;

/** What the samples of one unit went through, as steps that are still to be played. */
export function simulateUnit(
  history: HistoryServices,
  staff: Staff,
  planned: readonly PlannedSample[],
  { untilMs, running }: { untilMs: number; running: ReadonlyMap<number, number> },
): Step[] {
  const taken: Sample[] = [];
  let seals = 0;
  const steps: Step[] = planned.map((sample) => ({
    at: sample.at,
    work: async () => {
      const made = await take(history, staff.sampler, { sample, running });
      if (made !== null) taken.push(made);
    },
  }));
  for (const at of new Set(planned.map((one) => one.at + 15 * minute))) {
    steps.push({
      at,
      work: async () => {
        const open = taken.filter((one) => one.at + 15 * minute === at);
        const sealsOf = open.map(({ id }) => ({ samplingId: id, sealNo: sealNo(staff, ++seals) }));
        await history.samplings.seal(staff.sampler, { seals: sealsOf });
      },
    });
  }
  const packed = new Set<number>();
  const first = planned[0]?.at ?? untilMs;
  // The last one has been measured, and left before the bottles that were taken last: those are under way now.
  const times = deliveryTimes(first, untilMs - 27 * hour);
  times.forEach((at, place) => {
    const left = times.length - place;
    const incident: Incident = left === 3 ? "warm" : left === 4 ? "broken" : null;
    steps.push(
      ...deliver(history, staff, { at, incident, place, left, next: () => nextSamples(taken, packed, at) }),
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
      const { id } = await pack(history, staff, samples, `BX-${staff.unitId}9`);
      await history.deliveries.handOver(staff.sender, id);
      underWay = id;
    },
  });
  steps.push({
    at: untilMs - 30 * minute,
    work: async () => {
      if (underWay === null) return;
      const readings = temperaturesOf("cold", away, untilMs - 30 * minute);
      await history.deliveries.logTemperatures(staff.sender, { deliveryId: underWay, readings });
    },
  });
  steps.push({
    at: untilMs - 20 * minute,
    work: async () => {
      const samples = nextSamples(taken, packed, untilMs - 20 * minute, 4);
      if (samples.length > 0) await pack(history, staff, samples, "");
    },
  });
  return steps.filter((step) => step.at < untilMs);
}

/** Sealed by then and in no delivery yet. */
function nextSamples(taken: readonly Sample[], packed: Set<number>, at: number, max = 1000): Sample[] {
  const samples = taken.filter((one) => !packed.has(one.id) && one.at + 15 * minute < at).slice(0, max);
  for (const { id } of samples) packed.add(id);
  return samples;
}

/** Null where the bottle holds less than the panel takes: it stays in the field and its sample is void. */
async function take(
  { samplings }: HistoryServices,
  caller: Caller,
  { sample, running }: { sample: PlannedSample; running: ReadonlyMap<number, number> },
): Promise<Sample | null> {
  const { point, began } = sample;
  if (sample.origin === "auto") {
    const { deviceName } = point;
    const { id } = await samplings.registerAuto(caller, { deviceName, slot: sample.slot, time: began });
    const { bodyCode, volume } = await samplings.require(caller.scope, id);
    if (volume !== null && volume < panelMl) {
      await samplings.makeVoid(caller, id, `${volume} mL in the bottle; the panel needs ${panelMl} mL.`);
      return null;
    }
    return { ...sample, id, bodyCode: bodyCode ?? "", assayIds: [] };
  }
  const { kind, bodyCode, ended, day: ofDay } = sample;
  const isWater = kind === "composite24";
  const luck = (name: string) => wobble(0.05, point.catchment.code, ofDay, name);
  const { id } = await samplings.add(caller, {
    ...{
      kind,
      bodyCode,
      pointId: point.pointId,
      planId: isWater ? (running.get(point.pointId) ?? null) : null,
      began,
      ended,
    },
    volume: isWater ? 1000 : 500,
    ph: isWater ? Math.round(75 * luck("ph")) / 10 : null,
    conductivity: isWater ? Math.round(1150 * luck("conductivity")) : null,
    waterTemp: isWater ? Math.round(150 * luck("temp")) / 10 : null,
    flow: isWater ? flowOf(point.catchment, ofDay) : null,
    flowSource: isWater ? "meter" : null,
    ...{ latitude: null, longitude: null, samplerPerson: caller.nickName },
    note: isWater ? `Composite of the 24 bottles of ${point.deviceName}, in proportion to flow.` : "",
  });
  return { ...sample, id, bodyCode, assayIds: [] };
}
