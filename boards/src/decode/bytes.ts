/** Big-endian, as PNG and JPEG are written; 0 past the end. */
export function readUint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export function readUint32(bytes: Uint8Array, at: number): number {
  return readUint16(bytes, at) * 0x10000 + readUint16(bytes, at + 2);
}

/** Whether the bytes at a place spell an ASCII text. */
export function spells(bytes: Uint8Array, at: number, text: string): boolean {
  for (let place = 0; place < text.length; place++)
    if (bytes[at + place] !== text.charCodeAt(place)) return false;
  return true;
}
