/**
 * Writes rows in PostgreSQL's binary COPY format (PostgreSQL documentation, "COPY", file formats) into one
 * growing buffer that is used again for the next batch.
 */
export type BinaryCopy = {
  begin(): void;
  row(columns: number): void;
  int2(value: number): void;
  int4(value: number): void;
  float8(value: number): void;
  /** An instant in microseconds since 1970. */
  timestamp(micros: number): void;
  text(value: string): void;
  /** JSON text, or its bytes. */
  jsonb(value: string | Buffer): void;
  nothing(): void;
  /** The finished stream; valid until the next `begin`. */
  end(): Buffer;
};

const signature = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
/** PostgreSQL counts microseconds from 2000-01-01. */
const epochShiftMicros = 946_684_800_000_000;
const twoTo32 = 0x1_0000_0000;

export function createBinaryCopy(firstSize = 64 * 1024): BinaryCopy {
  let buffer = Buffer.allocUnsafe(firstSize);
  let at = 0;

  function room(bytes: number): void {
    if (at + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes));
    buffer.copy(larger, 0, 0, at);
    buffer = larger;
  }

  return {
    begin() {
      at = signature.copy(buffer, 0);
      buffer.fill(0, at, at + 8);
      at += 8;
    },
    row(columns) {
      room(2);
      at = buffer.writeInt16BE(columns, at);
    },
    int2(value) {
      room(6);
      at = buffer.writeInt32BE(2, at);
      at = buffer.writeInt16BE(value, at);
    },
    int4(value) {
      room(8);
      at = buffer.writeInt32BE(4, at);
      at = buffer.writeInt32BE(value, at);
    },
    float8(value) {
      room(12);
      at = buffer.writeInt32BE(8, at);
      at = buffer.writeDoubleBE(value, at);
    },
    timestamp(micros) {
      const shifted = micros - epochShiftMicros;
      const high = Math.floor(shifted / twoTo32);
      room(12);
      at = buffer.writeInt32BE(8, at);
      at = buffer.writeInt32BE(high, at);
      at = buffer.writeUInt32BE(shifted - high * twoTo32, at);
    },
    text(value) {
      const bytes = Buffer.byteLength(value);
      room(4 + bytes);
      at = buffer.writeInt32BE(bytes, at);
      at += buffer.write(value, at);
    },
    jsonb(value) {
      const bytes = typeof value === "string" ? Buffer.byteLength(value) : value.length;
      room(5 + bytes);
      at = buffer.writeInt32BE(bytes + 1, at);
      // The version of the binary form of jsonb.
      at = buffer.writeUInt8(1, at);
      at += typeof value === "string" ? buffer.write(value, at) : value.copy(buffer, at);
    },
    nothing() {
      room(4);
      at = buffer.writeInt32BE(-1, at);
    },
    end() {
      room(2);
      at = buffer.writeInt16BE(-1, at);
      return buffer.subarray(0, at);
    },
  };
}
