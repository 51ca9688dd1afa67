import { z } from "zod";
import { canonicalize } from "./canonical.ts";
import { type ChainEnd, chainRow } from "./chain.ts";
import { type ChainFault, checkChain, describeFault, type KnownHead } from "./chain-check.ts";
import { keyIdOf, signedHead } from "./head.ts";

/*
 * The file of a chain: one canonical JSON value a line. The header first; then the rows, each signed head behind the
 * row that it covers, and at the end those that know of more rows than there are.
 */

const publicKey = z.string().regex(/^[0-9a-f]{64}$/);

export const chainHeader = z.strictObject({
  format: z.literal("tracewater-chain"),
  version: z.literal(1),
  chain: z.string().min(1),
  exportedAt: z.iso.datetime({ offset: true }),
  keys: z.array(publicKey).max(100),
  /** Where the first row follows on. */
  from: z.strictObject({ seq: z.number().int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
});
export type ChainHeader = z.infer<typeof chainHeader>;

const line = z.union([
  z.strictObject({ row: chainRow }),
  z.strictObject({ head: signedHead }),
  z.strictObject({ header: chainHeader }),
]);
export type ChainLine = z.input<typeof line>;

export function writeLine(value: ChainLine): string {
  return `${canonicalize(value)}\n`;
}

/** `unreadable` is a line that is not of this format; everything else is notified of a row. */
export type FileVerdict =
  | { valid: true; header: ChainHeader; end: ChainEnd; heads: number; keyIds: string[]; known: number }
  | { valid: false; line: number; fault: ChainFault | null; sentence: string };

/** What somebody knows of a chain from elsewhere: heads, or why they cannot be used, in a sentence. */
export type KnownHeads = { heads: readonly KnownHead[] } | { sentence: string };

/**
 * Verifies the file of a chain, line by line. With `trusted` keys only their signatures count: the keys in the
 * header are the file's own word. `knownOf` gives the heads that were kept elsewhere, once the chain's name and the
 * keys (by their id) are known.
 */
export async function verifyChainFile(
  lines: AsyncIterable<string> | Iterable<string>,
  trusted: readonly string[] = [],
  knownOf: (chain: string, keys: ReadonlyMap<string, string>) => KnownHeads = () => ({ heads: [] }),
): Promise<FileVerdict> {
  let header: ChainHeader | null = null;
  let check: ReturnType<typeof checkChain> | null = null;
  let known: readonly KnownHead[] = [];
  let number = 0;
  for await (const text of lines) {
    number += 1;
    const parsed = readLine(text);
    if (parsed === null) return unreadable(number, "is not a line of a chain file");
    if (header === null || check === null) {
      if (!("header" in parsed)) return unreadable(number, "is not the header of a chain file");
      header = parsed.header;
      const keys = trusted.length > 0 ? trusted : header.keys;
      const byId = new Map(keys.map((key) => [keyIdOf(key), key]));
      const reported = knownOf(header.chain, byId);
      if ("sentence" in reported) return unusable(number, reported.sentence);
      known = reported.heads.filter((head) => head.seq >= parsed.header.from.seq);
      if (reported.heads.length > 0 && known.length === 0)
        return unusable(number, "every given head lies before its rows");
      check = checkChain({ chain: header.chain, keys: byId, from: header.from, known });
      continue;
    }
    if ("header" in parsed) return unreadable(number, "is a second header");
    if ("row" in parsed) check.row(parsed.row);
    else check.head(parsed.head);
    const { fault } = check.result({ mayEndUnsigned: true });
    if (fault !== null) return broken(number, fault);
  }
  if (header === null || check === null) return unreadable(1, "is missing because the file is empty");
  check.over();
  const { fault, end, heads } = check.result({ mayEndUnsigned: false });
  if (fault !== null) return broken(number, fault);
  return { valid: true, header, end, heads, keyIds: header.keys.map(keyIdOf), known: known.length };
}

/** Only the canonical text of a line counts: another text with the same meaning was not written by the platform. */
function readLine(text: string): z.infer<typeof line> | null {
  try {
    const parsed = line.safeParse(JSON.parse(text));
    return parsed.success && canonicalize(parsed.data) === text ? parsed.data : null;
  } catch {
    return null;
  }
}

function broken(number: number, fault: ChainFault): FileVerdict {
  return { valid: false, line: number, fault, sentence: describeFault(fault) };
}

function unusable(number: number, sentence: string): FileVerdict {
  return { valid: false, line: number, fault: null, sentence };
}

function unreadable(number: number, says: string): FileVerdict {
  return unusable(number, `line ${number} ${says}`);
}
