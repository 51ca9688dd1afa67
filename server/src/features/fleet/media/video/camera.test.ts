import {
  changeCamera,
  getVideoFrame,
  listCameras,
  recordCamera,
  removeCamera,
  setVideoFrame,
} from "@tracewater/contract/fleet/cameras";
import { listClips } from "@tracewater/contract/fleet/media";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { startRtspCamera } from "../../../../../test/test-camera.ts";
import { runTask } from "../../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../../test/test-platform.ts";
import { videoSteps } from "../../../../../test/test-videos.ts";

const params = { family: "waterSample" } as const;
let clock = Date.now();
const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

onPlatform(
  "A camera",
  (platform) => {
    const { add, refuse, camera, watch, refusedWatch, part, find } = videoSteps(platform, stops);

    test("of a live camera plays, one stream for all who watch, and ends when nobody does", async () => {
      const started = await camera();
      const id = await add({ address: started.url, name: "live" });
      const [first, second] = await Promise.all([watch(id), watch(id)]);
      expect(second).toEqual(first);
      expect(started.watchers()).toBe(1);
      const list = (await part(first.playlist, "index.m3u8")).toString();
      const [, name = ""] = /^(s\d+\.ts)$/m.exec(list) ?? [];
      expect((await part(first.playlist, name))[0]).toBe(0x47);
      expect((await find(id))?.live).toMatchObject({ state: "running" });
      clock += 16_000;
      await eventually(started.watchers).toBe(0);
      expect((await find(id))?.live).toEqual({ state: "idle" });
    });

    test("of a live camera can be recorded, and is kept as long as the camera says", async () => {
      const started = await camera();
      const device = await platform.addDevice();
      const id = await add({ address: started.url, deviceId: device.id, retentionDays: 1 });
      const input = { params: { id }, body: { seconds: 2 } };
      const { data } = await platform.call(recordCamera, input, await platform.admin());
      expect(data).toMatchObject({
        origin: "recording",
        deviceId: device.id,
        cameraId: id,
        type: "video/mp4",
      });
      expect(data.durationMs).toBeGreaterThan(500);
      const clips = async () =>
        (await platform.call(listClips, { params: { ...params, id: device.id } }, await platform.admin()))
          .total;
      const storedBefore = (hours: number) =>
        platform.db
          .updateTable("deviceMedia")
          .set({ storedAt: new Date(clock - hours * 3_600_000) })
          .where("id", "=", data.id)
          .execute();
      await storedBefore(23);
      await runTask(platform, "mediaRetention");
      expect(await clips()).toBe(1);
      await storedBefore(25);
      await runTask(platform, "mediaRetention");
      expect(await clips()).toBe(0);
      const none = { params: { id: 2_000_000 }, body: { seconds: 2 } };
      expect(await platform.refusal(recordCamera, none, await platform.admin())).toMatchObject({ code: 404 });
    });

    test.each([
      ["RTSP/1.0 302 Moved\r\nLocation: rtsp://127.0.0.1:1/x\r\n\r\n", "redirects to another address"],
      ["RTSP/1.0 401 Unauthorized\r\n\r\n", "rejected the user name or password"],
      ["RTSP/1.0 404 Not Found\r\n\r\n", "no stream at this path"],
      ["HTTP/1.1 200 OK\r\n\r\n", "does not respond as an RTSP server"],
    ])(
      "of a camera that answers %j is refused with what to look at, and the list reports it",
      async (answer, reason) => {
        const started = await camera({ kind: "says", answer });
        const id = await add({ address: started.url });
        expect(await refusedWatch(id)).toContain(reason);
        expect((await find(id))?.live).toMatchObject({
          state: "failed",
          reason: expect.stringContaining(reason),
        });
      },
    );

    test("of a camera where nothing answers is refused with what to look at", async () => {
      const started = await startRtspCamera({ kind: "says", answer: "" });
      await started.stop();
      expect(await refusedWatch(await add({ address: started.url }))).toContain("Cannot connect");
    });

    test("of a camera with a password: nobody learns it, and it goes to no other host", async () => {
      const started = await camera({
        kind: "says",
        answer: 'RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n',
      });
      const address = started.url.replace("rtsp://", "rtsp://user:hush@");
      const id = await add({ address, name: "with a password" });
      const shown = (await find(id))?.address ?? "";
      expect(shown).toContain("user:***@");
      const body = {
        id,
        name: "with a password",
        kind: "rtsp",
        unitId: await platform.unit(),
        address: shown,
      };
      await platform.call(changeCamera, { body } as never, await platform.admin());
      await refusedWatch(id);
      expect(started.asked.join()).toContain(Buffer.from("user:hush").toString("base64"));
      const moved = { ...body, address: shown.replace("localhost", "example.com") };
      expect(await platform.refusal(changeCamera, { body: moved }, await platform.admin())).toMatchObject({
        errors: [{ field: "address", message: expect.stringContaining("entered again") }],
      });
      const rows = await platform.db.selectFrom("camera").selectAll().where("id", "=", id).execute();
      expect(JSON.stringify(rows)).not.toContain("hush");
      await platform.call(removeCamera, { params: { id } }, await platform.admin());
      expect(await platform.refusal(removeCamera, { params: { id } }, await platform.admin())).toMatchObject({
        code: 404,
      });
    });

    test("of a device is the chosen camera's, and the chosen part of its picture", async () => {
      const device = await platform.addDevice();
      const admin = await platform.admin();
      const read = async () =>
        (await platform.call(getVideoFrame, { params: { id: device.id } }, admin)).data;
      expect(await read()).toMatchObject({ enabled: false, cameraId: null, url: "" });
      const own = await add({ kind: "clips", deviceId: device.id });
      expect(await read()).toMatchObject({ enabled: true, cameraId: own });
      const body = {
        id: device.id,
        enabled: true,
        url: "rtsp://localhost:5554/a",
        x: 0.25,
        y: 0,
        width: 0.5,
        height: 1,
      };
      const { data } = await platform.call(setVideoFrame, { body }, admin);
      expect(data).toMatchObject({
        x: 0.25,
        width: 0.5,
        url: "rtsp://localhost:5554/a",
        cameraName: device.deviceName,
      });
      const again = await platform.call(setVideoFrame, { body: { ...body, x: 0.5 } }, admin);
      expect(again.data.cameraId).toBe(data.cameraId);
      const over = { ...body, x: 0.75 };
      expect(await platform.refusal(setVideoFrame, { body: over }, admin)).toMatchObject({
        errors: [{ field: "width" }],
      });
      const nothing = { id: device.id, enabled: true };
      expect(await platform.refusal(setVideoFrame, { body: nothing }, admin)).toMatchObject({
        errors: [{ field: "url" }],
      });
      expect(await platform.refusal(getVideoFrame, { params: { id: 2_000_000 } }, admin)).toMatchObject({
        code: 404,
      });
    });

    test("of a camera: names are one in a unit, and its device is of the same unit", async () => {
      await add({ kind: "clips", name: "one" });
      expect(await refuse({ kind: "clips", name: "one" })).toMatchObject({
        code: 409,
        errors: [{ field: "name" }],
      });
      const elsewhere = await platform.addDevice({ unitId: await platform.addUnit("Next door") });
      expect(await refuse({ kind: "clips", deviceId: elsewhere.id })).toMatchObject({
        errors: [{ field: "deviceId" }],
      });
      const nobody = await platform.addUser({});
      expect(await platform.refusal(listCameras, {}, nobody)).toMatchObject({ code: 403 });
      const unknown = { id: 2_000_000, name: "x", kind: "clips", unitId: await platform.unit() };
      expect(await platform.refusal(changeCamera, { body: unknown }, await platform.admin())).toMatchObject({
        code: 404,
      });
    });
  },
  { env: { CAMERA_ALLOW: "localhost" }, now: () => clock },
);
