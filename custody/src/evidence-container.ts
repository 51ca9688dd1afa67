/** Finds the page of an evidence file in what it travels in: an archive, or a PDF that the archive is attached to. */

import { dataPath } from "./evidence-archive.ts";
import { blockNames, readEvidencePage } from "./evidence-file.ts";
import { isZip, readZip } from "./zip.ts";

export type Opened = {
  html: string;
  /** Entries of the archive that differ from the page that was verified. */
  differing: string[];
};

const maxInflated = 512 * 1024 * 1024;
const isPdf = (bytes: Uint8Array): boolean => latin1(bytes.subarray(0, 5)) === "%PDF-";

/** Null where it is neither; throws where it is one of them and has no page that can be read. */
export async function openContainer(bytes: Uint8Array): Promise<Opened | null> {
  if (isPdf(bytes)) return openArchive(await attachmentOf(bytes));
  return isZip(bytes) ? openArchive(bytes) : null;
}

function openArchive(bytes: Uint8Array): Opened {
  const entries = readZip(bytes);
  const page = [...entries].find(([name]) => name.endsWith(".html"));
  if (page === undefined) throw new RangeError("the archive holds no page");
  const html = new TextDecoder().decode(page[1]);
  const { blocks } = readEvidencePage(html);
  const differing = blockNames
    .filter((name) => new TextDecoder().decode(entries.get(dataPath(name))) !== (blocks[name] ?? ""))
    .map(dataPath);
  return { html, differing };
}

/** The archive that is attached to a PDF (ISO 32000-1, 7.11.4), as this platform writes it. */
async function attachmentOf(bytes: Uint8Array): Promise<Uint8Array> {
  const text = latin1(bytes);
  for (let at = text.indexOf("/EmbeddedFile\n"); at >= 0; at = text.indexOf("/EmbeddedFile\n", at + 1)) {
    const start = text.indexOf("stream\n", at);
    const head = text.slice(text.lastIndexOf(" obj", at), start);
    const length = Number(/\/Length (\d+)\b(?! \d+ R)/.exec(head)?.[1]);
    if (start < 0 || !Number.isSafeInteger(length)) continue;
    const stream = bytes.subarray(start + 7, start + 7 + length);
    const found = head.includes("/FlateDecode") ? await inflate(stream) : stream;
    if (isZip(found)) return found;
  }
  throw new RangeError("the PDF has no archive attached");
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream("deflate"));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxInflated) throw new RangeError("the attached archive is too large");
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
