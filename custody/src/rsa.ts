import { childrenOf, derTags, expectTag, readDer, toBigInt } from "./der.ts";
import { power } from "./ecdsa.ts";

/** The DigestInfo before a hash in a signature (RFC 8017, 9.2, note 1). */
const prefixes: Readonly<Record<number, string>> = {
  32: "3031300d060960864801650304020105000420",
  48: "3041300d060960864801650304020205000430",
  64: "3051300d060960864801650304020305000440",
};
const maxKeyBytes = 1024;

/**
 * RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.2) over a SHA-256, SHA-384 or SHA-512 hash. `key` is an RSAPublicKey in DER. Nothing
 * here is secret, so nothing has to take the same time.
 */
export function isRsaSigned(hash: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  const [modulus, exponent] = childrenOf(readDer(key, derTags.sequence).bytes);
  const n = toBigInt(expectTag(modulus, derTags.integer).bytes);
  const e = toBigInt(expectTag(exponent, derTags.integer).bytes);
  const prefix = prefixes[hash.length];
  const size = Math.ceil(n.toString(16).length / 2);
  if (prefix === undefined || size < 256 || size > maxKeyBytes) return false;
  // With an exponent of 1 everything is its own signature.
  if (e < 3n || e > 0xffff_ffffn || e % 2n === 0n) return false;
  if (signature.length !== size || toBigInt(signature) >= n) return false;
  const tail = `00${prefix}${hexOf(hash)}`;
  const padding = "ff".repeat(size - 2 - tail.length / 2);
  return (
    power(toBigInt(signature), e, n)
      .toString(16)
      .padStart(size * 2, "0") === `0001${padding}${tail}`
  );
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
