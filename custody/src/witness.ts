/*
 * What a witness answers to `add-checkpoint` (C2SP tlog-witness): it countersigns a log's checkpoint only if the log
 * has grown from the last one that it countersigned. Pure: the state is kept by the caller before it answers.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { fromBase64 } from "./base64.ts";
import { isNoteSigned, type NoteKey, readNote, type TreeHead } from "./checkpoint.ts";
import { createMerkle, hashBytes } from "./merkle.ts";

const merkle = createMerkle(sha256);
const maxProof = 63;

/** A request: the size that the log believes is the last one, a consistency proof from there, and the checkpoint. */
export function writeAddCheckpoint(old: number, path: readonly string[], note: string): string {
  return `old ${old}\n${path.map((one) => `${one}\n`).join("")}\n${note}`;
}

export type WitnessAnswer =
  /** To be kept, then countersigned and answered. */
  | { status: 200; origin: string; head: TreeHead; text: string }
  /** The log has to begin from this size. */
  | { status: 409; size: number }
  /** 400: not a request. 403: not signed by the log. 404: an unknown log. 422: the log did not grow from there. */
  | { status: 400 | 403 | 404 | 422 };

/** `trusted`: the keys of logs by their origin, which is their name. `last`: the head that was countersigned last. */
export function judgeAddCheckpoint(
  body: string,
  trusted: readonly NoteKey[],
  last: (origin: string) => TreeHead | null,
): WitnessAnswer {
  const asked = readAddCheckpoint(body);
  if (asked === null) return { status: 400 };
  const { old, path, note, origin, head } = asked;
  const keys = trusted.filter((key) => key.name === origin);
  if (keys.length === 0) return { status: 404 };
  if (!keys.some((key) => isNoteSigned(note, key))) return { status: 403 };
  if (old > head.size) return { status: 400 };
  const known = last(origin) ?? { size: 0, root: merkle.emptyRoot() };
  if (old !== known.size) return { status: 409, size: known.size };
  const isConsistent = merkle.isConsistent(known, head, path);
  if (!isConsistent) return old === head.size ? { status: 409, size: known.size } : { status: 422 };
  return { status: 200, origin, head, text: note.text };
}

function readAddCheckpoint(body: string) {
  const end = body.indexOf("\n\n");
  const [first = "", ...proof] = body.slice(0, Math.max(0, end)).split("\n");
  const size = /^old (0|[1-9][0-9]{0,14})$/.exec(first)?.[1];
  const path = proof.flatMap((line) => fromBase64(line) ?? []);
  const isProof = path.length === proof.length && path.every((one) => one.length === hashBytes);
  const note = readNote(body.slice(end + 2));
  if (size === undefined || !isProof || path.length > maxProof || note === null) return null;
  const read = readTreeHead(note.text);
  return read === null ? null : { old: Number(size), path, note, ...read };
}

/** Origin, size and root of any log's checkpoint, whatever its extension lines say. */
function readTreeHead(text: string): { origin: string; head: TreeHead } | null {
  const [origin = "", size = "", root = ""] = text.split("\n");
  const bytes = fromBase64(root);
  if (origin === "" || !/^(0|[1-9][0-9]{0,14})$/.test(size) || bytes?.length !== hashBytes) return null;
  return { origin, head: { size: Number(size), root: bytes } };
}
