import { connect } from "node:net";
import { getLatestPicture, getPictureFile } from "@tracewater/contract/fleet/media";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { makePicture } from "../../../../test/test-picture.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { putInChunks, uploadSteps } from "../../../../test/test-uploads.ts";

const params = { family: "waterSample" } as const;
const megabyte = 1024 * 1024;
let clock = Date.now();

onPlatform(
  "A picture of a device",
  (platform) => {
    const { put, order, announce, list, filesOnDisk } = uploadSteps(platform);

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

    test("of 25 MB is answered with HTTP 413, reported as such or not, and nothing of it stays", async () => {
      const device = await platform.connectNew();
      const before = await filesOnDisk();
      const large = Buffer.concat([makePicture(8).bytes, Buffer.alloc(25 * megabyte)]);
      const received = await order(device);
      expect(await put(received.offer.upload.url, large)).toMatchObject({ status: 413, code: 413 });

      const unreported = await order(device);
      const { hostname, port, pathname } = new URL(unreported.offer.upload.url);
      const status = await putInChunks({ hostname, port: Number(port), pathname }, large);
      expect(status).toBe(413);
      expect((await list(device)).rows).toMatchObject([
        { state: "refused", reason: "The file exceeds 20 MB." },
        { state: "refused" },
      ]);
      expect(await filesOnDisk()).toBe(before);
    });

    test("that is none, or of another type than was said, is refused and nothing of it stays", async () => {
      const device = await platform.connectNew();
      const before = await filesOnDisk();
      for (const [body, type, reason] of [
        [Buffer.from("<svg onload=alert(1)>"), "image/png", "must be a PNG"],
        [Buffer.from(""), "image/png", "is empty"],
        [makePicture(9).bytes, "image/jpeg", "announced as image/jpeg"],
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

    test("that a device could not take is reported with the device's words", async () => {
      const device = await platform.connectNew();
      const { id } = await order(device);
      device.send("thing/service/snapshot_reply", { id, code: 500, message: "lens dirty", data: {} });
      await eventually(async () => (await list(device)).rows[0]?.state).toBe("refused");
      expect((await list(device)).rows[0]?.reason).toBe("The device rejected the request: lens dirty");
    });
  },
  { now: () => clock },
);
