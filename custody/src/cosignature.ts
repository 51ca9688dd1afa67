/*
 * Cosignatures of witnesses (C2SP tlog-cosignature, Ed25519): a witness signs a checkpoint with the time at which it
 * saw it, after it has made sure that the log only grew since the one before.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  keyHash,
  keyHashBytes,
  type NoteKey,
  noteKinds,
  type SignedNote,
  signatureLine,
} from "./checkpoint.ts";
import { isEd25519Signed } from "./ed25519-verify.ts";

const timeBytes = 8;

/** The line that a witness adds to a checkpoint; `atSeconds` is Unix time. */
export function cosign(
  text: string,
  witness: { name: string; publicKey: string; secretKey: string },
  atSeconds: number,
): string {
  const time = new Uint8Array(timeBytes);
  new DataView(time.buffer).setBigUint64(0, BigInt(atSeconds));
  const signature = ed25519.sign(signedText(text, atSeconds), hexToBytes(witness.secretKey));
  const hash = keyHash(witness, noteKinds.witness);
  return signatureLine(witness.name, new Uint8Array([...hash, ...time, ...signature]));
}

/** When this witness saw the checkpoint, in Unix seconds; null where it did not sign it. */
export function cosignedAt({ text, signatures }: SignedNote, witness: NoteKey): number | null {
  const hash = bytesToHex(keyHash(witness, noteKinds.witness));
  for (const { name, bytes } of signatures) {
    if (name !== witness.name || bytesToHex(bytes.slice(0, keyHashBytes)) !== hash) continue;
    if (bytes.length < keyHashBytes + timeBytes) continue;
    const time = bytes.slice(keyHashBytes, keyHashBytes + timeBytes);
    const atSeconds = Number(new DataView(time.buffer).getBigUint64(0));
    try {
      const signature = bytes.slice(keyHashBytes + timeBytes);
      if (isEd25519Signed(signature, signedText(text, atSeconds), hexToBytes(witness.publicKey)))
        return atSeconds;
    } catch {
      // bytes that are no point of the curve, or too few: no signature
    }
  }
  return null;
}

const signedText = (text: string, atSeconds: number): Uint8Array =>
  utf8ToBytes(`cosignature/v1\ntime ${atSeconds}\n${text}`);
