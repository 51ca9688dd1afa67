import type { Catchment } from "./measured.ts";

/** A sampler with its point, and the bottles of its last rounds that a laboratory gets. */
export type SampledPoint = {
  deviceId: number;
  deviceName: string;
  unit: string;
  unitId: number;
  pointId: number;
  catchment: Catchment;
  /** It fills one bottle a day. */
  isDayBottled: boolean;
  /** Automatic samplings whose bottles were taken out: when the first aliquot fell, when the bottle left. */
  bottles: { slot: number; began: number; left: number }[];
};

/** A sample to be taken: a composite poured together by hand, or a bottle of a sampler. */
export type PlannedSample = {
  point: SampledPoint;
  /** Of its first aliquot, in the server's zone. */
  day: string;
  at: number;
} & (
  | { origin: "manual"; bodyCode: string; began: number; ended: number; kind: "composite24" | "fieldBlank" }
  | { origin: "auto"; slot: number; began: number }
);

const hour = 3_600_000;
const day = 86_400_000;
const minute = 60_000;
/** The slot whose bottle is not emptied at samplers with 24 bottles a day, and of how many of its last rounds. */
export const keptSlot = 12;
export const keptRounds = 5;
/** So many of the last bottles of a sampler with one bottle a day go to the laboratory. */
export const keptDays = 36;

/** All samples of a span, by the time at which they are taken. */
export function planSamples(
  points: readonly SampledPoint[],
  { fromMs, untilMs, dayOf }: { fromMs: number; untilMs: number; dayOf: (ms: number) => string },
): PlannedSample[] {
  const samples: PlannedSample[] = [];
  const firstDay = Math.ceil(fromMs / day) * day;
  const [firstDaily] = points.filter((point) => point.isDayBottled);
  for (const point of points) {
    for (const { slot, began, left } of point.bottles) {
      if (left > fromMs)
        samples.push({ origin: "auto", point, slot, began, day: dayOf(began), at: left + 20 * minute });
    }
    const bottled = new Set(point.bottles.map((one) => dayOf(one.began)));
    for (let midnight = firstDay; midnight < untilMs; midnight += day) {
      const began = midnight + 6 * hour;
      const weekday = new Date(midnight).getUTCDay();
      const ended = began + 24 * hour - 15 * minute;
      const body = `P${point.deviceName.replace(/^[A-Z]+-/, "")}-${dayOf(began).slice(2).replaceAll("-", "")}`;
      const about = { origin: "manual" as const, point, day: dayOf(began), at: ended + 45 * minute };
      // Once a week somebody pours the 24 bottles of a day together.
      if (!point.isDayBottled && weekday === 3 && !bottled.has(dayOf(began)))
        samples.push({ ...about, kind: "composite24", bodyCode: body, began, ended });
      if (point === firstDaily && weekday === 5) {
        const blank = { began: ended, ended, kind: "fieldBlank" as const, bodyCode: `${body}-FB` };
        samples.push({ ...about, ...blank });
      }
    }
  }
  return samples.filter((one) => one.at < untilMs).sort((a, b) => a.at - b.at);
}

/** When a unit's samples leave for the laboratory: Tuesdays and Fridays at 08:00 UTC. */
export function deliveryTimes(fromMs: number, untilMs: number): number[] {
  const times: number[] = [];
  for (let midnight = Math.floor(fromMs / day) * day; midnight < untilMs; midnight += day) {
    const weekday = new Date(midnight).getUTCDay();
    const at = midnight + 8 * hour;
    if ((weekday === 2 || weekday === 5) && at > fromMs && at < untilMs) times.push(at);
  }
  return times;
}

export type Curve = "cold" | "warm";

/** What the logger in the transport box wrote, every ten minutes. */
export function temperaturesOf(
  curve: Curve,
  fromMs: number,
  untilMs: number,
): { at: number; celsius: number }[] {
  const readings: { at: number; celsius: number }[] = [];
  for (let at = fromMs; at <= untilMs; at += 10 * minute) {
    const share = (at - fromMs) / Math.max(1, untilMs - fromMs);
    const ripple = Math.sin(at / (23 * minute)) * 0.35;
    const rise = curve === "warm" ? 9.2 * Math.max(0, share - 0.25) : 1.4 * share;
    readings.push({ at, celsius: Math.round((3.4 + rise + ripple) * 10) / 10 });
  }
  return readings;
}
