/** Time stamps of an outside authority (RFC 3161) over a text: its request, and the token that answers it (RFC 5652). */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  type Certificate,
  hashNamed,
  isSignedWith,
  leadsTo,
  oidOf,
  readCertificate,
  timeOf,
} from "./certificate.ts";
import { childrenOf, type Der, derTags, expectTag, readDer } from "./der.ts";

const oids = {
  signedData: "1.2.840.113549.1.7.2",
  info: "1.2.840.113549.1.9.16.1.4",
  ...{ contentType: "1.2.840.113549.1.9.3", messageDigest: "1.2.840.113549.1.9.4" },
  ...{ signer: "1.2.840.113549.1.9.16.2.12", signerV2: "1.2.840.113549.1.9.16.2.47" },
};

export type TimeStamp = {
  /** Unix milliseconds. */
  at: number;
  /** The authority's certificate. */
  signer: Certificate;
  /** The other certificates of the token. */
  others: Certificate[];
  /** In hex; empty where it has none. */
  nonce: string;
};

/** What is stamped: a text as its UTF-8, or bytes. */
type Said = string | Uint8Array;
const bytesOf = (said: Said): Uint8Array => (typeof said === "string" ? utf8ToBytes(said) : said);

/** What is asked of an authority: the SHA-256 of what is stamped, its certificate with the answer, and a nonce of up to 16 bytes. */
export function writeStampRequest(said: Said, nonce: Uint8Array): Uint8Array {
  const hash = sha256(bytesOf(said));
  const imprint = [...element(0x30, sha256Algorithm), ...element(derTags.octets, hash)];
  // A leading byte that is neither 0 nor negative, so that the number has one form.
  const number = new Uint8Array([0x40, ...nonce]);
  const fields = [...element(derTags.integer, [1]), ...element(0x30, imprint)];
  return element(0x30, [...fields, ...element(derTags.integer, number), ...element(derTags.boolean, [0xff])]);
}

/** The number of a request as its answer repeats it. */
export const nonceText = (nonce: Uint8Array): string => `40${bytesToHex(nonce)}`;

const sha256Algorithm = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00];

function element(tag: number, content: Iterable<number>): Uint8Array {
  const bytes = [...content];
  if (bytes.length > 0x7f) throw new RangeError("longer than a request is");
  return new Uint8Array([tag, bytes.length, ...bytes]);
}

/** The token of an answer; null where the authority refused. */
export function tokenOf(answer: Uint8Array): Uint8Array | null {
  const [status, token] = childrenOf(readDer(answer, derTags.sequence).bytes);
  const [code] = childrenOf(expectTag(status, derTags.sequence).bytes);
  const granted = code?.bytes[0] === 0 || code?.bytes[0] === 1;
  return granted && token !== undefined ? token.whole : null;
}

/** The stamp where the token is one over this text, rightly signed; null otherwise. Whom to trust is asked of `isTrusted`. */
export function readStamp(token: Uint8Array, text: Said): TimeStamp | null {
  try {
    return openToken(token, text);
  } catch {
    return null; // cut off, damaged, or of algorithms that nobody should use
  }
}

export function isTrustedStamp({ signer, others, at }: TimeStamp, trusted: readonly Certificate[]): boolean {
  try {
    return leadsTo(trusted, signer, others, at);
  } catch {
    return false; // a chain with a key or an algorithm that is not supported
  }
}

function openToken(token: Uint8Array, text: Said): TimeStamp | null {
  const [kind, wrapped] = childrenOf(readDer(token, derTags.sequence).bytes);
  if (oidOf(kind) !== oids.signedData) return null;
  const data = childrenOf(readDer(expectTag(wrapped, 0xa0).bytes, derTags.sequence).bytes);
  const [contentKind, contentWrapped] = childrenOf(expectTag(data[2], derTags.sequence).bytes);
  if (oidOf(contentKind) !== oids.info) return null;
  const info = readDer(expectTag(contentWrapped, 0xa0).bytes, derTags.octets).bytes;
  const certificates = data.filter(({ tag }) => tag === 0xa0).flatMap(({ bytes }) => childrenOf(bytes));
  const [signed, ...more] = childrenOf(expectTag(data.at(-1), derTags.set).bytes);
  if (more.length > 0) return null;
  const known = certificates
    .filter(({ tag }) => tag === derTags.sequence)
    .map(({ whole }) => readCertificate(whole));
  const signer = signerOf(expectTag(signed, derTags.sequence), info, known);
  const said = readInfo(info, text);
  if (signer === null || said === null || !signer.isForStamps) return null;
  return { ...said, signer, others: known.filter((one) => one !== signer) };
}

/** What the authority says of the text: when it saw its hash. */
function readInfo(info: Uint8Array, text: Said): Pick<TimeStamp, "at" | "nonce"> | null {
  const [, , imprint, , time, ...rest] = childrenOf(readDer(info, derTags.sequence).bytes);
  const [algorithm, hash] = childrenOf(expectTag(imprint, derTags.sequence).bytes);
  const oid = oidOf(childrenOf(expectTag(algorithm, derTags.sequence).bytes)[0]);
  const own = bytesToHex(hashNamed(oid)(bytesOf(text)));
  if (bytesToHex(expectTag(hash, derTags.octets).bytes) !== own) return null;
  const nonce = rest.find(({ tag }) => tag === derTags.integer);
  const at = timeOf(expectTag(time, derTags.generalizedTime));
  return { at, nonce: nonce === undefined ? "" : bytesToHex(nonce.bytes) };
}

/** The certificate whose owner signed the token, where everything in it agrees. */
function signerOf(signed: Der, info: Uint8Array, known: readonly Certificate[]): Certificate | null {
  const [, id, digestAlgorithm, attributes, algorithm, signature] = childrenOf(signed.bytes);
  const [issuer, serial] = childrenOf(expectTag(id, derTags.sequence).bytes);
  const signer = known.find(
    (one) =>
      one.issuer === bytesToHex(expectTag(issuer).whole) &&
      one.serial === bytesToHex(expectTag(serial).bytes),
  );
  if (signer === undefined) return null;
  const digestOid = oidOf(childrenOf(expectTag(digestAlgorithm).bytes)[0]);
  const listed = childrenOf(expectTag(attributes, 0xa0).bytes).map(({ bytes }) => childrenOf(bytes));
  const attribute = (oid: string): Der | undefined => {
    const found = listed.find(([kind]) => oidOf(kind) === oid);
    return found === undefined ? undefined : childrenOf(expectTag(found[1], derTags.set).bytes)[0];
  };
  if (oidOf(attribute(oids.contentType)) !== oids.info) return null;
  const digest = bytesToHex(expectTag(attribute(oids.messageDigest), derTags.octets).bytes);
  if (digest !== bytesToHex(hashNamed(digestOid)(info))) return null;
  if (!namesSigner(attribute(oids.signerV2), signer) && attribute(oids.signer) === undefined) return null;
  // The attributes are signed as a SET, and written under the tag 0xa0 (RFC 5652, 5.4).
  const said = expectTag(attributes).whole.slice();
  said[0] = derTags.set;
  const [kind] = childrenOf(expectTag(algorithm, derTags.sequence).bytes);
  const plainRsa = oidOf(kind) === "1.2.840.113549.1.1.1";
  const oid = plainRsa ? digestOid : oidOf(kind);
  return isSignedWith(signer.key, oid, said, expectTag(signature, derTags.octets).bytes) ? signer : null;
}

/** SigningCertificateV2 (RFC 5035): the hash of the very certificate, so that no other with the same key will do. */
function namesSigner(value: Der | undefined, signer: Certificate): boolean {
  if (value === undefined) return false;
  const [ids] = childrenOf(value.bytes);
  const [first] = childrenOf(expectTag(ids, derTags.sequence).bytes);
  const parts = childrenOf(expectTag(first, derTags.sequence).bytes);
  const named = parts.find(({ tag }) => tag === derTags.octets);
  const algorithm =
    parts[0]?.tag === derTags.sequence ? oidOf(childrenOf(parts[0].bytes)[0]) : "2.16.840.1.101.3.4.2.1";
  return (
    bytesToHex(expectTag(named, derTags.octets).bytes) === bytesToHex(hashNamed(algorithm)(signer.whole))
  );
}
