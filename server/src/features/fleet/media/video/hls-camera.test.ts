import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { recordCamera } from "@tracewater/contract/fleet/cameras";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWebCamera, type WebPage } from "../../../../../test/test-camera.ts";
import { makeClip } from "../../../../../test/test-clip.ts";
import { onPlatform } from "../../../../../test/test-platform.ts";
import { type HlsCut, hlsPages, videoSteps } from "../../../../../test/test-videos.ts";

const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** Where a playlist can name an address. */
const places: Record<string, (address: string) => string> = {
  "a segment": (address) => `${media}#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`,
  "a variant": (address) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n${address}\n`,
  "a variant that is not chosen": (address) =>
    `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nlive.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=9\n${address}\n`,
  "a key": (address) => `${media}#EXT-X-KEY:METHOD=AES-128,URI="${address}"\n${end}`,
  "a map": (address) => `${media}#EXT-X-MAP:URI="${address}"\n${end}`,
  "a session key": (address) =>
    `#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI="${address}"\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nlive.m3u8\n`,
  "a rendition": (address) =>
    `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="${address}"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlive.m3u8\n`,
  "a part": (address) => `${media}#EXT-X-PART:DURATION=0.3,URI="${address}"\n${end}`,
  "a hint": (address) => `${media}${end}#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${address}"\n`,
  "an asset": (address) => `${media}#EXT-X-DATERANGE:ID="1",X-ASSET-URI="${address}"\n${end}`,
};
const media = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:0\n";
const end = "#EXTINF:1,\nlive0.ts\n#EXT-X-ENDLIST\n";

onPlatform(
  "An HLS camera",
  (platform) => {
    const { add, watch, refusedWatch } = videoSteps(platform, stops);
    let clip: Buffer;
    const canary = { port: 0, hits: [] as string[] };
    beforeAll(async () => {
      clip = await makeClip(6);
      Object.assign(canary, await startCanary());
    });

    async function camera(pages: Record<string, WebPage>): Promise<(path: string) => Promise<number>> {
      const web = await startWebCamera(pages);
      stops.push(web.stop);
      return (path) => add({ kind: "hls", address: web.url + path });
    }

    test.each<HlsCut>(["mpegts", "fmp4", "ranges", "aes-128"])(
      "with a stream cut as %s plays and is recorded to its end",
      async (cut) => {
        const at = await camera({
          ...(await hlsPages(clip, cut)),
          "/variants.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nlive.m3u8\n",
        });
        const id = await at("/variants.m3u8");
        expect(await watch(id)).toMatchObject({ mode: "copy" });
        const input = { params: { id }, body: { seconds: 20 } };
        const { data } = await platform.call(recordCamera, input, await platform.admin());
        expect(data.durationMs).toBeGreaterThan(5500);
      },
    );

    test("that adds segments while it is watched is followed, and one that expired is left out", async () => {
      const pages = await hlsPages(clip);
      const entry = (number: number) => `#EXTINF:1,\nlive${number}.ts\n`;
      let asked = 0;
      const list = () => {
        asked += 1;
        const first = Math.min(asked, 3);
        const isOver = asked >= 6 ? "#EXT-X-ENDLIST\n" : "";
        const shown = [0, 1, 2].map((step) => entry(first + step - 1)).join("");
        return `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:${first}\n${shown}${isOver}`;
      };
      const { "/s1.ts": _, ...there } = pages;
      const renamed = Object.fromEntries(
        Object.entries(there).map(([name, page]) => [name.replace("/s", "/live"), page]),
      );
      const id = await (await camera({ ...renamed, "/live.m3u8": list }))("/live.m3u8");
      const input = { params: { id }, body: { seconds: 20 } };
      const { data } = await platform.call(recordCamera, input, await platform.admin());
      expect(asked).toBe(6);
      expect(data.durationMs).toBeGreaterThan(3500);
    });

    test.each(Object.keys(places))(
      "whose playlist names in %s what is no address of the web is refused with the reason, and nothing is opened",
      async (place) => {
        const refused = {
          "httpproxy://127.0.0.1:PORT/x": "the scheme httpproxy:,",
          "tcp://127.0.0.1:PORT": "the scheme tcp:,",
          "crypto+http://127.0.0.1:PORT/x": "the scheme crypto+http:,",
          "file:///etc/passwd": "the scheme file:,",
          "concat:http://127.0.0.1:PORT/x": "the scheme concat:,",
          "data:video/mp2t;base64,AAAA": "the scheme data:,",
          "http://127.0.0.1:PORT/x": "cannot be opened",
          "//[::ffff:127.0.0.1]:PORT/x": "cannot be opened",
        };
        const told: string[] = [];
        for (const address of Object.keys(refused)) {
          const text = places[place]?.(address.replace("PORT", String(canary.port))) ?? "";
          const at = await camera({ ...(await pagesOnce()), "/bad.m3u8": text });
          told.push(await refusedWatch(await at("/bad.m3u8")));
        }
        expect(canary.hits).toEqual([]);
        expect(told).toEqual(Object.values(refused).map((reason) => expect.stringContaining(reason)));
      },
      60_000,
    );

    test("that sends on to a closed address is refused, and nothing is opened", async () => {
      const there = await pagesOnce();
      const closed = `http://127.0.0.1:${canary.port}`;
      const at = await camera({
        ...there,
        "/moved.m3u8": { to: `${closed}/live.m3u8` },
        "/proxied.m3u8": { to: `httpproxy://127.0.0.1:${canary.port}/x` },
        "/away.m3u8": `${media}#EXTINF:1,\naway.ts\n#EXT-X-ENDLIST\n`,
        "/away.ts": { to: `${closed}/s0.ts` },
        "/round.m3u8": { to: "/round.m3u8" },
      });
      expect(await refusedWatch(await at("/moved.m3u8"))).toContain("cannot be opened");
      expect(await refusedWatch(await at("/proxied.m3u8"))).toContain("the scheme httpproxy:,");
      expect(await refusedWatch(await at("/away.m3u8"))).toContain("cannot be opened");
      expect(await refusedWatch(await at("/round.m3u8"))).toContain("cannot be opened");
      expect(canary.hits).toEqual([]);
    });

    test("without a playlist, or with one that is damaged or without bounds, is refused with the reason", async () => {
      const at = await camera({
        "/page.m3u8": "<html>",
        "/lonely.m3u8": `${media}s0.ts\n`,
        "/large.m3u8": media + "#EXTINF:1,\ns0.ts\n".repeat(70_000),
        "/many.m3u8": media + "#EXTINF:1,\na\n".repeat(10_001),
        "/hosts.m3u8":
          media + Array.from({ length: 9 }, (_, at) => `#EXTINF:1,\nhttp://h${at}.test/a\n`).join(""),
        "/sealed.m3u8": `${media}#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"\n${end}`,
        "/named.m3u8": `${media}#EXT-X-DEFINE:NAME="h",VALUE="127.0.0.1"\n${end}`,
        "/empty.m3u8": `${media}#EXT-X-ENDLIST\n`,
      });
      const reasons = {
        page: "does not deliver an HLS playlist",
        lonely: "is damaged",
        large: "too large",
        many: "too large",
        hosts: "too large",
        sealed: "EXT-X-KEY SAMPLE-AES",
        named: "EXT-X-DEFINE",
        empty: "playable video",
        none: "no stream at this path",
      };
      for (const [name, reason] of Object.entries(reasons))
        expect(await refusedWatch(await at(`/${name}.m3u8`))).toContain(reason);
    });

    test("gets its password, and no other host does", async () => {
      const there = await pagesOnce();
      const other = await startWebCamera(there);
      const list = `${media}#EXTINF:1,\n${other.url}/s0.ts\n#EXT-X-ENDLIST\n`;
      const mixed = await startWebCamera({ "/live.m3u8": list });
      stops.push(mixed.stop, other.stop);
      const address = mixed.url.replace("http://", "http://user:hush@");
      await watch(await add({ kind: "hls", address: `${address}/live.m3u8` }));
      expect(mixed.asked).toEqual([`/live.m3u8 Basic ${Buffer.from("user:hush").toString("base64")}`]);
      expect(other.asked).toEqual(["/s0.ts"]);
    });

    let pages: Promise<Record<string, Buffer | string>> | null = null;
    function pagesOnce() {
      pages ??= hlsPages(clip);
      return pages;
    }
  },
  { env: { CAMERA_ALLOW: "localhost" } },
);

/** Something on this machine that no camera may reach. */
async function startCanary() {
  const hits: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    hits.push("connected");
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => hits.push(bytes.toString("latin1")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const at = server.address();
  return { port: typeof at === "object" && at !== null ? at.port : 0, hits };
}
