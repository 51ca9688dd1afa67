import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A file over HTTP, whole or in ranges; which ranges were asked for, and what is in the way of them. */
export type FileServer = {
  url: string;
  ranges: (string | undefined)[];
  manner: { status: number | null; file: Buffer };
  stop(): Promise<void>;
};

export async function startFileServer(file: Buffer): Promise<FileServer> {
  const ranges: FileServer["ranges"] = [];
  const manner: FileServer["manner"] = { status: null, file };
  const server = createServer(({ headers }, response) => {
    ranges.push(headers.range);
    if (manner.status !== null) return void response.writeHead(manner.status).end();
    const tag = `"${manner.file.length}-${manner.file[0]}"`;
    const [, first = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const isSame = headers["if-range"] === undefined || headers["if-range"] === tag;
    if (first === "" || !isSame) return void response.writeHead(200, { etag: tag }).end(manner.file);
    response.writeHead(206, { etag: tag, "content-range": `bytes ${first}-${last}/${manner.file.length}` });
    response.end(manner.file.subarray(Number(first), Number(last) + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/file`,
    ranges,
    manner,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
