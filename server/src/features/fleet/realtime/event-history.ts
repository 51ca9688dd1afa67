import { randomBytes } from "node:crypto";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";

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
  event: KeptEvent;
  /** The event as JSON, written once for however many streams. */
  text: () => string;
};

/**
 * The last events of this process, at least half of `max` where they take no more than `maxBytes`. Numbers carry the
 * process's own mark: those of another run never match.
 */
export function createEventHistory({ max, maxBytes }: { max: number; maxBytes: number }) {
  let run = randomBytes(4).toString("hex");
  let kept: { entry: HistoryEntry; bytes: number }[] = [];
  let keptBytes = 0;
  let last = 0;

  function forgetOldest(): void {
    let from = Math.max(0, kept.length - max / 2);
    for (const { bytes } of kept.slice(0, from)) keptBytes -= bytes;
    while (keptBytes > maxBytes / 2 && from < kept.length) keptBytes -= kept[from++]?.bytes ?? 0;
    kept = kept.slice(from);
  }

  return {
    /** `bytes`: about what it takes to keep, beyond a few hundred. */
    add(about: EventAbout, event: KeptEvent, bytes = 0): HistoryEntry {
      last += 1;
      let text: string | null = null;
      const entry = {
        id: `${run}-${last}`,
        about,
        event,
        text: () => {
          text ??= JSON.stringify(toLiveEvent(event));
          return text;
        },
      };
      kept.push({ entry, bytes });
      keptBytes += bytes;
      if (kept.length > max || keptBytes > maxBytes) forgetOldest();
      return entry;
    },

    /** Forgets everything: numbers given so far are those of another run from now on. */
    clear(): void {
      run = randomBytes(4).toString("hex");
      kept = [];
      keptBytes = 0;
      last = 0;
    },

    /** What came after that event; null where it is no longer known (or never was). */
    since(id: string): HistoryEntry[] | null {
      const [mark, number] = id.split("-");
      const seen = Number(number);
      if (mark !== run || !Number.isInteger(seen) || seen > last) return null;
      const firstKept = last - kept.length + 1;
      return seen + 1 < firstKept ? null : kept.slice(seen + 1 - firstKept).map(({ entry }) => entry);
    },
  };
}

function toLiveEvent(event: KeptEvent): LiveEvent {
  return event.type === "message" ? { ...event, payload: JSON.parse(event.payload) } : event;
}
