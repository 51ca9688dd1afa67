import { randomBytes } from "node:crypto";
import { type FamilyKey, familyKeys } from "@tracewater/contract/fleet/families";
import { type LiveEvent, liveEvent } from "@tracewater/contract/fleet/realtime";

/** Whom an event is about; a batch of commands is no device, and a display is of no family either. */
export type EventAbout = { deviceId: number | null; unitId: number; typeKey: FamilyKey | null };

type MessageEvent = Extract<LiveEvent, { type: "message" }>;

/** A message of the log as it is kept: its payload is JSON text until somebody is sent it. */
export type KeptEvent =
  | Exclude<LiveEvent, { type: "message" }>
  | (Omit<MessageEvent, "payload"> & { payload: string });

/** One event with the number by which a stream resumes. */
export type HistoryEntry = {
  id: string;
  about: EventAbout;
  type: KeptEvent["type"];
  event: () => KeptEvent;
  /** The event as JSON, written once for however many streams. */
  text: () => string;
};

/** Each event is kept as whom it is about, and its JSON. */
const head = { bytes: 22, length: 0, deviceId: 4, unitId: 12, type: 20, family: 21 };
const blockBytes = 256 * 1024;
/** Stands for no device (its ids begin at 1), or no family. */
const none = { deviceId: 0, family: 255 };

type Block = { memory: Buffer; used: number; count: number; firstNumber: number };

/**
 * The last events of this process, in memory outside the heap: kept as objects for a few seconds, each would be
 * copied twice and then be left to a collection of the whole heap. Numbers carry the process's own mark: those of another run
 * never match.
 *
 * `maxBytes`: with so much of them the oldest are forgotten, a block at a time.
 */
export function createEventHistory({ maxBytes }: { maxBytes: number }) {
  let run = randomBytes(4).toString("hex");
  let blocks: Block[] = [];
  let keptBytes = 0;
  let last = 0;

  /** A block with so much room; one that was forgotten is written again. */
  function roomFor(bytes: number): Block {
    const newest = blocks.at(-1);
    if (newest !== undefined && newest.used + bytes <= newest.memory.length) return newest;
    let spare: Buffer | null = null;
    const needed = Math.max(bytes, blockBytes);
    for (let [oldest] = blocks; oldest !== undefined && keptBytes + needed > maxBytes; [oldest] = blocks) {
      blocks.shift();
      keptBytes -= oldest.memory.length;
      if (oldest.memory.length === needed) spare = oldest.memory;
    }
    const memory = spare ?? Buffer.allocUnsafeSlow(needed);
    const block = { memory, used: 0, count: 0, firstNumber: last };
    blocks.push(block);
    keptBytes += memory.length;
    return block;
  }

  function keep({ deviceId, unitId, typeKey }: EventAbout, type: KeptEvent["type"], json: string): void {
    const length = head.bytes + Buffer.byteLength(json);
    const block = roomFor(length);
    const { memory, used: at } = block;
    memory.writeUInt32LE(length, at + head.length);
    memory.writeDoubleLE(deviceId ?? none.deviceId, at + head.deviceId);
    memory.writeDoubleLE(unitId, at + head.unitId);
    memory.writeUInt8(types.indexOf(type), at + head.type);
    memory.writeUInt8(typeKey === null ? none.family : familyKeys.indexOf(typeKey), at + head.family);
    memory.write(json, at + head.bytes);
    block.used += length;
    block.count += 1;
  }

  function* read(from: number): Generator<HistoryEntry> {
    for (const { memory, used, count, firstNumber } of blocks) {
      if (firstNumber + count <= from) continue;
      let at = 0;
      for (let number = firstNumber; at < used; number++) {
        if (number >= from) yield readEntry(`${run}-${number}`, memory, at);
        at += memory.readUInt32LE(at + head.length);
      }
    }
  }

  return {
    add(about: EventAbout, event: KeptEvent): HistoryEntry {
      last += 1;
      const json = JSON.stringify(event);
      keep(about, event.type, json);
      const text = onceWritten(() => writeLive(event.type, json));
      return { id: `${run}-${last}`, about, type: event.type, event: () => event, text };
    },

    /** Forgets everything: numbers given so far are those of another run from now on. */
    clear(): void {
      run = randomBytes(4).toString("hex");
      blocks = [];
      keptBytes = 0;
      last = 0;
    },

    /** Of the newest event, or of none before the first: what comes after it is what a stream that opens now would miss. */
    lastId: () => `${run}-${last}`,

    /** What came after that event, to be read at once; null where it is no longer known (or never was). */
    since(id: string): Iterable<HistoryEntry> | null {
      const [mark, number] = id.split("-");
      const from = Number(number) + 1;
      if (mark !== run || !Number.isInteger(from) || from > last + 1) return null;
      return from < (blocks[0]?.firstNumber ?? 1) ? null : read(from);
    },
  };
}

const types = liveEvent.options.map((option) => option.shape.type.value);

function onceWritten(write: () => string): () => string {
  let text: string | null = null;
  return () => {
    text ??= write();
    return text;
  };
}

/** The JSON of an event that nobody wants is never read. */
function readEntry(id: string, memory: Buffer, at: number): HistoryEntry {
  const deviceId = memory.readDoubleLE(at + head.deviceId);
  const about = {
    deviceId: deviceId === none.deviceId ? null : deviceId,
    unitId: memory.readDoubleLE(at + head.unitId),
    typeKey: familyKeys[memory.readUInt8(at + head.family)] ?? null,
  };
  const type = types[memory.readUInt8(at + head.type)];
  if (type === undefined) throw new Error("an event of no known type is kept");
  const end = at + memory.readUInt32LE(at + head.length);
  const json = () => memory.toString("utf8", at + head.bytes, end);
  const text = onceWritten(() => writeLive(type, json()));
  return { id, about, type, event: () => JSON.parse(json()), text };
}

/** All but messages are sent as they are kept. */
function writeLive(type: KeptEvent["type"], json: string): string {
  if (type !== "message") return json;
  const { payload, ...rest }: Extract<KeptEvent, { type: "message" }> = JSON.parse(json);
  return JSON.stringify({ ...rest, payload: JSON.parse(payload) });
}
