import { changeDevice } from "@tracewater/contract/fleet/devices";
import { listFirmware, removeFirmware } from "@tracewater/contract/fleet/firmware";
import {
  addFirmwareBatch,
  cancelUpgrades,
  getDeviceFirmware,
  getFirmwareBatch,
  listFirmwareBatches,
  listUpgrades,
  previewFirmwareBatch,
  retryUpgrades,
} from "@tracewater/contract/fleet/firmware-upgrades";
import { expect, test } from "vitest";
import {
  addVersion,
  firmwareFile,
  productOf,
  startUpgrade,
  upgrading,
  uploadFirmware,
} from "../../../../test/test-firmware.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Firmware", (platform) => {
  const admin = () => platform.admin();
  const product = async () => String(await productOf(platform, "waterSample"));

  test("is kept with its size and digests, and found by its version", async () => {
    const file = firmwareFile("1.1.0");
    const query = { productId: await product(), version: "1.1.0", notes: "mends the arm" };
    const added = await uploadFirmware(platform, query, file);
    expect(added.data).toMatchObject({ size: file.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const found = await platform.call(listFirmware, { query: { keyword: "arm" } }, await admin());
    expect(found.rows).toMatchObject([
      {
        version: "1.1.0",
        module: "default",
        fileName: "sampler.bin",
        sha256: added.data?.sha256,
        devicesOn: 0,
      },
    ]);
    expect(found.total).toBe(1);
  });

  test("is refused where it is empty, has another digest, is there already or of no product", async () => {
    const productId = await product();
    const file = firmwareFile("1.2.0");
    expect(await uploadFirmware(platform, { productId, version: "1.2.0" }, Buffer.alloc(0))).toMatchObject({
      code: 400,
      errors: [{ field: "file" }],
    });
    const sha256 = "0".repeat(64);
    expect(await uploadFirmware(platform, { productId, version: "1.2.0", sha256 }, file)).toMatchObject({
      code: 400,
      errors: [{ field: "sha256" }],
    });
    await addVersion(platform, "1.2.0", file);
    expect(await uploadFirmware(platform, { productId, version: "1.2.0" }, file)).toMatchObject({
      code: 409,
      errors: [{ field: "version" }],
    });
    expect(await uploadFirmware(platform, { productId: "999", version: "1" }, file)).toMatchObject({
      code: 404,
    });
    expect(await uploadFirmware(platform, { productId, version: "a b" }, file)).toMatchObject({
      code: 400,
      errors: [{ field: "version" }],
    });
  });

  test("is removed while nobody was notified of it, and stays on record afterwards", async () => {
    const file = firmwareFile("the same");
    const [first, second] = [
      await addVersion(platform, "1.3.0", file),
      await addVersion(platform, "1.3.1", file),
    ];
    await platform.call(removeFirmware, { params: { id: first } }, await admin());
    const device = await platform.connectNew();
    await startUpgrade(platform, second, [device.credentials.id]);
    const refusal = await platform.refusal(removeFirmware, { params: { id: second } }, await admin());
    expect(refusal.code).toBe(500);
    // The file that both had is still there for the one that is left.
    await upgrading(device).inform("1.0.0");
    const { data } = await upgrading(device).nextOffer();
    expect((await fetch(data.url)).status).toBe(200);
  });

  test("reaches whom a batch means: by tag, by lot, or by name, without those who have it", async () => {
    const unitId = await platform.addUnit("Firmware by lot");
    const devices = [];
    for (let at = 0; at < 10; at++) devices.push(await platform.addDevice({ unitId }));
    const as = await platform.addUser({ unitId, roles: ["engineer"] });
    const ids = devices.map((one) => one.id);
    for (const id of ids.slice(0, 3)) {
      const body = { id, nickname: "", pointId: null, tags: ["north"] };
      await platform.call(changeDevice, { params: { family: "waterSample" }, body }, await admin());
    }
    const firmwareId = await addVersion(platform, "1.4.0");
    const preview = async (selection: Record<string, unknown>) =>
      (await platform.ask(previewFirmwareBatch, { body: { firmwareId, selection } }, as)).body["data"];
    expect(await preview({ kind: "all" })).toMatchObject({ chosen: 10, online: 0, busy: 0 });
    expect(await preview({ kind: "tag", tag: "north" })).toMatchObject({ chosen: 3 });
    expect(await preview({ kind: "percent", percent: 25 })).toMatchObject({ chosen: 3 });
    expect(await preview({ kind: "devices", deviceIds: ids.slice(0, 2) })).toMatchObject({ chosen: 2 });
    const online = await platform.connect(
      devices[0] ?? { id: 0, productKey: "", deviceName: "", deviceSecret: "" },
    );
    await upgrading(online).inform("1.4.0");
    expect(await preview({ kind: "tag", tag: "north" })).toMatchObject({ chosen: 2, alreadyThere: 1 });

    const order = async (percent: number) => {
      const selection = { kind: "percent" as const, percent };
      const made = await platform.call(addFirmwareBatch, { body: { firmwareId, selection } }, as);
      const { rows } = await platform.call(listUpgrades, { query: { batchId: made.data.id } }, as);
      return { id: made.data.id, chosen: rows.map((row) => row.deviceId) };
    };
    const some = await order(40);
    await platform.call(cancelUpgrades, { params: { id: some.id } }, as);
    const more = await order(80);
    expect(more.chosen).toEqual(expect.arrayContaining(some.chosen));
    expect(await preview({ kind: "devices", deviceIds: more.chosen })).toMatchObject({
      chosen: 0,
      busy: more.chosen.length,
    });
    const body = { firmwareId, selection: { kind: "devices", deviceIds: more.chosen } };
    const refused = await platform.refusal(addFirmwareBatch, { body }, as);
    expect(refused).toMatchObject({ code: 400, errors: [{ field: "selection" }] });
  });

  test("of another unit's devices is nobody's business: batches show, count and touch one's own alone", async () => {
    const [mine, theirs] = [await platform.addUnit("Mine"), await platform.addUnit("Theirs")];
    const [own, other] = [
      await platform.addDevice({ unitId: mine }),
      await platform.addDevice({ unitId: theirs }),
    ];
    const as = await platform.addUser({ unitId: mine, roles: ["engineer"] });
    const firmwareId = await addVersion(platform, "1.5.0");
    const both = await startUpgrade(platform, firmwareId, [own.id, other.id]);
    const foreign = await startUpgrade(platform, await addVersion(platform, "1.5.1"), [
      (await platform.addDevice({ unitId: theirs })).id,
    ]);
    const { rows } = await platform.call(listFirmwareBatches, { query: { state: "open" } }, as);
    expect(rows.map((row) => row.id)).toEqual([both]);
    expect(rows[0]?.counts.queued).toBe(1);
    for (const call of [getFirmwareBatch, cancelUpgrades, retryUpgrades])
      expect((await platform.refusal(call, { params: { id: foreign } }, as)).code).toBe(404);
    expect((await platform.refusal(listUpgrades, { query: { batchId: foreign } }, as)).code).toBe(404);
    expect((await platform.refusal(getDeviceFirmware, { params: { id: other.id } }, as)).code).toBe(404);
    expect((await platform.call(cancelUpgrades, { params: { id: both } }, as)).data.count).toBe(1);
    const all = await platform.call(getFirmwareBatch, { params: { id: both } }, await admin());
    expect(all.data.counts).toMatchObject({ cancelled: 1, queued: 1 });
    const open = { query: { state: "finished" as const, firmwareId } };
    expect((await platform.call(listFirmwareBatches, open, as)).total).toBe(1);
    expect((await platform.call(listFirmwareBatches, open, await admin())).total).toBe(0);
  });
});
