/*
 * Signatures of PDF files (PAdES B-B, and B-T with a time stamp; ETSI EN 319 142-1): a detached CMS (RFC 5652) over all
 * bytes but its own place, made with the certificate of the institution.
 */
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from "node:crypto";
import { algorithm, der, derSet, derTag, oid } from "./der-writer.ts";

/** Bytes that are kept free for the signature with its certificates and its time stamp. */
export const signatureRoom = 16_384;
/** Numbers as wide as those of a large file. */
export const rangeRoom = 9_999_999_999;

/** The certificate with those that certify it, its own first, and its key. */
export type PdfSigner = { certificates: readonly X509Certificate[]; key: KeyObject };
/** A time stamp token (RFC 3161) over a hash; null where none can be had. */
export type StampHash = (signature: Uint8Array) => Promise<Uint8Array | null>;

const oids = {
  ...{ data: "1.2.840.113549.1.7.1", signedData: "1.2.840.113549.1.7.2", sha256: "2.16.840.1.101.3.4.2.1" },
  ...{ contentType: "1.2.840.113549.1.9.3", messageDigest: "1.2.840.113549.1.9.4" },
  ...{ signingCertificate: "1.2.840.113549.1.9.16.2.47", timeStamp: "1.2.840.113549.1.9.16.2.14" },
  ...{ rsa: "1.2.840.113549.1.1.11", ecdsa: "1.2.840.10045.4.3.2" },
};

/** Throws where the two do not belong together, or hold nothing that can sign. */
export function readPdfSigner(certificates: string, key: string): PdfSigner {
  const found = (
    certificates.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  ).map((text) => new X509Certificate(text));
  const signer = createPrivateKey(key);
  if (found[0] === undefined) throw new Error("it holds no certificate in PEM");
  if (!found[0].checkPrivateKey(signer)) throw new Error("the key does not belong to the first certificate");
  if (signer.asymmetricKeyType !== "rsa" && signer.asymmetricKeyType !== "ec")
    throw new Error("the key must be of RSA or of an elliptic curve");
  return { certificates: found, key: signer };
}

/** Fills the place that `openPdf` kept in a file. */
export async function signPdf(pdf: Buffer, signer: PdfSigner, stamp: StampHash): Promise<Buffer> {
  const contents = pdf.lastIndexOf("/Contents <") + "/Contents ".length;
  const end = pdf.indexOf(">", contents) + 1;
  const rangeAt = pdf.lastIndexOf("/ByteRange [");
  const rangeEnd = pdf.indexOf("]", rangeAt) + 1;
  if (rangeAt < 0 || end - contents !== 2 * signatureRoom + 2)
    throw new Error("the file keeps no place for a signature");
  const range = `/ByteRange [0 ${contents} ${end} ${pdf.length - end}]`;
  const signed = Buffer.from(pdf);
  signed.write(range.padEnd(rangeEnd - rangeAt), rangeAt, "latin1");
  const said = Buffer.concat([signed.subarray(0, contents), signed.subarray(end)]);
  const cms = await signBytes(said, signer, stamp);
  if (cms.length > signatureRoom) throw new Error("the signature does not fit its place");
  signed.write(cms.toString("hex"), contents + 1, "latin1");
  return signed;
}

async function signBytes(bytes: Buffer, { certificates, key }: PdfSigner, stamp: StampHash): Promise<Buffer> {
  const [own] = certificates;
  if (own === undefined) throw new Error("a signer without a certificate");
  const attributes = [
    attribute(oids.contentType, oid(oids.data)),
    attribute(oids.messageDigest, der(derTag.octets, sha256(bytes))),
    // ESSCertIDv2 with SHA-256, its default: the very certificate, and no other with the same key.
    attribute(
      oids.signingCertificate,
      der(derTag.sequence, der(derTag.sequence, der(derTag.sequence, der(derTag.octets, sha256(own.raw))))),
    ),
  ];
  const signature = sign("sha256", derSet(derTag.set, attributes), key);
  const token = await stamp(signature);
  const isRsa = key.asymmetricKeyType === "rsa";
  const signerInfo = der(
    derTag.sequence,
    ...[integer(1), issuerOf(own), algorithm(oids.sha256), derSet(derTag.context0, attributes)],
    isRsa ? algorithm(oids.rsa) : der(derTag.sequence, oid(oids.ecdsa)),
    der(derTag.octets, signature),
    ...(token === null ? [] : [derSet(derTag.context1, [attribute(oids.timeStamp, Buffer.from(token))])]),
  );
  const data = der(
    derTag.sequence,
    ...[integer(1), der(derTag.set, algorithm(oids.sha256)), der(derTag.sequence, oid(oids.data))],
    derSet(
      derTag.context0,
      certificates.map(({ raw }) => raw),
    ),
    der(derTag.set, signerInfo),
  );
  return der(derTag.sequence, oid(oids.signedData), der(derTag.context0, data));
}

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
const integer = (value: number): Buffer => der(derTag.integer, Buffer.from([value]));
const attribute = (name: string, value: Buffer): Buffer =>
  der(derTag.sequence, oid(name), der(derTag.set, value));

/** IssuerAndSerialNumber: both as they stand in the certificate. */
function issuerOf({ raw }: X509Certificate): Buffer {
  const body = inside(inside(raw).at(0)?.whole ?? raw);
  if (body[0]?.tag === derTag.context0) body.shift();
  const [serial, , issuer] = body;
  if (serial === undefined || issuer === undefined) throw new Error("a certificate that cannot be read");
  return der(derTag.sequence, issuer.whole, serial.whole);
}

/** The elements inside of a SEQUENCE that is known to be right. */
function inside(bytes: Uint8Array): { tag: number; whole: Uint8Array }[] {
  const found: { tag: number; whole: Uint8Array }[] = [];
  const { start } = headOf(bytes, 0);
  for (let at = start; at < bytes.length; ) {
    const { end } = headOf(bytes, at);
    found.push({ tag: bytes[at] ?? 0, whole: bytes.subarray(at, end) });
    at = end;
  }
  return found;
}

function headOf(bytes: Uint8Array, at: number): { start: number; end: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  let length = 0;
  for (let one = 0; one < first - 0x80; one += 1) length = length * 256 + (bytes[at + 2 + one] ?? 0);
  const start = at + 2 + first - 0x80;
  return { start, end: start + length };
}
