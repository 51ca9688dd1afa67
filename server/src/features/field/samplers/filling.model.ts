/** What a sampler told of one slot: an aliquot taken or missed, or that the bottle is full. */
export type SlotEvent = {
  at: number;
  receivedAt: number;
  identifier: string;
  slot: number;
  volume: number | null;
  bottleVolume: number | null;
  boxTemp: number | null;
  reason: string | null;
  trigger: string | null;
};

/** What went into one bottle, from empty until it was left or emptied. */
export type Filling = {
  slot: number;
  began: number;
  ended: number;
  trigger: string;
  taken: number;
  missed: number;
  reasons: Map<string, number>;
  volume: number;
  isFull: boolean;
  boxTemps: number[];
  events: SlotEvent[];
};

/** A missed aliquot tells no volume: after this long without any it belongs to the next filling. */
const longestPauseMs = 6 * 3_600_000;
/** mL; a bottle that holds no more than the aliquot itself was empty before it. */
const slack = 0.5;

/**
 * Groups events, in the order of their device times, into fillings. A taken aliquot opens a new one where the bottle
 * was empty before it; a missed one where the slot had been at rest. `clearedAt` ends what went before in a slot.
 */
export function readFillings(
  events: readonly SlotEvent[],
  clearedAt: ReadonlyMap<number, number> = new Map(),
): Filling[] {
  const open = new Map<number, Filling>();
  const fillings: Filling[] = [];
  for (const event of events) {
    const before = open.get(event.slot);
    const current =
      before === undefined || opensAnother(before, event, clearedAt.get(event.slot)) ? begin(event) : before;
    if (current === null) continue;
    if (current !== before) {
      fillings.push(current);
      open.set(event.slot, current);
    }
    take(current, event);
  }
  return fillings;
}

function begin(event: SlotEvent): Filling | null {
  // That a bottle is full says nothing of a filling whose aliquots are not known.
  if (event.identifier === "bottleFull") return null;
  return {
    slot: event.slot,
    began: event.at,
    ended: event.at,
    trigger: event.trigger ?? "",
    taken: 0,
    missed: 0,
    reasons: new Map(),
    volume: 0,
    isFull: false,
    boxTemps: [],
    events: [],
  };
}

function opensAnother(filling: Filling, event: SlotEvent, clearedAt: number | undefined): boolean {
  if (event.identifier === "bottleFull") return false;
  if (clearedAt !== undefined && filling.ended <= clearedAt && event.at > clearedAt) return true;
  if (event.identifier === "sampleMissed") return event.at - filling.ended > longestPauseMs;
  const wasEmpty =
    event.volume !== null && event.bottleVolume !== null && event.bottleVolume <= event.volume + slack;
  return wasEmpty && (filling.taken > 0 || event.at - filling.ended > longestPauseMs);
}

function take(filling: Filling, event: SlotEvent): void {
  filling.ended = Math.max(filling.ended, event.at);
  if (event.identifier === "bottleFull") {
    filling.isFull = true;
    return;
  }
  filling.events.push(event);
  if (event.boxTemp !== null) filling.boxTemps.push(event.boxTemp);
  if (event.identifier === "sampleMissed") {
    filling.missed += 1;
    const reason = event.reason ?? "";
    filling.reasons.set(reason, (filling.reasons.get(reason) ?? 0) + 1);
    return;
  }
  filling.taken += 1;
  filling.volume = event.bottleVolume ?? filling.volume + (event.volume ?? 0);
}

/** The mean and the highest of the box temperatures at the aliquots; null where none was told. */
export function boxTempOf(filling: Filling): { mean: number | null; max: number | null } {
  const { boxTemps } = filling;
  if (boxTemps.length === 0) return { mean: null, max: null };
  const mean = boxTemps.reduce((sum, one) => sum + one, 0) / boxTemps.length;
  return { mean: Math.round(mean * 100) / 100, max: Math.max(...boxTemps) };
}
