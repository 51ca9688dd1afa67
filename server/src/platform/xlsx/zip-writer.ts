/*
 * Writes a zip file part by part (APPNOTE 4.3). Parts are packed outside of the main thread and added to the file as
 * they come, so nothing of them stays in memory, and none of the file stays open where its maker gives up.
 */
import { appendFile, writeFile } from "node:fs/promises";
import { crc32, createDeflateRaw } from "node:zlib";

/** A part that is being written; `write` waits while more is under way than is packed. */
export type ZipPart = { write(text: string): Promise<void>; close(): Promise<void> };

export type ZipWriter = { open(name: string): Promise<ZipPart>; close(): Promise<void> };

/** Deflated; its name is UTF-8; its size is behind it. */
const facts = { version: 20, flags: 0x0808, method: 8, time: 0, day: 0x0021 };

export async function createZipWriter(path: string): Promise<ZipWriter> {
  await writeFile(path, "", { mode: 0o600 });
  const directory: Buffer[] = [];
  let at = 0;
  const append = async (bytes: Buffer) => {
    at += bytes.length;
    await appendFile(path, bytes);
  };

  return {
    async open(name) {
      const begins = at;
      const label = Buffer.from(name);
      await append(Buffer.concat([signature(0x04034b50), commonFacts(label, noSizes), label]));
      const packer = createDeflateRaw({ chunkSize: 64 * 1024 });
      const sizes = { crc: 0, packed: 0, whole: 0 };
      const packed = (async () => {
        for await (const chunk of packer) {
          sizes.packed += chunk.length;
          await append(chunk);
        }
      })();
      // What fails here is reported to anyone who writes or closes next.
      packed.catch(() => undefined);
      return {
        async write(text) {
          const bytes = Buffer.from(text);
          sizes.crc = crc32(bytes, sizes.crc);
          sizes.whole += bytes.length;
          if (packer.write(bytes)) return;
          const drained = new Promise<void>((resolve) => packer.once("drain", resolve));
          await Promise.race([drained, packed]);
        },
        async close() {
          packer.end();
          await packed;
          await append(Buffer.concat([signature(0x08074b50), sizeFacts(sizes)]));
          const rest = Buffer.alloc(14);
          rest.writeUInt32LE(begins, 10);
          const made = Buffer.from([facts.version, 0]);
          directory.push(
            Buffer.concat([signature(0x02014b50), made, commonFacts(label, sizes), rest, label]),
          );
        },
      };
    },

    async close() {
      const listed = Buffer.concat(directory);
      const end = Buffer.alloc(18);
      end.writeUInt16LE(directory.length, 4);
      end.writeUInt16LE(directory.length, 6);
      end.writeUInt32LE(listed.length, 8);
      end.writeUInt32LE(at, 12);
      await append(Buffer.concat([listed, signature(0x06054b50), end]));
    },
  };
}

type Sizes = { crc: number; packed: number; whole: number };
const noSizes: Sizes = { crc: 0, packed: 0, whole: 0 };

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** What the head of a part and its entry in the directory have in common. */
function commonFacts(label: Buffer, sizes: Sizes): Buffer {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt16LE(facts.version, 0);
  bytes.writeUInt16LE(facts.flags, 2);
  bytes.writeUInt16LE(facts.method, 4);
  bytes.writeUInt16LE(facts.time, 6);
  bytes.writeUInt16LE(facts.day, 8);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(label.length, 0);
  return Buffer.concat([bytes, sizeFacts(sizes), lengths]);
}

function sizeFacts({ crc, packed, whole }: Sizes): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(crc, 0);
  bytes.writeUInt32LE(packed, 4);
  bytes.writeUInt32LE(whole, 8);
  return bytes;
}
