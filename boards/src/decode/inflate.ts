import { PictureError } from "./picture-error.ts";

/**
 * Unpacks zlib data to exactly `size` bytes and stops reading at the first byte beyond it, so that a few kilobytes
 * that stand for gigabytes cost nothing. The decompressor is that of the platform: the format has one result only.
 * Errors: `truncated` (fewer bytes), `damaged` (more bytes, or no zlib data).
 */
export async function inflateExactly(packed: readonly Uint8Array[], size: number): Promise<Uint8Array> {
  const unpacked = new Uint8Array(size);
  const stream = piecesOf(packed).pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (filled + value.length > size) throw new PictureError("damaged", "more pixels than the header says");
      unpacked.set(value, filled);
      filled += value.length;
    }
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(filled < size ? "truncated" : "damaged", "the pixels cannot be unpacked");
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (filled < size) throw new PictureError("truncated", "fewer pixels than the header says");
  return unpacked;
}

/** Packed bytes that are given to the decompressor at once: they stand for a thousand times as many at most. */
const pieceBytes = 8192;

function piecesOf(packed: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let [part, at] = [0, 0];
  return new ReadableStream({
    pull(controller) {
      while (at >= (packed[part]?.length ?? Number.POSITIVE_INFINITY)) [part, at] = [part + 1, 0];
      const bytes = packed[part];
      if (bytes === undefined) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + pieceBytes)));
      at += pieceBytes;
    },
  });
}
