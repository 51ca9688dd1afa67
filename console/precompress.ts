import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressors = [
  { ending: ".br", compress: promisify(brotliCompress) },
  {
    ending: ".gz",
    compress: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  },
];

/** Puts a compressed copy next to each text file of the build, so that the server never compresses while it answers. */
export function precompress(): Plugin {
  let folder = "dist";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|svg|json)$/.test(file));
      await Promise.all(texts.map((file) => compressFile(join(folder, file))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  for (const { ending, compress } of compressors) {
    const compressed = await compress(content);
    if (compressed.length < content.length * 0.95) await writeFile(file + ending, compressed);
  }
}
