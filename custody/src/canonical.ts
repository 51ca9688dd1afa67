/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * The one text that stands for a value (RFC 8785, JSON Canonicalization Scheme): no blanks, names sorted by their
 * UTF-16 code units, numbers and texts as ECMAScript prints them. Throws a TypeError on what I-JSON cannot hold:
 * NaN, infinities, half a surrogate pair, `undefined`.
 */
export function canonicalize(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return text(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is not allowed in canonical JSON`);
    return JSON.stringify(value); // RFC 8785, 3.2.2.3: as ECMAScript prints it, -0 as 0
  }
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${typeof value} is not allowed in canonical JSON`);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1)) // `<` compares code units, which RFC 8785, 3.2.3 asks for
    .map(([name, member]) => `${text(name)}:${canonicalize(member)}`);
  return `{${members.join(",")}}`;
}

function text(value: string): string {
  if (!value.isWellFormed())
    throw new TypeError("an incomplete surrogate pair is not allowed in canonical JSON");
  return JSON.stringify(value);
}
