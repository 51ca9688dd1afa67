import { randomBytes } from "node:crypto";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";

/** Whom an event is about; a batch of commands is no device, and a display is of no family either. */
export type EventAbout = { deviceId: number | null; unitId: number; typeKey: FamilyKey | null };

/** One event with the number by which a stream resumes. */
export type HistoryEntry = {
  id: string;
  about: EventAbout;
  event: LiveEvent;
  /** The event as JSON, written once for however many streams. */
  text: () => string;
};

/** The last events of this process. Numbers carry the process's own mark: those of another run never match. */
export function createEventHistory(max: number) {
  let run = randomBytes(4).toString("hex");
  const kept: HistoryEntry[] = [];
  let last = 0;
  return {
    add(about: EventAbout, event: LiveEvent): HistoryEntry {
      last += 1;
      let text: string | null = null;
      const entry = {
        id: `${run}-${last}`,
        about,
        event,
        text: () => {
          text ??= JSON.stringify(event);
          return text;
        },
      };
      kept.push(entry);
      if (kept.length > max * 2) kept.splice(0, kept.length - max);
      return entry;
    },

    /** Forgets everything: numbers given so far are those of another run from now on. */
    clear(): void {
      run = randomBytes(4).toString("hex");
      kept.length = 0;
      last = 0;
    },

    /** What came after that event; null where it is no longer known (or never was). */
    since(id: string): HistoryEntry[] | null {
      const [mark, number] = id.split("-");
      const seen = Number(number);
      if (mark !== run || !Number.isInteger(seen) || seen > last) return null;
      const firstKept = last - kept.length + 1;
      return seen + 1 < firstKept ? null : kept.slice(seen + 1 - firstKept);
    },
  };
}
