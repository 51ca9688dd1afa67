import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { getStreamPart, setVideoFrame, watchClip } from "@tracewater/contract/fleet/cameras";
import { listClips } from "@tracewater/contract/fleet/media";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { makeClip } from "../../../../../test/test-clip.ts";
import { onPlatform } from "../../../../../test/test-platform.ts";
import { sendClip, videoSteps } from "../../../../../test/test-videos.ts";

const params = { family: "waterSample" } as const;
let clock = Date.now();
const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

onPlatform(
  "A video",
  (platform) => {
    const { refuse, part } = videoSteps(platform, stops);

    test("that is handed in plays as it is where it is H.264, and only for who may see it", async () => {
      const { id } = await platform.addDevice();
      const sent = await sendClip(platform, id, await makeClip(3), "inlet.mp4");
      expect(sent.data).toMatchObject({
        state: "stored",
        type: "video/mp4",
        source: "inlet.mp4",
        origin: "console",
      });
      expect(sent.data?.durationMs).toBeGreaterThan(2500);
      const admin = await platform.admin();
      const listed = await platform.call(listClips, { params: { ...params, id } }, admin);
      expect(listed).toMatchObject({ total: 1, rows: [{ id: sent.data?.id, sha256: sent.data?.sha256 }] });
      const none = { params: { ...params, id: 2_000_000 } };
      expect(await platform.refusal(listClips, none, admin)).toMatchObject({ code: 404 });

      const input = { params: { id: sent.data?.id ?? 0 } };
      const { data } = await platform.call(watchClip, input, admin);
      expect(data.mode).toBe("copy");
      await eventually(async () => (await part(data.playlist, "index.m3u8")).toString()).toContain(
        "#EXT-X-ENDLIST",
      );
      const segment = await part(data.playlist, "s0.ts");
      expect([segment[0], segment[188], segment.length % 188]).toEqual([0x47, 0x47, 0]);

      const stranger = await platform.addUser({
        unitId: await platform.addUnit("Elsewhere"),
        roles: ["unitAdmin"],
      });
      const key = data.playlist.split("/").at(-2);
      for (const name of ["index.m3u8", "s0.ts"]) {
        const asked = { params: { key, part: name } };
        expect(await platform.refusal(getStreamPart, asked, stranger)).toMatchObject({ code: 404 });
      }
      expect(await platform.refusal(watchClip, input, stranger)).toMatchObject({ code: 404 });
      const bad = { params: { key, part: "../../keys/secret.key" } };
      expect(await platform.refusal(getStreamPart, bad, admin)).toMatchObject({ code: 400 });
      clock += 61_000;
      await eventually(async () => readdir(join(platform.dataDir, "streams"))).not.toContain(key);
      const gone = { params: { key, part: "s0.ts" } };
      expect(await platform.refusal(getStreamPart, gone, admin)).toMatchObject({ code: 404 });
    });

    test("in another coding is encoded again for the browser", async () => {
      const { id } = await platform.addDevice();
      const sent = await sendClip(platform, id, await makeClip(1, "mpeg4"));
      const input = { params: { id: sent.data?.id ?? 0 } };
      expect((await platform.call(watchClip, input, await platform.admin())).data.mode).toBe("transcode");
    });

    test.each([
      ["a text", Buffer.from("not a video at all, only words ".repeat(40))],
      [
        "a playlist that leads elsewhere",
        Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".repeat(20)),
      ],
      [
        "the head of a video and nothing more",
        Buffer.concat([Buffer.from("00000020667479706d703432", "hex"), Buffer.alloc(5000, 7)]),
      ],
      ["nothing", Buffer.alloc(0)],
    ])("that is none (%s) is refused with the reason, and nothing of it stays", async (_name, bytes) => {
      const { id } = await platform.addDevice();
      const refused = await sendClip(platform, id, bytes);
      expect(refused).toMatchObject({ status: 200, code: 400 });
      expect(refused.msg).toMatch(/must be a playable MP4|is empty/);
      const listed = await platform.call(listClips, { params: { ...params, id } }, await platform.admin());
      expect(listed.total).toBe(0);
    });

    test.each([
      "rtsp://127.0.0.1:554/x",
      "rtsp://[::1]/x",
      "rtsp://169.254.169.254/latest",
      "rtsp://2130706433/x",
      "rtsp://[::ffff:127.0.0.1]/x",
    ])("of a camera at %s is refused with the reason", async (address) => {
      expect(await refuse({ address })).toMatchObject({
        code: 400,
        errors: [{ field: "address", message: expect.stringContaining("cannot be opened") }],
      });
      const { id } = await platform.addDevice();
      const body = { id, enabled: true, url: address };
      expect(await platform.refusal(setVideoFrame, { body }, await platform.admin())).toMatchObject({
        errors: [{ field: "url", message: expect.stringContaining("cannot be opened") }],
      });
    });

    test.each([
      ["rtsp", "http://localhost/x"],
      ["hls", "file:///etc/passwd"],
      ["hls", "rtsp://localhost/x"],
      ["clips", "rtsp://localhost/x"],
      ["rtsp", ""],
      ["rtsp", "rtsp://nowhere.invalid/x"],
    ])("of a camera of the kind %s has no address %s", async (kind, address) => {
      expect(await refuse({ kind, address })).toMatchObject({ code: 400, errors: [{ field: "address" }] });
    });
  },
  { env: { CAMERA_ALLOW: "localhost" }, now: () => clock },
);
