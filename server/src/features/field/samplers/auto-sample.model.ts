/** What a sampler reported of one slot: an aliquot taken or missed, or that the bottle is full. */
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
export type AutoSample = {
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

/** A moment [ms] at which a bottle came into a slot or left it, or at which the device set the slot's volume back. */
export type SlotCut = { slot: number; at: number; isCleared: boolean };

/** The time that a bottle spent in a slot; `until` is null while it is there. */
export type Stay = { slot: number; since: Date; until: Date | null };

/** A missed aliquot reports no volume: after this long without any it belongs to the next filling. */
const maxPauseMs = 6 * 3_600_000;
/** mL; a bottle that holds no more than the aliquot itself was empty before it. */
const slack = 0.5;

/**
 * Groups events, in the order of their device times, into fillings. A taken aliquot opens a new one where the bottle
 * was empty before it; a missed one where the slot had been at rest. Nothing runs over a cut: what was put into one
 * bottle is never counted for the next one. Cuts are in the order of their times too.
 */
export function readAutoSamples(events: readonly SlotEvent[], cuts: readonly SlotCut[] = []): AutoSample[] {
  const slots = new Map<number, SlotReader>();
  for (const cut of cuts) readerOf(slots, cut.slot).cuts.push(cut);
  const autoSamples: AutoSample[] = [];
  for (const event of events) {
    const reader = readerOf(slots, event.slot);
    passCuts(reader, event.at);
    const isOther =
      reader.autoSample === null || reader.crossed !== null || opensAnother(reader.autoSample, event);
    if (isOther) {
      // That a bottle is full says nothing of a filling whose aliquots are not known.
      if (event.identifier === "bottleFull") continue;
      reader.autoSample = begin(event);
      // A counter that nobody set back still counts what is in the bottle before.
      reader.countedBefore = reader.crossed !== null && !reader.crossed.isCleared ? null : 0;
      reader.crossed = null;
      autoSamples.push(reader.autoSample);
    }
    if (reader.autoSample !== null) take(reader, reader.autoSample, event);
  }
  return autoSamples;
}

/** Whether a filling went into the bottle of this stay. */
export function isInStay(stay: Stay, { slot, began }: Pick<AutoSample, "slot" | "began">): boolean {
  return (
    slot === stay.slot &&
    began >= stay.since.getTime() &&
    (stay.until === null || began <= stay.until.getTime())
  );
}

/**
 * What is in the bottle of a stay: the last that went into it, or the aliquots that it missed where it got none. The
 * one answer to this question, for the rings, the lists, the removal of a bottle and the sample made of it.
 */
export function contentOf(stay: Stay, autoSamples: readonly AutoSample[]): AutoSample | null {
  const own = autoSamples.filter((one) => isInStay(stay, one)).sort((a, b) => a.began - b.began);
  return own.findLast((one) => one.taken > 0) ?? own.at(-1) ?? null;
}

/** A slot while its events are read. */
type SlotReader = {
  cuts: SlotCut[];
  nextCut: number;
  /** The cut since the last event; null where there was none. */
  crossed: SlotCut | null;
  autoSample: AutoSample | null;
  /** mL that the device's counter had before the filling; null until its first aliquot says so. */
  countedBefore: number | null;
};

function readerOf(slots: Map<number, SlotReader>, slot: number): SlotReader {
  const known = slots.get(slot);
  if (known !== undefined) return known;
  const reader: SlotReader = { cuts: [], nextCut: 0, crossed: null, autoSample: null, countedBefore: 0 };
  slots.set(slot, reader);
  return reader;
}

function passCuts(reader: SlotReader, at: number): void {
  for (;;) {
    const cut = reader.cuts[reader.nextCut];
    if (cut === undefined || cut.at > at) return;
    reader.nextCut += 1;
    reader.crossed = { ...cut, isCleared: cut.isCleared || (reader.crossed?.isCleared ?? false) };
  }
}

function begin(event: SlotEvent): AutoSample {
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

function opensAnother(autoSample: AutoSample, event: SlotEvent): boolean {
  if (event.identifier === "bottleFull") return false;
  if (event.identifier === "sampleMissed") return event.at - autoSample.ended > maxPauseMs;
  const wasEmpty =
    event.volume !== null && event.bottleVolume !== null && event.bottleVolume <= event.volume + slack;
  return wasEmpty && (autoSample.taken > 0 || event.at - autoSample.ended > maxPauseMs);
}

function take(reader: SlotReader, autoSample: AutoSample, event: SlotEvent): void {
  autoSample.ended = Math.max(autoSample.ended, event.at);
  if (event.identifier === "bottleFull") {
    autoSample.isFull = true;
    return;
  }
  autoSample.events.push(event);
  if (event.boxTemp !== null) autoSample.boxTemps.push(event.boxTemp);
  if (event.identifier === "sampleMissed") {
    autoSample.missed += 1;
    const reason = event.reason ?? "";
    autoSample.reasons.set(reason, (autoSample.reasons.get(reason) ?? 0) + 1);
    return;
  }
  autoSample.taken += 1;
  const { volume, bottleVolume } = event;
  if (bottleVolume === null) {
    autoSample.volume += volume ?? 0;
    return;
  }
  reader.countedBefore ??= volume === null ? 0 : Math.max(0, bottleVolume - volume);
  autoSample.volume = Math.max(0, bottleVolume - reader.countedBefore);
}

/** The mean and the highest of the box temperatures at the aliquots; null where none was reported. */
export function boxTempOf(autoSample: AutoSample): { mean: number | null; max: number | null } {
  const { boxTemps } = autoSample;
  if (boxTemps.length === 0) return { mean: null, max: null };
  const mean = boxTemps.reduce((sum, one) => sum + one, 0) / boxTemps.length;
  return { mean: Math.round(mean * 100) / 100, max: Math.max(...boxTemps) };
}
