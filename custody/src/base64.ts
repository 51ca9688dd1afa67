/** Base64 with padding (RFC 4648, 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Null for everything that is not the one text of its bytes: no blanks, no loose bits at the end. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const found = atob(text);
    const bytes = Uint8Array.from(found, (unit) => unit.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
