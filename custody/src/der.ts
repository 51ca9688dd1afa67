/** Reads DER (ITU-T X.690) as far as keys, certificates and time stamps need it. Throws a RangeError on anything else. */
export type Der = {
  tag: number;
  /** The content alone. */
  bytes: Uint8Array;
  /** With tag and length, as it is signed. */
  whole: Uint8Array;
};

export const derTags = {
  ...{ boolean: 0x01, integer: 0x02, bitString: 0x03, octets: 0x04, oid: 0x06, utcTime: 0x17 },
  ...{ generalizedTime: 0x18, sequence: 0x30, set: 0x31 },
} as const;

/** The element that begins at the first byte; with `whole`, nothing may follow it. */
export function readDer(bytes: Uint8Array, tag?: number): Der {
  const found = readAt(bytes, 0);
  if (found.whole.length !== bytes.length) throw new RangeError("bytes follow the DER element");
  return expectTag(found, tag);
}

/** The elements inside of a constructed one. */
export function childrenOf(bytes: Uint8Array): Der[] {
  const found: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const one = readAt(bytes, at);
    found.push(one);
    at += one.whole.length;
  }
  return found;
}

export function expectTag(found: Der | undefined, tag?: number): Der {
  if (found === undefined || (tag !== undefined && found.tag !== tag))
    throw new RangeError(`DER element ${tag} expected, ${found?.tag} found`);
  return found;
}

function readAt(bytes: Uint8Array, at: number): Der {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f)
    throw new RangeError("no DER element");
  let length = first;
  let start = at + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new RangeError("no definite DER length");
    length = 0;
    for (let one = 0; one < count; one += 1) length = length * 256 + (bytes[start + one] ?? 0);
    start += count;
  }
  const end = start + length;
  if (end > bytes.length) throw new RangeError("a DER element is cut off");
  return { tag, bytes: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
}

/** `1.2.840.113549` of the content of an OBJECT IDENTIFIER. */
export function oidText(bytes: Uint8Array): string {
  const parts: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      parts.push(value);
      value = 0;
    }
  }
  const [first = 0, ...rest] = parts;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join(".");
}

export function toBigInt(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}
