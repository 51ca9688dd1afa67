/*
 * What a camera sends over RTSP, looked at on its way: replies (RFC 2326) between interleaved packets (`$`, channel,
 * length). A reply that sends the client to another address is held back, since that address was never judged.
 */
export class RtspRedirect extends Error {}
class RtspNonsense extends Error {}

const maxHead = 64 * 1024;

/** Gives what may go on to the client; throws RtspRedirect, or RtspNonsense for what is no RTSP. */
export function createRtspReplies() {
  let held: Buffer = Buffer.alloc(0);
  /** Bytes of a packet or a body that are still to come. */
  let owed = 0;
  let status: number | null = null;

  return {
    /** Of the latest reply. */
    status: () => status,
    push(chunk: Buffer): Buffer {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const out: Buffer[] = [];
      const give = (length: number) => {
        out.push(held.subarray(0, length));
        held = held.subarray(length);
      };
      while (held.length > 0) {
        if (owed > 0) {
          const now = Math.min(owed, held.length);
          owed -= now;
          give(now);
        } else if (held[0] === 0x24) {
          if (held.length < 4) break;
          owed = held.readUInt16BE(2);
          give(4);
        } else {
          const end = held.indexOf("\r\n\r\n");
          if (end < 0 && held.length > maxHead) throw new RtspNonsense("a header without an end");
          if (end < 0) break;
          owed = readHead(held.toString("latin1", 0, end));
          give(end + 4);
        }
      }
      return Buffer.concat(out);
    },
  };

  /** The length of the body that follows. */
  function readHead(head: string): number {
    const reply = /^RTSP\/\d\.\d (\d{3})/.exec(head)?.[1];
    if (reply !== undefined) {
      status = Number(reply);
      if (status >= 300 && status < 400) throw new RtspRedirect();
    } else if (/^REDIRECT /.test(head)) throw new RtspRedirect();
    else if (!/^[A-Z_]+ \S+ RTSP\/\d\.\d/.test(head)) throw new RtspNonsense("no RTSP");
    const length = Number(/^content-length:\s*(\d{1,9})\s*$/im.exec(head)?.[1] ?? 0);
    if (length > maxHead) throw new RtspNonsense("a body that is too long");
    return length;
  }
}
