import { createHash } from "node:crypto";
import { downloadFirmware } from "@tracewater/contract/fleet/firmware";
import {
  cancelUpgrades,
  getDeviceFirmware,
  getFirmwareBatch,
  listUpgrades,
  retryUpgrades,
} from "@tracewater/contract/fleet/firmware-upgrades";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { addVersion, firmwareFile, startUpgrade, upgrading } from "../../../../test/test-firmware.ts";
import { note } from "../../../../test/test-http.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const minute = 60_000;
let ahead = 0;
const now = () => Date.now() + ahead;

onPlatform(
  "An upgrade of firmware",
  (platform) => {
    const admin = () => platform.admin();
    const upgradesOf = async (batchId: number) =>
      (await platform.call(listUpgrades, { query: { batchId } }, await admin())).rows;
    const stateOf = async (batchId: number) => {
      const [one] = await upgradesOf(batchId);
      return { state: one?.state, reason: one?.reason, progress: one?.progress };
    };
    /** A device that has said what it runs, and has been online long enough to be notified. */
    const startDevice = async (version: string | null = "1.0.0") => {
      const device = await platform.connectNew();
      const ota = upgrading(device);
      if (version !== null) await ota.inform(version);
      ahead += 5000;
      return { device, ota, id: device.credentials.id };
    };

    /** Until the PUBACK of the reporting is kept: from then on its time runs. */
    const received = (deviceId: number) =>
      eventually(async () => {
        const found = platform.db
          .selectFrom("firmwareUpgrade")
          .select("receivedAt")
          .where("deviceId", "=", deviceId);
        return (await found.executeTakeFirst())?.receivedAt;
      }).toEqual(expect.any(Date));

    test("is reported, downloaded with its digest, and a success by the report of the new version alone", async () => {
      const file = firmwareFile("2.0.0");
      const firmwareId = await addVersion(platform, "2.0.0", file);
      const { ota, id } = await startDevice();
      const live = await listenLive(platform.url, await admin(), "firmware");
      const batchId = await startUpgrade(platform, firmwareId, [id]);
      const { code, data } = await ota.nextOffer();
      expect({ code, version: data.version, size: data.size, method: data.signMethod }).toEqual({
        code: "1000",
        version: "2.0.0",
        size: file.length,
        method: "SHA256",
      });
      const response = await fetch(data.url);
      note(downloadFirmware, "success");
      const loaded = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("etag")).toBe(`"${data.sign}"`);
      expect(createHash("sha256").update(loaded).digest("hex")).toBe(data.sign);
      expect(createHash("md5").update(loaded).digest("hex")).toBe(data.md5);
      await ota.progress("40");
      expect(await stateOf(batchId)).toMatchObject({ state: "downloading", progress: 40 });
      await ota.progress("100");
      expect(await stateOf(batchId)).toMatchObject({ state: "installed", progress: 100 });
      await ota.inform("2.0.0");
      expect(await stateOf(batchId)).toMatchObject({ state: "succeeded", reason: null });
      await eventually(() => live.of("upgrade").map(({ upgrade }) => upgrade.state)).toEqual(
        expect.arrayContaining(["told", "downloading", "installed", "succeeded"]),
      );
      live.close();
      const read = await platform.call(getDeviceFirmware, { params: { id } }, await admin());
      expect(read.data).toMatchObject({
        modules: [{ module: "default", version: "2.0.0" }],
        past: [{ version: "1.0.0" }],
        upgrades: [{ state: "succeeded", versionBefore: "1.0.0" }],
      });
    });

    test("goes on where the download broke off, and serves ranges of one file alone", async () => {
      const file = firmwareFile("2.1.0");
      const { device, ota, id } = await startDevice();
      const batchId = await startUpgrade(platform, await addVersion(platform, "2.1.0", file), [id]);
      const { data } = await ota.nextOffer();
      const first = await fetch(data.url, { headers: { range: "bytes=0-9999" } });
      expect([first.status, first.headers.get("content-range")]).toEqual([
        206,
        `bytes 0-9999/${file.length}`,
      ]);
      const begun = Buffer.from(await first.arrayBuffer());
      await ota.progress(25);
      // It dies in mid-download, comes back with the old version, and is reported again.
      device.vanish();
      ahead += minute;
      const back = await platform.connect(device.credentials);
      const again = upgrading(back);
      await again.inform("1.0.0");
      const { data: repeated } = await again.nextOffer();
      expect(repeated.sign).toBe(data.sign);
      const tag = first.headers.get("etag") ?? "";
      const rest = await fetch(repeated.url, { headers: { range: "bytes=10000-", "if-range": tag } });
      expect(rest.status).toBe(206);
      const whole = Buffer.concat([begun, Buffer.from(await rest.arrayBuffer())]);
      expect(createHash("sha256").update(whole).digest("hex")).toBe(data.sign);
      const other = await fetch(repeated.url, { headers: { range: "bytes=10000-", "if-range": '"other"' } });
      expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, file.length]);
      expect((await fetch(repeated.url, { headers: { range: "bytes=90000-" } })).status).toBe(416);
      await again.inform("2.1.0");
      expect(await stateOf(batchId)).toMatchObject({ state: "succeeded" });
      const over = await fetch(repeated.url);
      note(downloadFirmware, "refusal");
      expect([over.status, JSON.parse(await over.text()).code]).toEqual([404, 404]);
    });

    test("is answered at no address that is bent, cut or made for something else", async () => {
      const { ota, id } = await startDevice();
      await startUpgrade(platform, await addVersion(platform, "2.1.1"), [id]);
      const { url } = (await ota.nextOffer()).data;
      const base = url.slice(0, url.lastIndexOf("/") + 1);
      const given = platform.secrets.open(Buffer.from(url.slice(base.length), "base64url"));
      // Zeros before the time change nothing but the length: of three words two have bits to spare in their last letter.
      const words = ["", "0", "00"].map((zeros) =>
        platform.secrets.seal(given.replace("|", `|${zeros}`)).toString("base64url"),
      );
      const bent = words.flatMap(bentAtTheEnd);
      expect(bent.length).toBeGreaterThan(0);
      const token = platform.secrets.seal(`config|${now() + minute}|1`).toString("base64url");
      const late = platform.secrets.seal(`firmware|${now() - 1}|1`).toString("base64url");
      for (const word of [...bent, url.slice(base.length, -9), token, late, "1"]) {
        expect((await fetch(base + word)).status, word).toBe(404);
      }
      for (const word of words) expect((await fetch(base + word)).status, word).toBe(200);
    });

    test("waits for a device that is offline, and ends where it does not come in time", async () => {
      const gone = await platform.addDevice();
      const coming = await platform.addDevice();
      const firmwareId = await addVersion(platform, "2.2.0");
      const batchId = await startUpgrade(platform, firmwareId, [gone.id, coming.id], { waitHours: 1 });
      const device = await platform.connect(coming);
      ahead += 5000;
      expect((await upgrading(device).nextOffer()).data.version).toBe("2.2.0");
      await received(coming.id);
      ahead += 61 * minute;
      await eventually(async () =>
        (await upgradesOf(batchId)).map(({ state, reason }) => [state, reason]),
      ).toEqual([
        ["timedOut", "silent"],
        ["timedOut", "offline"],
      ]);
    });

    test("fails where the device says that all is installed and comes back with the old version", async () => {
      const { ota, id } = await startDevice();
      const batchId = await startUpgrade(platform, await addVersion(platform, "2.3.0"), [id]);
      await ota.nextOffer();
      await ota.progress(100);
      await ota.inform("1.0.0");
      expect(await stateOf(batchId)).toMatchObject({ state: "failed", reason: "oldVersion" });
      const { data } = await platform.call(retryUpgrades, { params: { id: batchId } }, await admin());
      expect(data.count).toBe(1);
      expect((await ota.nextOffer()).data.version).toBe("2.3.0");
      const [latest] = await upgradesOf(batchId);
      expect(latest).toMatchObject({ attempt: 2, state: "told" });
      await ota.inform("2.3.0");
      const batch = await platform.call(getFirmwareBatch, { params: { id: batchId } }, await admin());
      expect(batch.data.counts).toMatchObject({ succeeded: 1, failed: 0 });
    });

    test.each([
      [-1, "refusedByDevice"],
      [-2, "downloadFailed"],
      [-3, "checkFailed"],
      [-4, "writeFailed"],
    ])("fails with the device's own reason: step %i", async (step, reason) => {
      const { ota, id } = await startDevice();
      const batchId = await startUpgrade(platform, await addVersion(platform, `2.4.${-step}`), [id]);
      await ota.nextOffer();
      await ota.progress(step, "flash is worn");
      expect((await upgradesOf(batchId))[0]).toMatchObject({
        state: "failed",
        reason,
        message: "flash is worn",
      });
    });

    test("that is stuck is ended and reported: silent, stalled in the download, or without a report", async () => {
      const firmwareId = await addVersion(platform, "2.5.0");
      const [silent, stalled, unreported] = [await startDevice(), await startDevice(), await startDevice()];
      const ids = [silent.id, stalled.id, unreported.id];
      const live = await listenLive(platform.url, await admin(), "firmware");
      const batchId = await startUpgrade(platform, firmwareId, ids, { patienceMinutes: 30 });
      for (const { ota, id } of [silent, stalled, unreported]) {
        await ota.nextOffer();
        await received(id);
      }
      await stalled.ota.progress(37);
      await unreported.ota.progress(100);
      ahead += 29 * minute;
      await stalled.ota.progress(38);
      ahead += 2 * minute;
      const reasons = async () =>
        (await upgradesOf(batchId)).map(({ deviceId, state, reason }) => [deviceId, state, reason]);
      await eventually(reasons).toEqual([
        [unreported.id, "timedOut", "noReport"],
        [stalled.id, "downloading", null],
        [silent.id, "timedOut", "silent"],
      ]);
      ahead += 29 * minute;
      await eventually(reasons).toContainEqual([stalled.id, "timedOut", "stalled"]);
      await eventually(() =>
        live.of("upgrade").flatMap(({ upgrade }) => (upgrade.state === "timedOut" ? [upgrade.deviceId] : [])),
      ).toEqual(expect.arrayContaining(ids));
      live.close();
    });

    test("that begins again and again ends", async () => {
      const { device, ota, id } = await startDevice();
      const batchId = await startUpgrade(platform, await addVersion(platform, "2.6.0"), [id]);
      await ota.nextOffer();
      for (let time = 0; time < 6; time++) {
        ahead += minute;
        await upgrading(await platform.connect(device.credentials)).inform("1.0.0");
      }
      await eventually(() => stateOf(batchId)).toMatchObject({ state: "failed", reason: "restarts" });
    });

    test("is reported again after a connection that broke before the reporting arrived, and to nobody who knows it", async () => {
      const { device, ota, id } = await startDevice();
      await startUpgrade(platform, await addVersion(platform, "2.7.0"), [id]);
      await ota.nextOffer();
      await received(id);
      ahead += minute;
      const known = await platform.connect(device.credentials);
      await known.post({ ph: 7 });
      expect(upgrading(known).isCovered()).toBe(false);
      await platform.db
        .updateTable("firmwareUpgrade")
        .set({ receivedAt: null })
        .where("deviceId", "=", id)
        .execute();
      ahead += minute;
      expect((await upgrading(await platform.connect(device.credentials)).nextOffer()).data.version).toBe(
        "2.7.0",
      );
    });

    test("is given to a device that asks for it, once it was reported, and nothing to others", async () => {
      const { device, ota, id } = await startDevice();
      const rest = "thing/ota/firmware/get";
      expect(await device.post({}, rest)).toMatchObject({ code: 200, data: {} });
      await startUpgrade(platform, await addVersion(platform, "2.8.0"), [id]);
      await ota.nextOffer();
      expect(await device.post({}, rest)).toMatchObject({ code: 200, data: { version: "2.8.0" } });
      expect(await device.post({ module: "mcu" }, rest)).toMatchObject({ code: 200, data: {} });
      expect(await device.post({ module: 7 }, rest)).toMatchObject({ code: 460 });
    });

    test("is cancelled: its address is dead, and a late word of the device changes nothing", async () => {
      const { ota, id } = await startDevice();
      const batchId = await startUpgrade(platform, await addVersion(platform, "2.9.0"), [id]);
      const { url } = (await ota.nextOffer()).data;
      const input = { params: { id: batchId } };
      expect((await platform.call(cancelUpgrades, input, await admin())).data.count).toBe(1);
      expect((await fetch(url)).status).toBe(404);
      await ota.progress(80);
      await ota.inform("2.9.0");
      expect(await stateOf(batchId)).toMatchObject({ state: "cancelled", progress: 0 });
      expect((await platform.call(cancelUpgrades, input, await admin())).data.count).toBe(0);
      const twice = await platform.refusal(cancelUpgrades, { params: { id: 99_999 } }, await admin());
      expect(twice.code).toBe(404);
    });

    test("lets only so many devices of a batch download at one time", async () => {
      const firmwareId = await addVersion(platform, "3.0.0");
      const [one, two] = [await startDevice(), await startDevice()];
      await startUpgrade(platform, firmwareId, [one.id, two.id], { atOnce: 1 });
      await one.ota.nextOffer();
      await one.ota.progress(50);
      ahead += minute;
      await two.device.post({ ph: 7 });
      expect(two.ota.isCovered()).toBe(false);
      await one.ota.inform("3.0.0");
      expect((await two.ota.nextOffer()).data.version).toBe("3.0.0");
    });

    test("keeps the module and what is no report out of the device's firmware", async () => {
      const { device, ota, id } = await startDevice(null);
      await ota.inform("5", "mcu");
      await ota.inform("x".repeat(65));
      await ota.progress("half", "?");
      await device.postSurely({ id: "1", params: { ph: 7 } });
      const { data } = await platform.call(getDeviceFirmware, { params: { id } }, await admin());
      expect(data.modules).toMatchObject([{ module: "mcu", version: "5" }]);
      for (let at = 0; at < 40; at++) await ota.inform("1", `part${at}`);
      const many = await platform.call(getDeviceFirmware, { params: { id } }, await admin());
      expect(many.data.modules).toHaveLength(32);
    });
  },
  { now },
);

/** All words that are the same bytes to a lenient reader: they differ in the bits of the last letter that no byte has. */
function bentAtTheEnd(word: string): string[] {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const spare = [0, 0, 4, 2][word.length % 4] ?? 0;
  const last = letters.indexOf(word.at(-1) ?? "");
  return Array.from({ length: 2 ** spare - 1 }, (_, at) => word.slice(0, -1) + letters[last ^ (at + 1)]);
}
