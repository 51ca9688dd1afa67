import type { SeedBottles } from "./seed.store.ts";

/** What went into a slot, as far as the places of bottles need it. */
export type SlotAutoSample = { slot: number; began: number; ended: number };

/** A day's set of bottles: its slots from the first aliquot to the last one. */
export type Round = { began: number; ended: number; slots: number[] };

const minute = 60_000;
/** The visitor opens the door some minutes before the program starts again. */
const visitMs = 4 * minute;
const day = 86_400_000;
/** Sets of bottles that a sampler has: one is in it, one was collected, the others are cleaned. */
const sets = 6;
const slotsInSet = 24;
const cleaningMs = 2 * day;

/** The fillings of a sampler, in the order of time, as rounds: a slot no higher than the last begins another. */
export function readRounds(autoSamples: readonly SlotAutoSample[]): Round[] {
  const rounds: Round[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (const { slot, began, ended } of [...autoSamples].sort((a, b) => a.began - b.began)) {
    const current = rounds.at(-1);
    if (current === undefined || slot <= last) rounds.push({ began, ended, slots: [slot] });
    else {
      current.slots.push(slot);
      current.ended = Math.max(current.ended, ended);
    }
    last = slot;
  }
  return rounds;
}

/** A pair that was broken: of which set, which slot, after how many of its rounds. */
export type BrokenPair = { set: number; slot: number; round: number; reason: string };

/** A slot whose bottles of the last rounds are not emptied: they wait for the laboratory. */
export type KeptSlot = { slot: number; rounds: number };

/**
 * The bottles that were in a sampler: six sets in turn, each collected when the next one came and cleaned after that.
 * The last set is still there.
 */
export function planBottles(
  deviceName: string,
  rounds: readonly Round[],
  { brokenPair, kept }: { brokenPair: BrokenPair | null; kept: KeptSlot | null },
): SeedBottles {
  const number = deviceName.replace(/^[A-Z]+-/, "");
  const plan: SeedBottles = { bottles: [], pairs: [], places: [] };
  for (const at of rounds.keys()) {
    const stay = stayOf(rounds, at, number);
    for (let slot = 1; slot <= slotsInSet; slot++)
      plan.places.push({ code: bodyCode(number, at % sets, slot), slot, ...stay });
  }
  const known = Math.min(sets, rounds.length);
  for (let set = 0; set < known; set++) {
    const lastRound = rounds.length - 1 - ((rounds.length - 1 - set) % sets);
    const ended = rounds[lastRound]?.ended ?? 0;
    const age = rounds.length - 1 - lastRound;
    const firstRound = rounds[set];
    const bound = (firstRound?.began ?? 0) - day;
    for (let slot = 1; slot <= slotsInSet; slot++) {
      const code = bodyCode(number, set, slot);
      const isFilled = age === 1 || (kept?.slot === slot && age <= kept.rounds);
      plan.bottles.push({
        code,
        state: age === 0 ? "inSampler" : isFilled ? "filled" : "bound",
        lot: `L${1 + set}`,
        cleaned: iso(age === 0 || isFilled ? bound : ended + cleaningMs),
      });
      plan.pairs.push(...pairsOf({ code, bound, broken: isOf(brokenPair, set, slot), rounds }));
    }
  }
  return plan;
}

/** Whether each round is one bottle: what fell in a day is poured together by the sampler itself. */
export function isDayBottled(rounds: readonly Round[]): boolean {
  return rounds.every((round) => round.slots.length === 1);
}

/** A bottle for each day, used once; those of the last rounds are not emptied: they wait for the laboratory. */
export function planDayBottles(
  deviceName: string,
  rounds: readonly Round[],
  keptRounds: number,
): SeedBottles {
  const number = deviceName.replace(/^[A-Z]+-/, "");
  const plan: SeedBottles = { bottles: [], pairs: [], places: [] };
  rounds.forEach((round, at) => {
    const code = `B${number}-D${String(at + 1).padStart(3, "0")}`;
    const age = rounds.length - 1 - at;
    const bound = iso(round.began - day);
    const isFilled = age > 0 && age <= keptRounds;
    const state = age === 0 ? "inSampler" : isFilled ? "filled" : "bound";
    const cleaned = age === 0 || isFilled ? bound : iso(round.ended + cleaningMs);
    plan.bottles.push({ code, state, lot: `L${1 + Math.floor(at / 24)}`, cleaned });
    plan.pairs.push({ code, cap: `C${code.slice(1)}`, bound, broken: null, reason: null });
    const slot = round.slots[0] ?? 1;
    plan.places.push({ code, slot, ...stayOf(rounds, at, number) });
  });
  return plan;
}

/** From the visit before its first aliquot until the next one. */
function stayOf(rounds: readonly Round[], at: number, number: string) {
  const [round, next] = [rounds[at], rounds[at + 1]];
  const since = iso((round?.began ?? 0) - visitMs);
  if (round === undefined || next === undefined) return { since, until: null, delivery: null };
  const until = iso(Math.max(round.ended, next.began - visitMs - minute));
  return { since, until, delivery: `D-${until.slice(2, 10).replaceAll("-", "")}-${number}` };
}

function isOf(pair: BrokenPair | null, set: number, slot: number): BrokenPair | null {
  return pair !== null && pair.set === set && pair.slot === slot ? pair : null;
}

function pairsOf(made: {
  code: string;
  bound: number;
  broken: BrokenPair | null;
  rounds: readonly Round[];
}): SeedBottles["pairs"] {
  const { code, bound, broken, rounds } = made;
  const cap = `C${code.slice(1)}`;
  const collected = broken === null ? undefined : rounds[broken.set + broken.round * sets]?.ended;
  if (broken === null || collected === undefined) {
    return [{ code, cap, bound: iso(bound), broken: null, reason: null }];
  }
  const at = collected + 30 * minute;
  return [
    { code, cap, bound: iso(bound), broken: iso(at), reason: broken.reason },
    { code, cap: `${cap}-2`, bound: iso(at + cleaningMs), broken: null, reason: null },
  ];
}

/** `B0417-C07`: the sampler, the set, the slot. */
function bodyCode(number: string, set: number, slot: number): string {
  return `B${number}-${"ABCDEF"[set]}${String(slot).padStart(2, "0")}`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
