/*
 * Checkpoints of a log (C2SP tlog-checkpoint) as signed notes (C2SP signed-note): texts that programs that are not
 * ours verify too. An extension line commits to a second tree, over how many events each thing has.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64, toBase64 } from "./base64.ts";
import { isEd25519Signed } from "./ed25519-verify.ts";
import { hashBytes } from "./merkle.ts";

export type TreeHead = { size: number; root: Uint8Array };
/** `rows`: the tree over the rows of a chain. `things`: the tree over each thing with its count of events. */
export type Checkpoint = { origin: string; rows: TreeHead; things: TreeHead };

/** A key that notes are verified by: the signer's name and the Ed25519 public key in hex. */
export type NoteKey = { name: string; publicKey: string };

/** The kinds of signatures: of the log itself, and of a witness that says when it saw the checkpoint. */
export const noteKinds = { log: 1, witness: 4 } as const;
export type NoteKind = (typeof noteKinds)[keyof typeof noteKinds];
export const keyHashBytes = 4;

export function writeCheckpoint({ origin, rows, things }: Checkpoint): string {
  const counts = `things ${things.size} ${toBase64(things.root)}`;
  return `${origin}\n${rows.size}\n${toBase64(rows.root)}\n${counts}\n`;
}

/** Null where the text is no checkpoint with a tree of things. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = "", size = "", root = "", extension = "", ...rest] = text.split("\n");
  const [word, thingCount = "", thingRoot = ""] = extension.split(" ");
  if (origin === "" || word !== "things" || rest.length !== 1 || rest[0] !== "") return null;
  const rows = readHead(size, root);
  const things = readHead(thingCount, thingRoot);
  return rows === null || things === null ? null : { origin, rows, things };
}

function readHead(size: string, root: string): TreeHead | null {
  const bytes = fromBase64(root);
  if (!/^(0|[1-9][0-9]{0,14})$/.test(size) || bytes?.length !== hashBytes) return null;
  return { size: Number(size), root: bytes };
}

/** The key's own hash in a signature, so that a reader finds its key: the first bytes of SHA-256 of name and key. */
export function keyHash({ name, publicKey }: NoteKey, kind: NoteKind = noteKinds.log): Uint8Array {
  const said = new Uint8Array([...utf8ToBytes(`${name}\n`), kind, ...hexToBytes(publicKey)]);
  return sha256(said).slice(0, keyHashBytes);
}

/** Signs a text that ends with a line feed, under the signer's name. */
export function signNote(text: string, signer: { name: string; secretKey: string }): string {
  const secret = hexToBytes(signer.secretKey);
  const key = { name: signer.name, publicKey: bytesToHex(ed25519.getPublicKey(secret)) };
  const signature = ed25519.sign(utf8ToBytes(text), secret);
  const bytes = new Uint8Array([...keyHash(key), ...signature]);
  return `${text}\n${signatureLine(signer.name, bytes)}`;
}

/** A line of a note: who signed, and the key's hash with the signature. */
export function signatureLine(name: string, bytes: Uint8Array): string {
  return `— ${name} ${toBase64(bytes)}\n`;
}

export type SignedNote = { text: string; signatures: { name: string; bytes: Uint8Array }[] };

/** Null where it is no signed note; the signatures are not verified by this. */
export function readNote(note: string): SignedNote | null {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) return null;
  const signatures: SignedNote["signatures"] = [];
  for (const line of note.slice(end + 2, -1).split("\n")) {
    const [, name = "", base64 = ""] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
    const bytes = fromBase64(base64);
    if (name === "" || bytes === null || bytes.length <= keyHashBytes) return null;
    signatures.push({ name, bytes });
  }
  return { text: note.slice(0, end + 1), signatures };
}

/** True where the note carries a right signature of this key. */
export function isNoteSigned({ text, signatures }: SignedNote, key: NoteKey): boolean {
  const hash = bytesToHex(keyHash(key));
  return signatures.some(({ name, bytes }) => {
    if (name !== key.name || bytesToHex(bytes.slice(0, keyHashBytes)) !== hash) return false;
    try {
      return isEd25519Signed(bytes.slice(keyHashBytes), utf8ToBytes(text), hexToBytes(key.publicKey));
    } catch {
      return false; // bytes that are no point of the curve, or too few
    }
  });
}

/** A verifier key in the text of signed notes: `NAME+HASH+BASE64`. */
export function writeNoteKey(key: NoteKey, kind: NoteKind = noteKinds.log): string {
  const bytes = new Uint8Array([kind, ...hexToBytes(key.publicKey)]);
  return `${key.name}+${bytesToHex(keyHash(key, kind))}+${toBase64(bytes)}`;
}

/** Null where the text is no verifier key with an Ed25519 key. */
export function readNoteKey(text: string, kind: NoteKind = noteKinds.log): NoteKey | null {
  const [, name = "", hash = "", base64 = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(base64);
  if (bytes?.length !== 1 + 32 || bytes[0] !== kind) return null;
  const key = { name, publicKey: bytesToHex(bytes.slice(1)) };
  return bytesToHex(keyHash(key, kind)) === hash ? key : null;
}
