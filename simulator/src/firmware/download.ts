import { createHash } from "node:crypto";
import type { FirmwareOffer } from "./offer.ts";

/** What is wrong with the way of a part: it ends in the middle, or one byte of it is another. */
export type PartFault = "breaks" | "corrupts" | null;

/** A part is here; the way to it broke and may be tried again; or the file is not to be had. */
export type PartEnding = { kind: "here" } | { kind: "broken" | "gone"; reason: string };

/** A file that comes part by part. What came is hashed and not kept: thousands of devices share one process. */
export type Download = {
  /** Bytes from the start of the file. */
  readonly received: number;
  readonly isWhole: boolean;
  isAsSigned(): boolean;
  /** The next part, from the byte where the one before ended, however it ended. */
  next(offer: FirmwareOffer, fault: PartFault): Promise<PartEnding>;
};

const parts = 20;
const smallestPart = 4096;
const largestPart = 1_048_576;
const timeoutMs = 30_000;

export function createDownload({ size, digest }: FirmwareOffer): Download {
  let hash = createHash(digest.method);
  let received = 0;
  let tag: string | null = null;
  const partBytes = Math.min(largestPart, Math.max(smallestPart, Math.ceil(size / parts)));

  function beginAgain(): void {
    hash = createHash(digest.method);
    received = 0;
  }

  /** The sentence that says why this is no answer to the question; null where it is one. */
  function judge(response: Response): string | null {
    if (response.status === 200) {
      // RFC 9110, 13.1.5: the file is another than the one begun, and comes from its start.
      beginAgain();
      return null;
    }
    if (response.status !== 206) return `The file was not found: HTTP ${response.status}.`;
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
    const fits = Number(range?.[1]) === received && Number(range?.[2]) === size;
    return fits ? null : "The received part is not the requested one.";
  }

  return {
    get received() {
      return received;
    },
    get isWhole() {
      return received === size;
    },
    isAsSigned: () => hash.copy().digest("hex") === digest.hex,
    async next({ url }, fault) {
      const end = Math.min(received + partBytes, size);
      const stop = new AbortController();
      try {
        const response = await fetch(url, {
          headers: { range: `bytes=${received}-${end - 1}`, ...(tag === null ? {} : { "if-range": tag }) },
          signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]),
        });
        if (response.status >= 500) return { kind: "broken", reason: `HTTP ${response.status}` };
        const refusal = judge(response);
        if (refusal !== null || response.body === null) {
          stop.abort();
          return { kind: "gone", reason: refusal ?? "The file is empty." };
        }
        tag = response.headers.get("etag");
        const breakAt = received + Math.floor((end - received) / 2);
        for await (const bytes of response.body) {
          const kept = fault === "breaks" ? bytes.subarray(0, Math.max(0, breakAt - received)) : bytes;
          hash.update(fault === "corrupts" ? flipFirst(kept) : kept);
          received += kept.length;
          if (received > size) return { kind: "gone", reason: "The file is longer than announced." };
          if (fault === "breaks" && received >= breakAt) {
            stop.abort();
            return { kind: "broken", reason: "the connection broke" };
          }
        }
        return received < end ? { kind: "broken", reason: "the part ended early" } : { kind: "here" };
      } catch (error) {
        return { kind: "broken", reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

function flipFirst(bytes: Uint8Array): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[0] = (flipped[0] ?? 0) ^ 1;
  return flipped;
}
