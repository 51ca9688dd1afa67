import { type FileVerdict, verifyChainFile } from "./chain-file.ts";
import { splitLines } from "./split-lines.ts";

/** What the command says, and its exit code: 0 valid, 1 not valid, 2 it was asked wrongly. */
export type Outcome = { code: 0 | 1 | 2; says: string };

const usage = `usage: custody-verify FILE [--key PUBLICKEY]...

Verifies the exported file of a chain: that no row was changed, deleted, put in or cut off, and that the signatures are
right. With --key (64 hex digits) only signatures of that key count; without it those of the keys that the file names,
so compare the key ids that are printed with those you have from elsewhere.

exit code: 0 valid, 1 not valid, 2 asked wrongly or the file cannot be read
`;

/** The command without its process: `read` opens a file by name. */
export async function custodyVerify(
  args: readonly string[],
  read: (file: string) => Promise<AsyncIterable<Uint8Array>>,
): Promise<Outcome> {
  const asked = readArguments(args);
  if (asked === null) return { code: 2, says: usage };
  try {
    return tell(asked.file, await verifyChainFile(splitLines(await read(asked.file)), asked.keys));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { code: 2, says: `${asked.file} cannot be read: ${why}\n` };
  }
}

function readArguments(args: readonly string[]): { file: string; keys: string[] } | null {
  const files: string[] = [];
  const keys: string[] = [];
  for (let place = 0; place < args.length; place += 1) {
    const word = args[place] ?? "";
    if (word === "--key") {
      const key = args[place + 1] ?? "";
      if (!/^[0-9a-f]{64}$/.test(key)) return null;
      keys.push(key);
      place += 1;
    } else if (word.startsWith("-")) return null;
    else files.push(word);
  }
  const [file] = files;
  return file === undefined || files.length > 1 ? null : { file, keys };
}

function tell(file: string, verdict: FileVerdict): Outcome {
  if (!verdict.valid) return { code: 1, says: `NOT VALID  ${file}: ${verdict.sentence}\n` };
  const { header, end, heads, keyIds } = verdict;
  const rows = end.seq - header.from.seq;
  const first = rows === 0 ? "no rows" : `rows ${header.from.seq + 1} to ${end.seq}`;
  return {
    code: 0,
    says:
      `VALID  ${file}: chain "${header.chain}", ${first}, ${heads} signed ${heads === 1 ? "head" : "heads"}\n` +
      `keys ${keyIds.join(", ")}; last hash ${end.hash}\n`,
  };
}
