import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fromBase64, toBase64 } from "./base64.ts";
import type { Certificate } from "./certificate.ts";
import { type Checkpoint, readCheckpoint } from "./checkpoint.ts";
import { type Blocks, readBlockLine } from "./evidence-file.ts";
import { linesOf } from "./evidence-read.ts";
import { type Finding, failed, type Verdict } from "./evidence-verdict.ts";
import { createMerkle } from "./merkle.ts";
import { isTrustedStamp, readStamp, type TimeStamp } from "./time-stamp.ts";

const merkle = createMerkle(sha256);
const kind = "time";

/**
 * A line of the stamps: the text of a checkpoint, the token over it in base64, and the proof that the log of the file
 * goes on from it; without any for the file's own checkpoint.
 */
export type StampLine = { text: string; token: string; sha256: string; path: readonly string[] };

/** `sha256` is that of the token: some of its bytes are not signed, and none may change all the same. */
export function stampLine(text: string, token: Uint8Array, path: readonly string[]): StampLine {
  return { text, token: toBase64(token), sha256: bytesToHex(sha256(token)), path };
}

type Stamped = { stamp: TimeStamp; checkpoint: Checkpoint };

/**
 * When the records existed, by the clock of an outside authority. `checkpoint` is null where the log of the file failed;
 * `trusted` are certificates that came another way than in the file.
 */
export function checkTime(
  blocks: Blocks,
  checkpoint: Checkpoint | null,
  rows: readonly { seq: number }[],
  trusted: readonly Certificate[],
): Verdict {
  const findings: Finding[] = [];
  const found: Stamped[] = [];
  for (const [at, line] of linesOf(blocks.stamps).entries()) {
    const one = readLine(line);
    if (one === null) findings.push({ code: "badStamp", line: at + 1 });
    else if (checkpoint !== null && !leadsFrom(one, checkpoint))
      findings.push({ code: "strangeStamp", line: at + 1 });
    else if (trusted.length > 0 && !isTrustedStamp(one.stamp, trusted))
      findings.push({ code: "otherAuthority", line: at + 1, name: one.stamp.signer.name });
    else found.push(one);
  }
  if (findings.length > 0) return failed(kind, findings);
  if (found.length === 0) return { kind, state: "missing", findings: [{ code: "noStamp" }] };
  if (checkpoint === null) return { kind, state: "unconfirmed", findings: [{ code: "logFailed" }] };
  return verdictOf(found, checkpoint, rows, trusted.length > 0);
}

function readLine(line: string): (Stamped & { path: Uint8Array[] }) | null {
  const value = readBlockLine(line);
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 4) return null;
  const { text, token, sha256: hash, path } = value as { readonly [name: string]: unknown };
  if (typeof text !== "string" || typeof token !== "string" || !Array.isArray(path)) return null;
  const bytes = fromBase64(token);
  const hashes = path.flatMap((one) => (typeof one === "string" ? (fromBase64(one) ?? []) : []));
  const checkpoint = readCheckpoint(text);
  if (bytes === null || bytesToHex(sha256(bytes)) !== hash) return null;
  const stamp = readStamp(bytes, text);
  if (stamp === null || checkpoint === null || hashes.length !== path.length) return null;
  return { stamp, checkpoint, path: hashes };
}

const leadsFrom = (one: Stamped & { path: Uint8Array[] }, now: Checkpoint): boolean =>
  one.checkpoint.origin === now.origin && merkle.isConsistent(one.checkpoint.rows, now.rows, one.path);

function verdictOf(
  found: readonly Stamped[],
  checkpoint: Checkpoint,
  rows: readonly { seq: number }[],
  isTrusted: boolean,
): Verdict {
  const iso = (at: number) => new Date(at).toISOString();
  const whole = found.filter((one) => one.checkpoint.rows.size === checkpoint.rows.size);
  const earliest = Math.min(...whole.map(({ stamp }) => stamp.at));
  const name = found[0]?.stamp.signer.name ?? "";
  const findings: Finding[] = [];
  if (whole.length > 0)
    findings.push({
      code: isTrusted ? "stamped" : "ownStamp",
      name,
      time: iso(earliest),
      size: checkpoint.rows.size,
    });
  else findings.push({ code: "stampFollows" });
  for (const { stamp, checkpoint: at } of found.filter((one) => !whole.includes(one))) {
    const count = rows.filter(({ seq }) => seq <= at.rows.size).length;
    if (count > 0) findings.push({ code: "stampedBy", count, time: iso(stamp.at) });
  }
  return { kind, state: isTrusted && whole.length > 0 ? "ok" : "unconfirmed", findings };
}
