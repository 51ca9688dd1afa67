import { getDelivery, takeOutBottles } from "@tracewater/contract/field/sampler-bottles";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import { addDelivery } from "@tracewater/contract/laboratory/sample-deliveries";
import {
  correctFromSampler,
  getSampling,
  listFleetSamplings,
  listSamplings,
  registerAutoSampling,
  sealSamplings,
} from "@tracewater/contract/laboratory/samplings";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { carouselSteps } from "../../../../test/test-carousel.ts";
import { deliveryWorld } from "../../../../test/test-deliveries.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { takeSample } from "../../../../test/test-samples.ts";

onPlatform("A sample of an automatic sampling", (platform) => {
  const { enter, takeAliquot } = carouselSteps(platform);
  const { at, sender, analyst, foreign } = deliveryWorld(platform);

  /** A sampler at the point. */
  async function connectSampler() {
    const device = await platform.connect(await platform.addDevice({ unitId: at.unitId }));
    const { id, deviceName } = device.credentials;
    const body = { id, deviceName, nickname: "", unitId: at.unitId, pointId: at.pointId, tags: [] };
    const admin = await platform.admin();
    await platform.call(changeDevice, { params: { family: "waterSample" }, body }, admin);
    return { device, deviceName, admin };
  }

  /** Its bottle got three aliquots and was taken out. */
  async function fillBottle(bodyCode: string) {
    const { device, deviceName, admin } = await connectSampler();
    await enter(device, "body", { index: 7, bottleId: bodyCode, clearVolume: "1" });
    const began = Date.now() + 5;
    for (const [place, volume] of [200, 190, 210].entries())
      await takeAliquot(device, 7, volume, [200, 390, 600][place] ?? 0, began + place);
    await platform.call(takeOutBottles, { body: { deviceName, slots: [7] } }, admin);
    const { rows } = await platform.call(listSamplings, { query: { deviceName } }, sender);
    return { device, deviceName, began, samplingId: rows[0]?.samplingId ?? 0, sample: rows[0] };
  }
  const read = async (id: number) => (await platform.call(getSampling, { params: { id } }, sender)).data;

  test("that records something else than what the sampler delivered is found, and corrected with a reason and an event", async () => {
    const { deviceName, samplingId, began } = await fillBottle("B-2001");
    expect(await read(samplingId)).toMatchObject({ kind: "composite", volume: 600, differences: [] });
    const listed = async () => {
      const query = { deviceName, only: "differing" as const };
      return (await platform.call(listFleetSamplings, { query }, sender)).rows;
    };
    expect(await listed()).toEqual([]);
    // As samples were made that took over the first aliquot only.
    const first = { kind: "grab", ended: new Date(began), volume: 200, aliquotsTaken: 1 };
    await platform.db.updateTable("waterSampling").set(first).where("id", "=", samplingId).execute();
    expect(await listed()).toMatchObject([
      { samplingId, registration: "registered", differs: ["kind", "ended", "volume", "aliquotsTaken"] },
    ]);
    const changes = [
      { field: "kind", before: "grab", after: "composite" },
      { field: "ended", before: began, after: began + 2 },
      { field: "volume", before: 200, after: 600 },
      { field: "aliquotsTaken", before: 1, after: 3 },
    ];
    expect((await read(samplingId)).differences).toEqual(changes);

    const body = { samplingId, reason: "registered with its first aliquot only" };
    const refused = (given: object, as = sender) =>
      platform.refusal(correctFromSampler, { body: { ...body, ...given } }, as);
    expect(await refused({ reason: " " })).toMatchObject({ code: 400, errors: [{ field: "reason" }] });
    expect(await refused({}, analyst)).toMatchObject({ code: 403 });
    expect(await refused({}, foreign)).toMatchObject({ code: 404 });
    await platform.call(correctFromSampler, { body }, sender);
    const corrected = await read(samplingId);
    expect(corrected).toMatchObject({
      ...{ kind: "composite", began, ended: began + 2, volume: 600, aliquotsTaken: 3, boxTempMean: 4.2 },
      differences: [],
    });
    expect(corrected.events.map((one) => [one.kind, one.note])).toEqual([
      ["collect", null],
      ["correct", body.reason],
    ]);
    expect(corrected.events.at(-1)?.changes).toEqual(changes);
    expect(await listed()).toEqual([]);
    expect(await refused({})).toMatchObject({ msg: expect.stringContaining("Nothing differs") });
  });

  test("says how long no aliquot was taken, and of how much of the day's flow there is one", async () => {
    const { device, deviceName, admin } = await connectSampler();
    const { id: deviceId } = device.credentials;
    await enter(device, "body", { index: 7, bottleId: "B-2010", clearVolume: "1" });
    const halfHour = 1_800_000;
    const began = Date.now() - 49 * halfHour;
    const since = new Date(began - halfHour);
    // The bottle stands there since a day ago; it is entered a moment after the device's reply.
    const place = platform.db.updateTable("bottlePlace").set({ since }).where("deviceId", "=", deviceId);
    await eventually(async () => Number((await place.executeTakeFirst()).numUpdatedRows)).toBe(1);
    await platform.db.deleteFrom("slotClear").where("deviceId", "=", deviceId).execute();
    // One of 48 was missed, in the hour with the most flow.
    for (let place = 0; place < 48; place += 1) {
      const time = began + place * halfHour;
      await device.post({ flow: { value: place === 16 || place === 17 ? 180 : 60, time } });
      if (place === 16) {
        const value = { index: 7, reason: "noLiquid", trigger: "program" };
        await device.post({ value, time }, "thing/event/sampleMissed/post");
      } else await takeAliquot(device, 7, 10, 10 * (place + (place > 16 ? 0 : 1)), time);
    }
    // A broken meter neither stops the removal nor counts.
    for (const value of [1e308, -5])
      await device.post({ flow: { value, time: began + (value > 0 ? 90_000 : 95_000) } });
    await platform.call(takeOutBottles, { body: { deviceName, slots: [7] } }, admin);
    const { rows } = await platform.call(listSamplings, { query: { deviceName } }, sender);
    // Of 1560 m3 the missed one left 90.
    const coverage = { maxGap: 60, flowSampled: 94.2 };
    expect(rows).toMatchObject([{ kind: "composite24", aliquotsTaken: 47, aliquotsMissed: 1, ...coverage }]);
    const { events, differences } = await read(rows[0]?.samplingId ?? 0);
    expect(events[0]?.recorded).toMatchObject(coverage);
    expect(differences).toEqual([]);
  });

  test("taken by hand has no record of a sampler to be corrected from", async () => {
    const { id } = await takeSample(platform, at.pointId, sender);
    const body = { samplingId: id, reason: "compare" };
    expect(await platform.refusal(correctFromSampler, { body }, sender)).toMatchObject({
      ...{ code: 500, msg: expect.stringContaining("sampler record") },
    });
  });

  test("is not made of a bottle that was used again since", async () => {
    const { device, deviceName, began, samplingId } = await fillBottle("B-2002");
    await platform.db.deleteFrom("waterSampling").where("id", "=", samplingId).execute();
    await platform.db.updateTable("bottle").set({ state: "new" }).where("bodyCode", "=", "B-2002").execute();
    const query = { deviceName, only: "unregistered" as const };
    const state = async () =>
      (await platform.call(listFleetSamplings, { query }, sender)).rows.map((one) => one.registration);
    expect(await state()).toEqual(["possible"]);
    await enter(device, "body", { index: 9, bottleId: "B-2002" });
    expect(await state()).toEqual(["bottleReused"]);
    const auto = { body: { deviceName, slot: 7, time: began } };
    expect(await platform.refusal(registerAutoSampling, auto, sender)).toMatchObject({
      ...{ code: 500, msg: expect.stringContaining("filled again") },
    });
  });

  test("shows in its delivery, by the number that the delivery has, with all that its sampler put into the bottle", async () => {
    const { deviceName, began, sample, samplingId } = await fillBottle("B-2003");
    const byHand = await takeSample(platform, at.pointId, sender, { bodyCode: "B-2004" });
    const seals = [samplingId, byHand.id].map((id) => ({ samplingId: id, sealNo: `SL-${id}` }));
    await platform.call(sealSamplings, { body: { seals } }, sender);
    const { unitId, toUnitId } = at;
    const samplingIds = [samplingId, byHand.id];
    const packed = { unitId, toUnitId, courier: "J. Ortega", samplingIds };
    const { data: delivery } = await platform.call(addDelivery, { body: packed }, sender);
    const { deliveryNo } = delivery;
    const ask = async (as = sender) =>
      (await platform.call(getDelivery, { query: { deliveryNo, type: "sampling" } }, as)).data;
    const bottles = [
      {
        ...{ bodyCode: "B-2003", sampleNo: sample?.sampleNo, state: "sealed", deviceName, slot: 7 },
        samplings: [{ began, ended: began + 2, taken: 3, missed: 0, volume: 600, boxTempMean: 4.2 }],
      },
      { bodyCode: "B-2004", sampleNo: byHand.sampleNo, deviceName: null, slot: null, samplings: [] },
    ];
    expect(await ask()).toMatchObject({ deliveryNo, bottles, transport: null, assays: [] });
    expect((await ask(analyst))?.bottles).toHaveLength(2);
    expect(await ask(foreign)).toBeUndefined();
  });
});
