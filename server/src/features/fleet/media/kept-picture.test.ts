import { createHash } from "node:crypto";
import { liftReadingHold, placeReadingHold } from "@tracewater/contract/fleet/legal-holds";
import {
  countPictures,
  getFileOnce,
  getLatestPicture,
  getPictureFile,
  listPictures,
  makeFileAddress,
} from "@tracewater/contract/fleet/media";
import { listMessages } from "@tracewater/contract/fleet/telemetry";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { makeBigPicture } from "../../../../test/test-clip.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { makePicture } from "../../../../test/test-picture.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { uploadSteps } from "../../../../test/test-uploads.ts";

const params = { family: "waterSample" } as const;
let clock = Date.now();

onPlatform(
  "A picture that was kept",
  (platform) => {
    const { put, order, announce, list, filesOnDisk } = uploadSteps(platform);

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

    test("is in pages of ten, newest first, and in the days of the time line", async () => {
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

    test("is not reported where to come in the log of messages", async () => {
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
