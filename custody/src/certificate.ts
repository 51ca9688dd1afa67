/** X.509 certificates (RFC 5280) as far as time stamps need them: whose key it is, who issued it, and for what. */
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fromBase64 } from "./base64.ts";
import { childrenOf, type Der, derTags, expectTag, oidText, readDer } from "./der.ts";
import { isEcdsaSigned, p256, p384 } from "./ecdsa.ts";
import { isRsaSigned } from "./rsa.ts";

export type Certificate = {
  whole: Uint8Array;
  /** What its issuer signed. */
  signed: Uint8Array;
  signature: Uint8Array;
  algorithm: string;
  /** Names in hex of their DER, to be compared whole. */
  issuer: string;
  subject: string;
  /** The common name, or the last part of the name. */
  name: string;
  serial: string;
  from: number;
  until: number;
  key: Der;
  /** For time stamps alone: a critical extended key usage with nothing else in it. */
  isForStamps: boolean;
  isAuthority: boolean;
};

const hashOf: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  ...{ "2.16.840.1.101.3.4.2.1": sha256, "2.16.840.1.101.3.4.2.2": sha384, "2.16.840.1.101.3.4.2.3": sha512 },
  // The same with the kind of signature that goes with them: RSA, then ECDSA.
  ...{ "1.2.840.113549.1.1.11": sha256, "1.2.840.113549.1.1.12": sha384, "1.2.840.113549.1.1.13": sha512 },
  ...{ "1.2.840.10045.4.3.2": sha256, "1.2.840.10045.4.3.3": sha384, "1.2.840.10045.4.3.4": sha512 },
};

/** The hash that an algorithm names. Throws for MD5, SHA-1 and everything that is not here. */
export function hashNamed(oid: string): (bytes: Uint8Array) => Uint8Array {
  const found = hashOf[oid];
  if (found === undefined) throw new RangeError(`the algorithm ${oid} is not supported`);
  return found;
}

/** The certificates of a text in PEM; none where it holds no readable one. */
export function readPem(text: string): Certificate[] {
  const blocks = text.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g);
  return [...blocks].flatMap(([, base64 = ""]) => {
    const bytes = fromBase64(base64.replace(/\s/g, ""));
    try {
      return bytes === null ? [] : [readCertificate(bytes)];
    } catch {
      return [];
    }
  });
}

export function readCertificate(bytes: Uint8Array): Certificate {
  const [body, algorithm, signature] = childrenOf(readDer(bytes, derTags.sequence).bytes);
  const fields = childrenOf(expectTag(body, derTags.sequence).bytes);
  if (fields[0]?.tag === 0xa0) fields.shift(); // the version
  const [serial, , issuer, validity, subject, key, ...rest] = fields;
  const [from, until] = childrenOf(expectTag(validity, derTags.sequence).bytes).map(timeOf);
  const extensions = rest.find(({ tag }) => tag === 0xa3);
  return {
    ...{ whole: bytes, signed: expectTag(body).whole, signature: bitsOf(signature) },
    algorithm: oidOf(childrenOf(expectTag(algorithm, derTags.sequence).bytes)[0]),
    ...{ issuer: bytesToHex(expectTag(issuer).whole), subject: bytesToHex(expectTag(subject).whole) },
    ...{ name: nameOf(expectTag(subject)), serial: bytesToHex(expectTag(serial, derTags.integer).bytes) },
    ...{ from: from ?? 0, until: until ?? 0, key: expectTag(key, derTags.sequence) },
    ...usesOf(extensions),
  };
}

function usesOf(extensions: Der | undefined): Pick<Certificate, "isForStamps" | "isAuthority"> {
  const uses = { isForStamps: false, isAuthority: false };
  if (extensions === undefined) return uses;
  for (const one of childrenOf(readDer(extensions.bytes, derTags.sequence).bytes)) {
    const parts = childrenOf(one.bytes);
    const oid = oidOf(parts[0]);
    const isCritical = parts.length === 3;
    const value = readDer(expectTag(parts.at(-1), derTags.octets).bytes);
    if (oid === "2.5.29.37") {
      const purposes = childrenOf(value.bytes).map(oidOf);
      uses.isForStamps = isCritical && purposes.join() === "1.3.6.1.5.5.7.3.8";
    } else if (oid === "2.5.29.19") {
      const [isCa] = childrenOf(value.bytes);
      uses.isAuthority = isCa?.tag === derTags.boolean && isCa.bytes[0] === 0xff;
    }
  }
  return uses;
}

/** True where the owner of a public key (SubjectPublicKeyInfo) signed the bytes. `hash` is that of the signature. */
export function isSignedWith(key: Der, oid: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const [algorithm, bits] = childrenOf(key.bytes);
  const [kind, curve] = childrenOf(expectTag(algorithm, derTags.sequence).bytes);
  const point = bitsOf(bits);
  const hash = hashNamed(oid)(bytes);
  if (oidOf(kind) === "1.2.840.113549.1.1.1") return isRsaSigned(hash, signature, point);
  if (oidOf(kind) !== "1.2.840.10045.2.1") return false;
  const named = oidOf(curve);
  if (named === "1.2.840.10045.3.1.7") return isEcdsaSigned(p256, hash, signature, point);
  return named === "1.3.132.0.34" && isEcdsaSigned(p384, hash, signature, point);
}

const maxDepth = 5;

/** True where issuers lead from a certificate to one of the trusted ones, all in force at that time. */
export function leadsTo(
  trusted: readonly Certificate[],
  found: Certificate,
  others: readonly Certificate[],
  at: number,
  depth = 0,
): boolean {
  if (at < found.from || at > found.until || depth > maxDepth) return false;
  if (trusted.some((one) => bytesToHex(one.whole) === bytesToHex(found.whole))) return true;
  const issuers = [...trusted, ...others].filter(
    (one) => one.subject === found.issuer && one.isAuthority && one.whole !== found.whole,
  );
  return issuers.some(
    (one) =>
      isSignedWith(one.key, found.algorithm, found.signed, found.signature) &&
      leadsTo(trusted, one, others, at, depth + 1),
  );
}

export const oidOf = (found: Der | undefined): string => oidText(expectTag(found, derTags.oid).bytes);

const bitsOf = (found: Der | undefined): Uint8Array => expectTag(found, derTags.bitString).bytes.subarray(1);

/** Unix milliseconds of a UTCTime or a GeneralizedTime. */
export function timeOf({ tag, bytes }: Der): number {
  const text = new TextDecoder().decode(bytes);
  const year = tag === derTags.utcTime ? `${Number(text.slice(0, 2)) < 50 ? "20" : "19"}${text}` : text;
  const [, y, month, day, hour, minute, second, part = ""] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(year) ?? [];
  const at = Date.parse(`${y}-${month}-${day}T${hour}:${minute}:${second}${part}Z`);
  if (!Number.isFinite(at)) throw new RangeError(`${text} is no time`);
  return at;
}

function nameOf(subject: Der): string {
  const parts = childrenOf(subject.bytes).flatMap((set) =>
    childrenOf(set.bytes).map(({ bytes }) => childrenOf(bytes)),
  );
  const common = parts.find(([oid]) => oidOf(oid) === "2.5.4.3") ?? parts.at(-1);
  return new TextDecoder().decode(common?.[1]?.bytes ?? new Uint8Array());
}
