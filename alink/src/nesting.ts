const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * How deep the objects and arrays of a JSON text lie within each other, read from its bytes: a text of thousands of
 * levels costs its parser more than a pass over it, and PostgreSQL's jsonb has no room for them. Stops counting beyond
 * `max`.
 */
export function nestingOf(json: Uint8Array, max: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at + 1);
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > max) return deepest;
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
  return deepest;
}

/** Where the quote is that ends a string; the end of the text where there is none. */
function endOfString(json: Uint8Array, from: number): number {
  for (let at = from; at < json.length; at++) {
    if (json[at] === backslash) at += 1;
    else if (json[at] === quote) return at;
  }
  return json.length;
}
