import { weekDay } from "@tracewater/contract/laboratory/plans";
import type { HistoryServices } from "../../../app/platform.ts";
import { dayBottle } from "../plan.ts";
import type { Step } from "./history-clock.ts";
import type { Staff } from "./people.data.ts";
import type { SampledPoint } from "./samples.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** So many points of a unit have a plan that runs. */
const planned = 3;

/** What a unit means to take: written by one person, approved by another; a plan for storms waits for its approval. */
export function planWeeks(
  history: HistoryServices,
  staff: Staff,
  given: {
    points: readonly SampledPoint[];
    /** By point, once its plan is approved: what is taken by hand names it. */
    running: Map<number, number>;
    fromMs: number;
    untilMs: number;
    /** A command becomes one that its device accepted then. */
    answer: (commandId: string, at: number) => Promise<void>;
  },
): Step[] {
  const { fromMs, untilMs } = given;
  const [first] = given.points;
  const common = {
    // No zone: days are those of the point.
    ...{ zone: "", days: [...weekDay.options], bottleVolume: 1000, preservative: "none" as const, note: "" },
    ...{ pulse: null, holdingHours: 48 },
  };
  const daily = given.points.filter((point) => point.isDayBottled);
  const others = given.points.filter((point) => !point.isDayBottled);
  const steps: Step[] = [...daily, ...others].slice(0, planned).flatMap((point) => {
    let planId = 0;
    const pumped = point.isDayBottled
      ? { intervalMin: dayBottle.interval, aliquot: dayBottle.aliquot, bottles: dayBottle.bottles }
      : { intervalMin: 20, aliquot: 330, bottles: 24 };
    const write = async () => {
      const { id } = await history.plans.add(staff.sender, {
        ...common,
        ...{ name: `Routine, ${point.catchment.code}`, pointId: point.pointId, deviceId: point.deviceId },
        ...{ purpose: "routine", mode: "ctcv", ...pumped },
        ...{ startsAt: fromMs + hour, endsAt: untilMs + 60 * day },
        analytes: ["amp", "benzoylEconine", "cocaine", "ketamine", "mamp", "mdma"],
      });
      await history.plans.approve(staff.reviewer, id);
      planId = id;
      given.running.set(point.pointId, id);
    };
    // The sampler gets its program when the demo's devices connect. One that fills a bottle a day has run it all along.
    const program = async () => (await history.plans.program(staff.sender, planId)).commandId;
    const accepted = fromMs + 2 * hour;
    const early = {
      at: accepted,
      work: async () => given.answer(await program(), accepted),
    };
    return [
      { at: fromMs, work: write },
      ...(point.isDayBottled ? [early] : []),
      { at: untilMs - hour, work: async () => void (await program()) },
    ];
  });
  if (first === undefined) return steps;
  steps.push({
    at: untilMs - 2 * day,
    work: async () => {
      await history.plans.add(staff.sender, {
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
