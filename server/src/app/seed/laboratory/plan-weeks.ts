import { weekDay } from "@tracewater/contract/laboratory/plans";
import type { Past } from "../../platform.ts";
import type { Step } from "./past-clock.ts";
import type { SampledPoint } from "./samples.ts";
import type { Hands } from "./unit-life.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** So many points of a unit have a plan that runs. */
const planned = 3;

/** What a unit means to take: written by one person, approved by another; a plan for storms waits for its approval. */
export function planWeeks(
  past: Past,
  hands: Hands,
  given: { points: readonly SampledPoint[]; zone: string; fromMs: number; untilMs: number },
): Step[] {
  const { zone, fromMs, untilMs } = given;
  const [first] = given.points;
  const common = {
    ...{ zone, days: [...weekDay.options], bottleVolume: 1000, preservative: "none" as const, note: "" },
    ...{ pulse: null, holdingHours: 48 },
  };
  const steps: Step[] = given.points.slice(0, planned).map((point) => ({
    at: fromMs,
    work: async () => {
      const { id } = await past.plans.add(hands.sender, {
        ...common,
        ...{ name: `Routine, ${point.catchment.code}`, pointId: point.pointId, deviceId: point.deviceId },
        ...{ purpose: "routine", mode: "ctcv", intervalMin: 20, aliquot: 330, bottles: 24 },
        ...{ startsAt: fromMs + hour, endsAt: untilMs + 60 * day },
        analytes: ["amp", "benzoylEconine", "cocaine", "ketamine", "mamp", "mdma"],
      });
      await past.plans.approve(hands.reviewer, id);
    },
  }));
  if (first === undefined) return steps;
  steps.push({
    at: untilMs - 2 * day,
    work: async () => {
      await past.plans.add(hands.sender, {
        ...common,
        ...{ name: `Storm event, ${first.catchment.code}`, pointId: first.pointId, deviceId: null },
        ...{ purpose: "targeted", mode: "event", intervalMin: 10, aliquot: 80, bottles: 12 },
        ...{ startsAt: untilMs + 5 * day, endsAt: untilMs + 19 * day },
        analytes: ["cocaine", "mamp"],
      });
    },
  });
  return steps;
}
