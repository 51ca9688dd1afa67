import { createHash, type KeyObject, randomBytes, sign, verify } from "node:crypto";

/** What the platform signs: which unit, until when the code may be entered, and a number that no other code has. */
export type CodeClaims = { unitId: number; enterBy: Date; nonce: Buffer };

const version = 1;
const nonceLength = 16;
const signedLength = 1 + 4 + 8 + nonceLength;
const signatureLength = 64;

export function makeNonce(): Buffer {
  return randomBytes(nonceLength);
}

/** The code as people pass it on: base64url, so that a mail or a message carries it unharmed. */
export function signCode(facts: CodeClaims, privateKey: KeyObject): string {
  const signed = Buffer.alloc(signedLength);
  signed.writeUInt8(version, 0);
  signed.writeUInt32BE(facts.unitId, 1);
  signed.writeBigUInt64BE(BigInt(facts.enterBy.getTime()), 5);
  facts.nonce.copy(signed, 13);
  return Buffer.concat([signed, sign(null, signed, privateKey)]).toString("base64url");
}

/** What a code says, where this platform signed it; null for anything else. White space that mails add is no matter. */
export function readCode(code: string, publicKey: KeyObject): CodeClaims | null {
  const text = code.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== signedLength + signatureLength || bytes[0] !== version) return null;
  const signed = bytes.subarray(0, signedLength);
  if (!verify(null, signed, publicKey, bytes.subarray(signedLength))) return null;
  return {
    unitId: signed.readUInt32BE(1),
    enterBy: new Date(Number(signed.readBigUInt64BE(5))),
    nonce: signed.subarray(13),
  };
}

/** By which the database knows a code: it never holds one that could be entered. */
export function hashOf(facts: CodeClaims): Buffer {
  return createHash("sha256").update(facts.nonce).digest();
}
