import { boardLots, boardTypes } from "@tracewater/contract/laboratory/boards";
import { canonicalize } from "@tracewater/custody/canonical";
import { digest } from "@tracewater/custody/digest";
import { keyIdOf, type SigningKey } from "@tracewater/custody/head";
import { isValueSigned, signValue } from "@tracewater/custody/signature";
import { z } from "zod";
import { type AppError, fieldError } from "../../../platform/app-error.ts";

const format = "tracewater-board-lots-1";
const maxLots = 500;

const typeFields = boardTypes.row.pick({
  ...{
    typeCode: true,
    label: true,
    analyte: true,
    polarity: true,
    matrix: true,
    cutOff: true,
    cutOffUnit: true,
  },
  ...{
    channel: true,
    signal: true,
    fixture: true,
    readFrom: true,
    readUntil: true,
    tempLow: true,
    tempHigh: true,
  },
});
const lotFields = boardLots.row.pick({
  ...{ lotNo: true, typeCode: true, label: true, expiresOn: true, a: true, b: true, c: true, d: true },
  ...{ low: true, high: true, minimumC: true, nominalC: true, minimumContrast: true, nominalContrast: true },
  ...{ ratioCutOff: true, repeat: true },
});
/** A lot as it is signed: with all of its type that its curve and its outcomes depend on. */
const filedLot = z.strictObject({
  lot: z.strictObject(lotFields.shape),
  type: z.strictObject(typeFields.shape),
});
export type FiledLot = z.infer<typeof filedLot>;
export const filedLotColumns = { lot: Object.keys(lotFields.shape), type: Object.keys(typeFields.shape) };

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const lotFile = z.strictObject({
  format: z.literal(format),
  issuer: z.string().min(1).max(100),
  issuedAt: z.iso.datetime(),
  lots: z
    .array(z.strictObject({ content: filedLot, sha256: hex(64) }))
    .min(1)
    .max(maxLots),
  keyId: hex(16),
  publicKey: hex(64),
  signature: hex(128),
});
export type LotFile = z.infer<typeof lotFile>;

/** The text of a file: one line, with the SHA-256 of each lot and one signature over all of them. */
export function writeLotFile(
  given: { issuer: string; issuedAt: Date; lots: readonly FiledLot[] },
  key: SigningKey,
): string {
  const lots = given.lots.map((content) => ({ content, sha256: digest(canonicalize(content)) }));
  const { id: keyId, publicKey } = key;
  const said = { format, issuer: given.issuer, issuedAt: given.issuedAt.toISOString(), keyId, publicKey };
  const signature = signValue({ ...said, lots: lots.map((one) => one.sha256) }, key.secretKey);
  return canonicalize({ ...said, lots, signature });
}

/** What stands for the lots of a file, whenever it was written. */
export function digestOf(lots: readonly FiledLot[], keyId: string): string {
  return digest(canonicalize([keyId, ...lots.map((content) => digest(canonicalize(content)))]));
}

/**
 * A file whose every byte is as it was signed by one of these keys. Errors at the field that is wrong: `file` where it is no
 * lot file or was rewritten, `lots[3]` a lot that was changed, `publicKey` an unknown key, `signature` anything else.
 */
export function readLotFile(text: string, knownKeys: ReadonlySet<string>): LotFile {
  const file = parse(text);
  const { signature, lots, ...said } = file;
  for (const [place, { content, sha256 }] of lots.entries())
    if (digest(canonicalize(content)) !== sha256) throw changedLot(place, content.lot.lotNo);
  if (keyIdOf(file.publicKey) !== file.keyId) throw fieldError("keyId", notOfKey);
  if (!knownKeys.has(file.publicKey)) throw unknownKey(file.keyId);
  if (!isValueSigned({ ...said, lots: lots.map((one) => one.sha256) }, signature, file.publicKey))
    throw fieldError("signature", notSigned);
  const numbers = lots.map(({ content }) => content.lot.lotNo);
  const twice = numbers.findIndex((lotNo, place) => numbers.indexOf(lotNo) !== place);
  if (twice >= 0)
    throw fieldError(`lots[${twice}].lotNo`, { en: "is in the file twice", zh: "在文件中重复" });
  return file;
}

function parse(text: string): LotFile {
  const read = lotFile.safeParse(toJson(text));
  if (!read.success) throw fieldError("file", { ...noLotFile });
  // A blank, another order of names, another spelling of a number: not the bytes that were written.
  if (canonicalize(read.data) !== text) throw fieldError("file", rewritten);
  return read.data;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function changedLot(place: number, lotNo: string): AppError {
  return fieldError(`lots[${place}]`, {
    en: `lot ${lotNo} was changed after it was signed`,
    zh: `批次 ${lotNo} 在签名后被修改`,
  });
}

function unknownKey(keyId: string): AppError {
  return fieldError("publicKey", {
    en: `key ${keyId} is not trusted; add the key of the maker first`,
    zh: `密钥 ${keyId} 未受信任，请先添加厂商公钥`,
  });
}

const noLotFile = {
  en: "is not a signed lot file, or a field of it is damaged",
  zh: "不是签名批次文件，或字段已损坏",
};
const rewritten = { en: "was rewritten: it is not as it was signed", zh: "文件被改写，与签名时不一致" };
const notOfKey = { en: "does not belong to the public key", zh: "与公钥不一致" };
const notSigned = {
  en: "does not match: the file was changed after it was signed",
  zh: "签名不符，文件在签名后被修改",
};
