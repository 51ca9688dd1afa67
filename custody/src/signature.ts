import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalize } from "./canonical.ts";

/** The Ed25519 signature (RFC 8032) of a value's canonical text, in hex. */
export function signValue(value: unknown, secretKey: string): string {
  return bytesToHex(ed25519.sign(utf8ToBytes(canonicalize(value)), hexToBytes(secretKey)));
}

/** True where the owner of this public key signed the value; nonsense for a key or a signature is false. */
export function isValueSigned(value: unknown, signature: string, publicKey: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  try {
    return ed25519.verify(hexToBytes(signature), utf8ToBytes(canonicalize(value)), hexToBytes(publicKey));
  } catch {
    return false; // bytes that are no point of the curve
  }
}
