import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { digest } from "./digest.ts";
import { isValueSigned, signValue } from "./signature.ts";

/**
 * A signed head says: on `day`, at `signedAt`, the chain had `seq` rows and ended with `hash`. Anyone who keeps one can
 * prove later that nothing up to there was changed, and that there were as many rows. Keys and signatures are
 * Ed25519 (RFC 8032) in hex.
 */
export const signedHead = z.strictObject({
  chain: z.string().min(1),
  day: z.iso.date(),
  seq: z.number().int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  signedAt: z.iso.datetime({ offset: true }),
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type SignedHead = z.infer<typeof signedHead>;

export type SigningKey = { id: string; secretKey: string; publicKey: string };

/** A new key, or the one that a kept secret belongs to (32 bytes in hex). */
export function signingKey(secretKey: string = bytesToHex(ed25519.utils.randomSecretKey())): SigningKey {
  const publicKey = bytesToHex(ed25519.getPublicKey(hexToBytes(secretKey)));
  return { id: keyIdOf(publicKey), secretKey, publicKey };
}

/** The first 16 digits of the public key's SHA-256: short enough to be read out. */
export function keyIdOf(publicKey: string): string {
  return digest(publicKey).slice(0, 16);
}

export function signHead(head: Omit<SignedHead, "keyId" | "signature">, key: SigningKey): SignedHead {
  const said = { ...head, keyId: key.id };
  return { ...said, signature: signValue(said, key.secretKey) };
}

/** True where the head was signed by the owner of this public key; nonsense for a key is false. */
export function isSignedBy(head: SignedHead, publicKey: string): boolean {
  const { signature, ...said } = head;
  return keyIdOf(publicKey) === head.keyId && isValueSigned(said, signature, publicKey);
}
