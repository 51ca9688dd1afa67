/** What became of the water of a sample, in mL: received = consumed + held + reserve + destroyed + gap. */
import type { CustodyEvent } from "./custody.ts";
import type { Sampling } from "./samplings.ts";

type SampleAmounts = {
  received: number;
  /** Taken out for analysis. */
  consumed: number;
  /** Not disposed of yet: on its way, or in the laboratory. */
  held: number;
  reserve: number;
  destroyed: number;
  /** What no event accounts for; negative where events account for more than was received. */
  gap: number;
};

type Water = Pick<Sampling, "samplingId" | "volume" | "state">;
type Amount = Pick<CustodyEvent, "kind" | "about" | "amount">;

const nothing: SampleAmounts = { received: 0, consumed: 0, held: 0, reserve: 0, destroyed: 0, gap: 0 };

/** Null where the volume of the sample is not recorded. */
export function amountsOf(sample: Water, events: readonly Amount[]): SampleAmounts | null {
  const { volume, state } = sample;
  if (volume === null) return null;
  const own = events.filter((event) => event.about.includes(`sampling:${sample.samplingId}`));
  const sumOf = (kind: Amount["kind"]) =>
    own.reduce((sum, event) => sum + (event.kind === kind ? (event.amount ?? 0) : 0), 0);
  const consumed = sumOf("open");
  const left = volume - consumed;
  const amounts = { ...nothing, received: volume, consumed };
  if (state === "destroyed") {
    const destroyed = sumOf("destroy");
    return { ...amounts, destroyed, gap: left - destroyed };
  }
  if (state !== "reserve") return { ...amounts, held: left };
  const reserve = own.findLast((event) => event.kind === "reserve")?.amount ?? left;
  return { ...amounts, reserve, gap: left - reserve };
}

/** Of all samples whose volume is recorded, and how many have none; void samples took no water of their own. */
export function balanceOf(
  samples: readonly Water[],
  events: readonly Amount[],
): { amounts: SampleAmounts; unknown: number } {
  const counted = samples.filter((one) => one.state !== "void");
  const known = counted.flatMap((one) => amountsOf(one, events) ?? []);
  const amounts = { ...nothing };
  for (const one of known) for (const part of parts) amounts[part] += one[part];
  return { amounts, unknown: counted.length - known.length };
}

const parts = ["received", "consumed", "held", "reserve", "destroyed", "gap"] as const;
