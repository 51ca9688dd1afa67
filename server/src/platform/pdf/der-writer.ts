/** Writes DER (ITU-T X.690), as far as signatures of documents need it. */
export const derTag = {
  ...{ integer: 0x02, octets: 0x04, null: 0x05, oid: 0x06, utcTime: 0x17, sequence: 0x30, set: 0x31 },
  ...{ context0: 0xa0, context1: 0xa1 },
} as const;

export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return [0x80 + bytes.length, ...bytes];
}

/** `1.2.840.113549` as an OBJECT IDENTIFIER. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const septets = [part % 128];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift((left % 128) + 128);
    return septets;
  });
  return der(derTag.oid, Buffer.from(bytes));
}

/** A SET in the order that DER demands. */
export function derSet(tag: number, members: readonly Buffer[]): Buffer {
  return der(tag, ...[...members].sort(Buffer.compare));
}

export const algorithm = (name: string): Buffer =>
  der(derTag.sequence, oid(name), Buffer.from([derTag.null, 0]));
