import { createHash } from "node:crypto";
import { connect } from "node:net";
import {
  countPictures,
  getFileOnce,
  getLatestPicture,
  getPictureFile,
  listPictures,
  makeFileAddress,
} from "@tracewater/contract/fleet/media";
import { liftReadingHold, placeReadingHold } from "@tracewater/contract/fleet/reading-holds";
import { listMessages } from "@tracewater/contract/fleet/telemetry";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { makeBigPicture } from "../../../../test/test-clip.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { makePicture } from "../../../../test/test-picture.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { putInChunks, uploadHands } from "../../../../test/test-uploads.ts";

const params = { family: "waterSample" } as const;
const megabyte = 1024 * 1024;
let clock = Date.now();

onPlatform(
  "A picture of a device",
  (platform) => {
    const { put, order, announce, list, filesOnDisk } = uploadHands(platform);

    test("that a command asks for comes to the command's own address, and is served with the session", async () => {
      const device = await platform.connectNew();
      const { id, offer } = await order(device);
      expect(offer.upload).toMatchObject({
        maxBytes: 20 * megabyte,
        types: expect.arrayContaining(["image/png"]),
      });
      expect((await list(device)).rows).toMatchObject([
        { state: "waiting", origin: "command", source: "snapshot" },
      ]);

      const picture = makePicture(1);
      const sent = await put(offer.upload.url, picture.bytes, { "content-type": "image/png" });
      expect(sent).toMatchObject({ code: 200, data: { sha256: picture.sha256 } });
      const takenAt = clock - 5000;
      device.send("thing/service/snapshot_reply", {
        id,
        code: 200,
        data: { takenAt, sha256: picture.sha256, bytes: picture.bytes.length },
      });
      await eventually(async () => (await list(device)).rows[0]?.announcedSha256).toBe(picture.sha256);
      const latest = await platform.call(
        getLatestPicture,
        { params: { ...params, id: device.credentials.id } },
        await platform.admin(),
      );
      expect(latest.data).toMatchObject({
        ...{
          state: "stored",
          sha256: picture.sha256,
          bytes: picture.bytes.length,
          type: "image/png",
          takenAt,
        },
      });

      const admin = await platform.admin();
      const address = `${platform.url}/prod-api/v2/admin/device/media/${latest.data?.id}/file`;
      const served = await fetch(address, { headers: bearer(admin) });
      note(getPictureFile, "success");
      expect(Buffer.from(await served.arrayBuffer())).toEqual(picture.bytes);
      expect(served.headers.get("content-type")).toBe("image/png");
      expect(served.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await (await fetch(address)).json()).toMatchObject({ code: 401 });
      expect(await platform.refusal(getPictureFile, { params: { id: 2_000_000 } }, admin)).toMatchObject({
        code: 404,
      });
    });

    test("is asked for once: a second use, another token and one whose time is over are refused", async () => {
      const device = await platform.connectNew();
      const { offer } = await order(device);
      const { url } = offer.upload;
      const changed = url.slice(0, -6) + (url.at(-6) === "A" ? "B" : "A") + url.slice(-5);
      expect(changed).not.toBe(url);
      const { bytes } = makePicture(2);
      expect(await put(changed, bytes)).toMatchObject({ status: 200, code: 404 });
      expect(await put(url, bytes)).toMatchObject({ code: 200 });
      expect(await put(url, makePicture(3).bytes)).toMatchObject({ code: 404 });

      const late = await order(device);
      clock += 16 * 60_000;
      expect(await put(late.offer.upload.url, bytes)).toMatchObject({ code: 404 });
      expect((await list(device, { state: "missing" })).rows).toHaveLength(1);
      expect((await list(device)).total).toBe(2);
    });

    test("of a device that is out of service is not taken", async () => {
      const device = await platform.connectNew();
      const { offer } = await order(device);
      await platform.db
        .updateTable("device")
        .set({ status: "1" })
        .where("id", "=", device.credentials.id)
        .execute();
      expect(await put(offer.upload.url, makePicture(4).bytes)).toMatchObject({ code: 404 });
    });

    test("that an event announces comes with just these bytes, or is refused", async () => {
      const device = await platform.connectNew();
      const picture = makePicture(5);
      const offer = await announce(device, picture);
      expect(offer.upload.sha256).toBe(picture.sha256);
      expect(await put(offer.upload.url, picture.bytes)).toMatchObject({ code: 200 });

      const other = await announce(device, makePicture(6));
      const refused = await put(other.upload.url, makePicture(7).bytes);
      expect(refused).toMatchObject({ status: 200, code: 400 });
      expect(refused.msg).toContain("SHA-256");
      const whole = makePicture(12);
      const shorter = await announce(device, { ...whole, bytes: whole.bytes.subarray(1) });
      expect((await put(shorter.upload.url, whole.bytes)).msg).toContain("were announced");
      expect((await list(device)).rows.map((row) => row.state)).toEqual(["refused", "refused", "stored"]);
      expect((await list(device)).rows[1]?.reason).toContain("SHA-256");
    });

    test("of 25 MB is answered with HTTP 413, told as such or not, and nothing of it stays", async () => {
      const device = await platform.connectNew();
      const before = await filesOnDisk();
      const large = Buffer.concat([makePicture(8).bytes, Buffer.alloc(25 * megabyte)]);
      const told = await order(device);
      expect(await put(told.offer.upload.url, large)).toMatchObject({ status: 413, code: 413 });

      const untold = await order(device);
      const { hostname, port, pathname } = new URL(untold.offer.upload.url);
      const status = await putInChunks({ hostname, port: Number(port), pathname }, large);
      expect(status).toBe(413);
      expect((await list(device)).rows).toMatchObject([
        { state: "refused", reason: "The file is larger than 20 MB." },
        { state: "refused" },
      ]);
      expect(await filesOnDisk()).toBe(before);
    });

    test("that is none, or of another type than was said, is refused and nothing of it stays", async () => {
      const device = await platform.connectNew();
      const before = await filesOnDisk();
      for (const [body, type, reason] of [
        [Buffer.from("<svg onload=alert(1)>"), "image/png", "is not a PNG"],
        [Buffer.from(""), "image/png", "is empty"],
        [makePicture(9).bytes, "image/jpeg", "was said to be image/jpeg"],
      ] as const) {
        const { offer } = await order(device);
        const refused = await put(offer.upload.url, body, { "content-type": type });
        expect(refused.code).toBe(400);
        expect(refused.msg).toContain(reason);
      }
      const { offer } = await order(device);
      const wrong = await put(offer.upload.url, makePicture(9).bytes, { "x-content-sha256": "0".repeat(64) });
      expect(wrong.msg).toContain("SHA-256");
      expect(await filesOnDisk()).toBe(before);
    });

    test("that breaks off may come again", async () => {
      const device = await platform.connectNew();
      const before = await filesOnDisk();
      const { offer } = await order(device);
      const { hostname, port, pathname } = new URL(offer.upload.url);
      const socket = connect({ host: hostname, port: Number(port) });
      socket.write(`PUT ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n`);
      socket.write(Buffer.alloc(100));
      const stateOf = async () =>
        (
          await platform.db
            .selectFrom("deviceMedia")
            .select("state")
            .where("deviceId", "=", device.credentials.id)
            .executeTakeFirstOrThrow()
        ).state;
      await eventually(stateOf).toBe("receiving");
      socket.destroy();
      await eventually(stateOf).toBe("waiting");
      expect(await put(offer.upload.url, makePicture(10).bytes)).toMatchObject({ code: 200 });
      expect(await filesOnDisk()).toBe(before + 1);
    });

    test("that a device could not take is told with the device's words", async () => {
      const device = await platform.connectNew();
      const { id } = await order(device);
      device.send("thing/service/snapshot_reply", { id, code: 500, message: "lens dirty", data: {} });
      await eventually(async () => (await list(device)).rows[0]?.state).toBe("refused");
      expect((await list(device)).rows[0]?.reason).toBe("The device refused: lens dirty");
    });

    test("has an address of its own for one download by who asked, for a minute", async () => {
      const device = await platform.connectNew();
      const picture = makePicture(11);
      const offer = await announce(device, picture);
      const id = (await put(offer.upload.url, picture.bytes)).data?.id;
      const make = async () =>
        (await platform.call(makeFileAddress, { params: { id } }, await platform.admin())).data.address;
      const address = await make();
      const given = await fetch(platform.url + address);
      note(getFileOnce, "success");
      expect(given.headers.get("content-disposition")).toContain("attachment");
      expect(
        createHash("sha256")
          .update(Buffer.from(await given.arrayBuffer()))
          .digest("hex"),
      ).toBe(picture.sha256);
      const refused = (one: string) =>
        platform.refusal(getFileOnce, { params: { token: one.split("/").at(-1) } }, null);
      expect(await refused(address)).toMatchObject({ code: 404 });
      const late = await make();
      clock += 61_000;
      expect(await refused(late)).toMatchObject({ code: 404 });
      expect(
        await platform.refusal(makeFileAddress, { params: { id: 2_000_000 } }, await platform.admin()),
      ).toMatchObject({ code: 404 });
    });

    test("stands in pages of ten, newest first, and in the days of the time line", async () => {
      const device = await platform.connectNew();
      for (let shade = 20; shade < 32; shade++) {
        const picture = makePicture(shade);
        await put((await announce(device, picture)).upload.url, picture.bytes);
      }
      const first = await list(device);
      expect([first.total, first.rows.length]).toEqual([12, 10]);
      expect((await list(device, { pageNum: 2 })).rows).toHaveLength(2);
      const times = first.rows.map((row) => row.takenAt);
      expect(times).toEqual([...times].sort((a, b) => b - a));
      const input = { params: { ...params, id: device.credentials.id } };
      const days = await platform.call(countPictures, input, await platform.admin());
      expect(days.data.reduce((sum, day) => sum + day.stored, 0)).toBe(12);
      for (const call of [listPictures, countPictures, getLatestPicture]) {
        const none = { params: { ...params, id: 2_000_000 } };
        expect(await platform.refusal(call, none, await platform.admin())).toMatchObject({ code: 404 });
      }
    });

    test("is shown small in lists: a JPEG of a fraction of its bytes, gone with the picture", async () => {
      const device = await platform.connectNew();
      const before = await filesOnDisk();
      const big = await makeBigPicture();
      const little = makePicture(77);
      const ids: number[] = [];
      for (const picture of [big, little]) {
        const { data } = await put((await announce(device, picture)).upload.url, picture.bytes);
        ids.push(data?.id ?? 0);
      }
      const show = async (id: number | undefined, size: string) => {
        const path = getPictureFile.path.replace(":id", String(id));
        const answer = await fetch(`${platform.url}/prod-api${path}?size=${size}`, {
          headers: bearer(await platform.admin()),
        });
        return { type: answer.headers.get("content-type"), bytes: (await answer.arrayBuffer()).byteLength };
      };
      const small = await show(ids[0], "small");
      expect(small.type).toBe("image/jpeg");
      expect(small.bytes).toBeLessThan(big.bytes.length / 4);
      expect(await show(ids[0], "small")).toEqual(small);
      expect(await show(ids[0], "")).toEqual({ type: "image/png", bytes: big.bytes.length });
      expect(await show(ids[1], "small")).toEqual({ type: "image/png", bytes: little.bytes.length });
      expect(await filesOnDisk()).toBe(before + 3);
      const old = { storedAt: new Date(clock - 366 * 86_400_000) };
      await platform.db.updateTable("deviceMedia").set(old).where("id", "in", ids).execute();
      await runTask(platform, "mediaRetention");
      expect(await filesOnDisk()).toBe(before);
    });

    test("is deleted with its file when its time to be kept is over and no legal hold keeps it, and not before", async () => {
      const device = await platform.connectNew();
      const before = await filesOnDisk();
      for (const [shade, days] of [
        [60, 364],
        [61, 366],
      ] as const) {
        const picture = makePicture(shade);
        const { data } = await put((await announce(device, picture)).upload.url, picture.bytes);
        await platform.db
          .updateTable("deviceMedia")
          .set({ storedAt: new Date(clock - days * 86_400_000) })
          .where("id", "=", data?.id ?? 0)
          .execute();
      }
      const admin = await platform.admin();
      const reason = "Case 26-114";
      const span = { deviceId: device.credentials.id, begin: clock - 3_600_000, end: clock + 3_600_000 };
      const held = await platform.call(placeReadingHold, { body: { ...span, reason } }, admin);
      await runTask(platform, "mediaRetention");
      expect((await list(device)).total).toBe(2);
      const lift = { params: { id: held.data.holdId }, body: { reason: "closed" } };
      await platform.call(liftReadingHold, lift, admin);
      await runTask(platform, "mediaRetention");
      expect((await list(device)).total).toBe(1);
      expect(await filesOnDisk()).toBe(before + 1);
      expect((await list(device)).rows[0]?.sha256).toBe(makePicture(60).sha256);
    });

    test("is not told where to come in the log of messages", async () => {
      const device = await platform.connectNew();
      await order(device);
      await eventually(async () => {
        const input = { query: { deviceId: device.credentials.id } };
        return JSON.stringify((await platform.call(listMessages, input, await platform.admin())).rows);
      }).toContain("thing.service.snapshot");
      const input = { query: { deviceId: device.credentials.id } };
      const rows = JSON.stringify((await platform.call(listMessages, input, await platform.admin())).rows);
      expect(rows).toContain('"url":"***"');
      expect(rows).not.toContain("/device/upload/");
    });
  },
  { now: () => clock },
);
