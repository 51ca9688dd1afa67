import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { canonicalize } from "./canonical.ts";
import { isSignedBy, keyIdOf, type SignedHead, type SigningKey, signedHead } from "./head.ts";

/*
 * The file of kept heads of one chain: one canonical JSON value a line, appended and never changed. It lies outside
 * the database that it guards, so a chain that was rewritten there together with its heads does not match it.
 */

/**
 * An operator accepted a database that lacks what was signed, after a restore for example. Heads on earlier lines that
 * cover more than `keep` rows no longer count. Signed like a head, so only the owner of the key can write one.
 */
export const acceptedRestore = z.strictObject({
  chain: z.string().min(1),
  keep: z.number().int().min(0),
  reason: z.string().min(1).max(1000),
  at: z.iso.datetime({ offset: true }),
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type AcceptedRestore = z.infer<typeof acceptedRestore>;

const keptLine = z.union([
  z.strictObject({ head: signedHead }),
  z.strictObject({ accepted: acceptedRestore }),
]);
export type KeptLine = z.infer<typeof keptLine>;

/** What a file of kept heads says of one chain. */
export type KeptHeads = {
  /** Those that count, by the rows that they cover. */
  heads: SignedHead[];
  restores: { accepted: AcceptedRestore; setAside: SignedHead[] }[];
};

export function writeKeptLine(line: KeptLine): string {
  return `${canonicalize(line)}\n`;
}

/** Null where the text is not a line of this format. */
export function readKeptLine(text: string): KeptLine | null {
  try {
    return keptLine.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The lines that concern one chain; other chains' lines are passed over. */
export function collectKeptHeads(chain: string, lines: Iterable<KeptLine>): KeptHeads {
  let heads: SignedHead[] = [];
  const restores: KeptHeads["restores"] = [];
  for (const line of lines) {
    if ("head" in line) {
      if (line.head.chain === chain) heads.push(line.head);
      continue;
    }
    const { accepted } = line;
    if (accepted.chain !== chain) continue;
    restores.push({ accepted, setAside: heads.filter((head) => head.seq > accepted.keep) });
    heads = heads.filter((head) => head.seq <= accepted.keep);
  }
  return { heads: heads.sort((one, other) => one.seq - other.seq), restores };
}

export function signAcceptance(
  accepted: Omit<AcceptedRestore, "keyId" | "signature">,
  key: SigningKey,
): AcceptedRestore {
  const signed = { ...accepted, keyId: key.id };
  const signature = ed25519.sign(textOf(signed), hexToBytes(key.secretKey));
  return { ...signed, signature: bytesToHex(signature) };
}

/** True where a key of `keys` (public keys by their id) signed this line. */
export function isKeptLineSigned(line: KeptLine, keys: ReadonlyMap<string, string>): boolean {
  if ("head" in line) return isSignedBy(line.head, keys.get(line.head.keyId) ?? "");
  const { signature, ...signed } = line.accepted;
  const publicKey = keys.get(signed.keyId) ?? "";
  if (!/^[0-9a-f]{64}$/.test(publicKey) || keyIdOf(publicKey) !== signed.keyId) return false;
  try {
    return ed25519.verify(hexToBytes(signature), textOf(signed), hexToBytes(publicKey));
  } catch {
    return false; // bytes that are no point of the curve
  }
}

/** Under a name of its own, so that no head's signature fits an acceptance and none of these a head. */
function textOf(signed: Omit<AcceptedRestore, "signature">): Uint8Array {
  return utf8ToBytes(canonicalize({ acceptedRestore: signed }));
}
