import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { livePlaylist, readFilmParts } from "./live-playlist.ts";
import { filmFiles } from "./make-film.ts";

/** The path of its stream. */
export const streamPath = "/live.m3u8";

/** A camera of the network on this machine: its film as a live HLS stream. Throws where the port is taken. */
export async function startCamera(options: { folder: string; port: number; now: () => number }) {
  const { folder, port, now } = options;
  const parts = readFilmParts(await readFile(join(folder, filmFiles.playlist), "utf8"));
  const names = new Set(parts.map((one) => one.name));
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://camera").pathname;
    const name = path.slice(1);
    if (path === streamPath) {
      response.writeHead(200, {
        "content-type": "application/vnd.apple.mpegurl",
        "cache-control": "no-store",
      });
      response.end(livePlaylist(parts, now()));
    } else if (names.has(name)) {
      const bytes = await readFile(join(folder, name)).catch(() => null);
      response.writeHead(bytes === null ? 404 : 200, { "content-type": "video/mp2t" }).end(bytes);
    } else response.writeHead(404).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
