/**
 * Watches how long the MQTT packets on a connection say they are, so that one too long is refused by its head and
 * not after it was gathered whole. Only lengths are read here; what a packet holds is the broker's affair.
 */
export type FrameGuard = {
  /** The next bytes of the connection; false where a packet is longer than allowed, or its length is none. */
  see(bytes: Uint8Array): boolean;
};

/** MQTT 3.1.1, 2.2.3: at most four bytes of seven bits each, the lowest first. */
const maxLengthBytes = 4;

/** `first` holds for the packet that opens the connection, before it is known who sends it. */
export function createFrameGuard(max: { first: number; later: number }): FrameGuard {
  let limit = max.first;
  /** Bytes of the packet's body still to come; null while its head is being read. */
  let body: number | null = null;
  let headBytes = 0;
  let length = 0;

  /** One byte of a head; false where the packet is refused. */
  function readHead(byte: number): boolean {
    headBytes += 1;
    if (headBytes === 1) return true;
    length += (byte & 0x7f) * 128 ** (headBytes - 2);
    if (length > limit) return false;
    if ((byte & 0x80) !== 0) return headBytes - 1 < maxLengthBytes;
    body = length;
    return true;
  }

  return {
    see(bytes) {
      let at = 0;
      while (at < bytes.length) {
        if (body === null) {
          if (!readHead(bytes[at] ?? 0)) return false;
          at += 1;
        }
        if (body === null) continue;
        const taken = Math.min(body, bytes.length - at);
        at += taken;
        body -= taken;
        if (body > 0) break;
        body = null;
        headBytes = 0;
        length = 0;
        limit = max.later;
      }
      return true;
    },
  };
}
