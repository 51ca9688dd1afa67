import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCamera, streamPath } from "./camera-server.ts";
import { filmFiles } from "./make-film.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a camera answers with its stream and the parts of its film, and with nothing else of its folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tw-camera-"));
  const film = "#EXTM3U\n#EXTINF:2,\npart0.ts\n#EXTINF:2,\npart1.ts\n#EXT-X-ENDLIST\n";
  await writeFile(join(folder, filmFiles.playlist), film);
  for (const name of ["part0.ts", "part1.ts", "other.ts"]) await writeFile(join(folder, name), name);
  const port = await freePort();
  const camera = await startCamera({ folder, port, now: () => 1_000_000_000_000 });
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.text()] as const;
  };
  const [status, playlist] = await ask(streamPath);
  expect([status, playlist.trimEnd().split("\n").at(-1)]).toEqual([200, "part0.ts"]);
  expect(playlist).not.toContain("ENDLIST");
  expect(await ask("/part1.ts")).toEqual([200, "part1.ts"]);
  for (const path of ["/other.ts", "/film.m3u8", "/%2e%2e/film.m3u8", "/"])
    expect((await ask(path))[0], path).toBe(404);
  await expect(startCamera({ folder, port, now: Date.now })).rejects.toThrow("EADDRINUSE");
  await camera.stop();
});
