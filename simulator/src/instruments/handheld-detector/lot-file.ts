import { createHash, createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import { residues } from "../site/residues.ts";
import type { BoardLot } from "./board-test.ts";

const curve = {
  a: z.number(),
  b: z.number(),
  c: z.number(),
  d: z.number(),
  low: z.number(),
  high: z.number(),
};
const file = z.looseObject({
  lots: z.array(z.object({ content: z.unknown(), sha256: z.string() })),
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
const content = z.object({
  lot: z.looseObject({ lotNo: z.string(), expiresOn: z.string(), ...curve }),
  type: z.looseObject({
    analyte: z.enum(residues),
    label: z.enum(["colloidalGold", "fluorescence"]),
    polarity: z.enum(["competitive", "turnOn"]),
    cutOff: z.number(),
  }),
});

/** The lots of a signed file that this detector can read; a sentence where the file is not as it was signed. */
export function readLotFile(text: string): BoardLot[] | string {
  const read = file.safeParse(parse(text));
  if (!read.success) return "The lot file cannot be read.";
  const { signature, lots, ...said } = read.data;
  if (lots.some((one) => sha256(canonical(one.content)) !== one.sha256))
    return "A lot of the file was changed.";
  const signed = canonical({ ...said, lots: lots.map((one) => one.sha256) });
  if (!verify(null, Buffer.from(signed), keyOf(said.publicKey), Buffer.from(signature, "hex")))
    return "The signature of the lot file does not match.";
  // A lot without a curve, or of an analyte that it does not know, is left out.
  return lots.flatMap((one) => toLot(one.content));
}

function toLot(value: unknown): BoardLot[] {
  const read = content.safeParse(value);
  if (!read.success) return [];
  const { lot, type } = read.data;
  const { a, b, c, d, low, high } = lot;
  const label = type.label === "colloidalGold" ? "gold" : "fluorescent";
  const { analyte, polarity, cutOff } = type;
  return [
    {
      ...{ lot: lot.lotNo, label, analyte, polarity, cutOff },
      ...{ curve: { a, b, c, d, low, high }, expiresAt: endOf(lot.expiresOn) },
    },
  ];
}

/** The end of a day, or of a month, in epoch milliseconds. */
function endOf(expiresOn: string): number {
  const [year = 2000, month = 1, day] = expiresOn.split("-").map(Number);
  return day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
}

/** RFC 8785: names sorted, no blanks. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(",")}}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** RFC 8410: an Ed25519 key is these bytes behind a fixed head. */
function keyOf(publicKey: string) {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(publicKey, "hex")]);
  return createPublicKey({ key: der, format: "der", type: "spki" });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
