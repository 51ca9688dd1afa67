import { type Certificate, readPem } from "./certificate.ts";
import { type FileVerdict, verifyChainFile } from "./chain-file.ts";
import { type NoteKey, noteKinds, readNoteKey } from "./checkpoint.ts";
import { type Opened, openContainer } from "./evidence-container.ts";
import { type Outcome, verifyEvidenceFile } from "./evidence-verify.ts";
import type { KeptHeads } from "./kept-heads.ts";
import { gatherKnownHeads, type HeadSource, parseHeadValue } from "./known-heads.ts";
import { splitLines } from "./split-lines.ts";

const usage = `usage: custody-verify FILE [--key PUBLICKEY]... [--head HEAD]... [--tsa-ca FILE]...

Verifies the exported file of a chain: that no row was changed, deleted, put in or cut off, and that the signatures are
right. With --key (64 hex digits) only signatures of that key count; without it those of the keys that the file names,
so compare the key ids that are printed with those you have from elsewhere.

With --head the chain must also lead to a head that was kept outside of the platform's database. HEAD is a value
SEQ:HASH as a report prints it (the hash whole, or its first 16 digits or more), or a file of heads as the platform
keeps it in DATA_DIR/keys/heads. A chain that was rewritten and signed again does not lead there. Export the chain
after the head was made: a head that covers more rows than the file shows a cut.

FILE can also be the file of one entrustment (EVIDENCE-*.html, .zip or .pdf). Its verdicts are printed one by one. Give the key of
the institution with --key as it publishes it: NAME+HASH+KEY. A key of a witness demands its countersignature. With
--tsa-ca (a file of certificates in PEM) time stamps must be of that authority.

exit code: 0 nothing is wrong, 1 not valid, 2 asked wrongly or a file cannot be read
`;

type Read = (file: string) => Promise<AsyncIterable<Uint8Array>>;

/** The command without its process: `read` opens a file by name; `page` is the page that evidence files are made of. */
export async function custodyVerify(
  args: readonly string[],
  read: Read,
  page: string | null = null,
): Promise<Outcome> {
  const asked = readArguments(args);
  if (asked === null) return { code: 2, says: usage };
  const { file, keys, noteKeys, witnesses, heads } = asked;
  const authorities: Certificate[] = [];
  const sources: HeadSource[] = [];
  let restores: KeptHeads["restores"] = [];
  let opened = file;
  try {
    for (const name of heads) {
      opened = name;
      sources.push(await readSource(name, read));
    }
    for (const name of asked.authorities) {
      opened = name;
      const found = readPem(await readText(name, read));
      if (found.length === 0) throw new Error("it holds no certificate in PEM");
      authorities.push(...found);
    }
    opened = file;
    const { opened: found, bytes } = await peek(await read(file));
    if (found !== null)
      return heads.length > 0
        ? { code: 2, says: usage }
        : verifyEvidenceFile(file, found, { keys: noteKeys, witnesses, authorities }, page);
    const lines = splitLines(bytes);
    const verdict = await verifyChainFile(lines, keys, (chain, byId) => {
      const known = gatherKnownHeads(sources, chain, byId);
      restores = known.restores;
      return known;
    });
    return report(file, verdict, restores);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { code: 2, says: `${opened} cannot be read: ${why}\n` };
  }
}

async function readSource(name: string, read: Read): Promise<HeadSource> {
  const head = parseHeadValue(name);
  if (head !== null) return { name, head };
  return { name, text: await readText(name, read) };
}

async function readText(name: string, read: Read): Promise<string> {
  let text = "";
  for await (const line of splitLines(await read(name))) text += `${line}\n`;
  return text;
}

/** A page, an archive or a PDF read whole; null for everything else, whose bytes are given on as they come. */
async function peek(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ opened: Opened | null; bytes: AsyncIterable<Uint8Array> }> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
  }
  if (first.done === true || !"<P%".includes(String.fromCharCode(first.value[0] ?? 0)))
    return { opened: null, bytes: all() };
  const parts: Uint8Array[] = [];
  for await (const part of all()) parts.push(part);
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  const found = await openContainer(whole);
  return { opened: found ?? { html: new TextDecoder().decode(whole), differing: [] }, bytes: all() };
}

type Asked = {
  file: string;
  keys: string[];
  noteKeys: NoteKey[];
  witnesses: NoteKey[];
  heads: string[];
  authorities: string[];
};

function readArguments(args: readonly string[]): Asked | null {
  const files: string[] = [];
  const keys: string[] = [];
  const noteKeys: NoteKey[] = [];
  const witnesses: NoteKey[] = [];
  const heads: string[] = [];
  const authorities: string[] = [];
  for (let place = 0; place < args.length; place += 1) {
    const word = args[place] ?? "";
    const next = args[place + 1] ?? "";
    if (word === "--key") {
      const noteKey = readNoteKey(next);
      const witness = readNoteKey(next, noteKinds.witness);
      if (noteKey !== null) noteKeys.push(noteKey);
      else if (witness !== null) witnesses.push(witness);
      else if (/^[0-9a-f]{64}$/.test(next)) keys.push(next);
      else return null;
      place += 1;
    } else if (word === "--head") {
      if (next === "" || next.startsWith("-")) return null;
      heads.push(next);
      place += 1;
    } else if (word === "--tsa-ca") {
      if (next === "" || next.startsWith("-")) return null;
      authorities.push(next);
      place += 1;
    } else if (word.startsWith("-")) return null;
    else files.push(word);
  }
  const [file] = files;
  return file === undefined || files.length > 1
    ? null
    : { file, keys, noteKeys, witnesses, heads, authorities };
}

function report(file: string, verdict: FileVerdict, restores: KeptHeads["restores"]): Outcome {
  const accepted = restores.map(
    ({ accepted: { at, keep, reason }, setAside }) =>
      `restore accepted at ${at}: ${setAside.length} kept ${setAside.length === 1 ? "head" : "heads"} after row ${keep} no longer count; reason: ${reason}\n`,
  );
  if (!verdict.valid) {
    return { code: 1, says: [`NOT VALID  ${file}: ${verdict.sentence}\n`, ...accepted].join("") };
  }
  const { header, end, heads, keyIds, known } = verdict;
  const rows = end.seq - header.from.seq;
  const first = rows === 0 ? "no rows" : `rows ${header.from.seq + 1} to ${end.seq}`;
  const compared = known === 0 ? "" : `, leads to ${known} kept ${known === 1 ? "head" : "heads"}`;
  return {
    code: 0,
    says: [
      `VALID  ${file}: chain "${header.chain}", ${first}, ${heads} signed ${heads === 1 ? "head" : "heads"}${compared}\n`,
      `keys ${keyIds.join(", ")}; last hash ${end.hash}\n`,
      ...accepted,
    ].join(""),
  };
}
