import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { readLotFile } from "./lot-file.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Names in the order of canonical JSON. */
const content = (lotNo: string) => ({
  lot: { a: 1.25, b: 1.1, c: 40, d: 0.04, expiresOn: "2027-06", high: 2000, lotNo, low: 0.5 },
  type: { analyte: "mamp", cutOff: 40, label: "colloidalGold", polarity: "competitive" },
});

function write(change: (text: string) => string = (text) => text): string {
  const lots = ["A-1", "A-2"].map((lotNo) => ({
    content: content(lotNo),
    sha256: sha256(JSON.stringify(content(lotNo))),
  }));
  const said = { format: "f", issuer: "Maker", lots: lots.map((one) => one.sha256), publicKey: key };
  const signature = sign(null, Buffer.from(JSON.stringify(said)), privateKey).toString("hex");
  return change(JSON.stringify({ ...said, lots, signature }));
}

test("a detector reads the lots of a signed file", () => {
  expect(readLotFile(write())).toMatchObject([
    { lot: "A-1", label: "gold", polarity: "competitive", cutOff: 40, expiresAt: Date.UTC(2027, 6, 1) },
    { lot: "A-2" },
  ]);
});

test("a detector refuses a file of which anything was changed", () => {
  const refusal = (from: string, to: string) => readLotFile(write((text) => text.replace(from, to)));
  expect(refusal('"cutOff":40', '"cutOff":41')).toBe("A lot of the file was changed.");
  expect(refusal('"issuer":"Maker"', '"issuer":"Other"')).toBe(
    "The signature of the lot file does not match.",
  );
  expect(readLotFile("{}")).toBe("The lot file cannot be read.");
});
