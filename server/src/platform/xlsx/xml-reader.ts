/*
 * Cuts an XML document into tags and texts as its bytes come. It keeps the names of the elements that are open and the
 * one token that is not whole yet, both bounded; it knows no document types and thereby no entities of their own.
 */
import { maxElements, UnreadableTable } from "../tables/table-limits.ts";

export type XmlEvents = {
  /** `name` is without its prefix; `attributes` is what is behind it, see `readAttribute`. */
  open(name: string, attributes: string): void;
  /** The text is decoded only where it is taken. */
  text(take: () => string): void;
  close(name: string): void;
};

const maxTokenBytes = 512 * 1024;
const maxDepth = 100;
const less = 0x3c;
const greater = 0x3e;
const slash = 0x2f;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const nothing = Buffer.alloc(0);

export function createXmlReader(on: XmlEvents) {
  const open: string[] = [];
  let rest: Buffer = nothing;
  let elements = 0;

  function readTag(bytes: Buffer, at: number): number {
    const end = findTagEnd(bytes, at + 1);
    if (end < 0) return -1;
    if (bytes[at + 1] === slash) {
      const name = nameOf(bytes.toString("utf8", at + 2, end).trim());
      if (open.pop() !== name) throw damaged();
      on.close(name);
      return end + 1;
    }
    elements += 1;
    if (open.length >= maxDepth) throw damaged();
    if (elements > maxElements) throw tooManyElements();
    const isEmpty = bytes[end - 1] === slash;
    const tag = bytes.toString("utf8", at + 1, isEmpty ? end - 1 : end);
    const space = tag.search(/\s/);
    const name = nameOf(space < 0 ? tag : tag.slice(0, space));
    on.open(name, space < 0 ? "" : tag.slice(space));
    if (isEmpty) on.close(name);
    else open.push(name);
    return end + 1;
  }

  /** The place behind what begins with `<!`. */
  function readDeclaration(bytes: Buffer, at: number): number {
    if (bytes.length - at < cdata.length) return -1;
    if (bytes.toString("latin1", at, at + 4) === "<!--") return behind(bytes, "-->", at + 4);
    if (bytes.toString("latin1", at, at + cdata.length) !== cdata) throw damaged();
    const from = at + cdata.length;
    const end = behind(bytes, "]]>", from);
    if (end >= 0) on.text(() => bytes.toString("utf8", from, end - 3));
    return end;
  }

  /** The place behind the token that begins here; -1 where its end has not come yet. */
  function readToken(bytes: Buffer, at: number): number {
    if (bytes[at] !== less) {
      const end = bytes.indexOf(less, at);
      if (end >= 0) on.text(() => decodeEntities(bytes.toString("utf8", at, end)));
      return end;
    }
    const second = bytes[at + 1];
    if (second === undefined) return -1;
    if (second === 0x3f) return behind(bytes, "?>", at + 2);
    return second === 0x21 ? readDeclaration(bytes, at) : readTag(bytes, at);
  }

  return {
    push(chunk: Buffer): void {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      while (at < bytes.length) {
        const next = readToken(bytes, at);
        if (next < 0) break;
        at = next;
      }
      rest = bytes.subarray(at);
      if (rest.length > maxTokenBytes) throw damaged();
    },

    /** Throws where the document ended before its elements did. */
    end(): void {
      if (open.length > 0 || elements === 0 || rest.toString("latin1").trim() !== "") throw damaged();
    },
  };
}

const cdata = "<![CDATA[";

function behind(bytes: Buffer, mark: string, from: number): number {
  const at = bytes.indexOf(mark, from, "latin1");
  return at < 0 ? -1 : at + mark.length;
}

/** A value in quotes may hold the sign that ends a tag. */
function findTagEnd(bytes: Buffer, from: number): number {
  let quote = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === greater) return at;
    else if (byte === doubleQuote || byte === singleQuote) quote = byte;
    else if (byte === less) throw damaged();
  }
  return -1;
}

function nameOf(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

/** The value of an attribute without a prefix; undefined where there is none. */
export function readAttribute(attributes: string, name: string): string | undefined {
  const [, double, single] = patternOf(name).exec(attributes) ?? [];
  const value = double ?? single;
  return value === undefined ? undefined : decodeEntities(value);
}

const patterns = new Map<string, RegExp>();

function patternOf(name: string): RegExp {
  const known = patterns.get(name);
  if (known !== undefined) return known;
  const made = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, made);
  return made;
}

const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  });
}

function damaged(): UnreadableTable {
  return new UnreadableTable(null);
}

function tooManyElements(): UnreadableTable {
  return new UnreadableTable({
    en: `the sheet has more than ${maxElements} elements; copy the table alone into a new workbook`,
    zh: `工作表超过 ${maxElements} 个元素；请仅将表格复制到新的工作簿`,
  });
}
