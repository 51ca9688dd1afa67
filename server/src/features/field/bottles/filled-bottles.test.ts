import { bottles } from "@tracewater/contract/field/bottles";
import { getDelivery, getExtraBottleCodes, takeOutBottles } from "@tracewater/contract/field/sampler-bottles";
import { listAutoSamplings } from "@tracewater/contract/field/samplers";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import { expect, test } from "vitest";
import { carouselSteps } from "../../../../test/test-carousel.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const minute = 60_000;

onPlatform("Bottles that are filled", (platform) => {
  const { enter, refuse, slotsOf, slotOf, takeAliquot, refusedAs } = carouselSteps(platform);

  test("an extra bottle has a set of its own", async () => {
    const device = await platform.connectNew();
    const { params } = await enter(device, "body", { index: "E3", bottleId: "X-1" });
    expect(params).toMatchObject({ index: 27, bottleId: "X-1", clearVolume: 0 });
    const input = { params: { id: device.credentials.id } };
    const { data } = await platform.call(getExtraBottleCodes, input, await platform.admin());
    expect(data.map((one) => [one.slot, one.bodyCode])).toEqual(
      Array.from({ length: 8 }, (_, index) => [25 + index, index === 2 ? "X-1" : null]),
    );
    expect((await slotsOf(device)).every((one) => one.bodyCode === null)).toBe(true);
  });

  test("volumes are what the device reported of its aliquots, and a slot that is cleared is empty on both sides", async () => {
    const device = await platform.connectNew();
    await enter(device, "body", { index: 4, bottleId: "B-G0" });
    const start = Date.now() + 5;
    await takeAliquot(device, 4, 200, 200, start);
    await takeAliquot(device, 4, 190, 390, start + 1);
    await device.post(
      { value: { index: 4, reason: "noLiquid", trigger: "program" }, time: start + 2 },
      "thing/event/sampleMissed/post",
    );
    expect(await slotOf(device, 4)).toMatchObject({
      ...{ volume: 390, taken: 2, missed: 1, reason: "noLiquid", volumeAt: start + 2 },
    });
    expect(await slotOf(device, 5)).toMatchObject({ volume: null, volumeAt: null });
    const { params } = await enter(device, "body", { index: 4, bottleId: "B-G1", clearVolume: "true" });
    expect(params).toMatchObject({ clearVolume: 1 });
    expect(await slotOf(device, 4)).toMatchObject({ bodyCode: "B-G1", volume: 0, taken: 0, missed: 0 });
    await takeAliquot(device, 4, 100, 100, Date.now() + 5);
    expect(await slotOf(device, 4)).toMatchObject({ volume: 100, taken: 1 });
  });

  test("the fill belongs to the bottle: a fresh one is empty, and a slot without a bottle has no fill", async () => {
    const device = await platform.connectNew();
    const { deviceName } = device.credentials;
    const admin = await platform.admin();
    await takeAliquot(device, 8, 150, 150, Date.now() - minute);
    expect(await slotOf(device, 8)).toMatchObject({ bodyCode: null, volume: null, taken: 0, missed: 0 });
    await enter(device, "body", { index: 8, bottleId: "B-M1" });
    expect(await slotOf(device, 8)).toMatchObject({ bodyCode: "B-M1", volume: 0, taken: 0 });
    // Nobody set the counter of the device back: it goes on from what it counted before.
    const at = Date.now() + 5;
    await takeAliquot(device, 8, 100, 250, at);
    await takeAliquot(device, 8, 90, 340, at + 1);
    expect(await slotOf(device, 8)).toMatchObject({ volume: 190, taken: 2, volumeAt: at + 1 });
    const { rows } = await platform.call(listAutoSamplings, { query: { deviceName } }, admin);
    expect(rows.map((one) => [one.bodyCode, one.taken, one.volume])).toEqual([
      ["B-M1", 2, 190],
      [null, 1, 150],
    ]);
    await platform.call(takeOutBottles, { body: { deviceName, slots: [8] } }, admin);
    expect(await slotOf(device, 8)).toMatchObject({ bodyCode: null, volume: null, volumeAt: null, taken: 0 });
    const { rows: samples } = await platform.call(listSamplings, { query: { deviceName } }, admin);
    expect(samples).toMatchObject([{ bodyCode: "B-M1", volume: 190, aliquotsTaken: 2, began: at }]);
    await enter(device, "body", { index: 8, bottleId: "B-M2" });
    expect(await slotOf(device, 8)).toMatchObject({ bodyCode: "B-M2", volume: 0, taken: 0, missed: 0 });
  });

  test("a device whose clock is ahead fills the bottle that is in the slot, and not the one after it", async () => {
    const device = await platform.connectNew();
    const { deviceName } = device.credentials;
    const admin = await platform.admin();
    await enter(device, "body", { index: 3, bottleId: "B-N1", clearVolume: "1" });
    const at = Date.now() + 4 * minute;
    await takeAliquot(device, 3, 120, 120, at);
    await takeAliquot(device, 3, 110, 230, at + minute);
    await platform.call(takeOutBottles, { body: { deviceName, slots: [3] } }, admin);
    await enter(device, "body", { index: 3, bottleId: "B-N2", clearVolume: "1" });
    expect(await slotOf(device, 3)).toMatchObject({ bodyCode: "B-N2", volume: 0, taken: 0 });
    await takeAliquot(device, 3, 100, 100, at + 2 * minute);
    expect(await slotOf(device, 3)).toMatchObject({ bodyCode: "B-N2", volume: 100, taken: 1 });
    const { rows } = await platform.call(listAutoSamplings, { query: { deviceName } }, admin);
    expect(rows.map((one) => [one.bodyCode, one.began, one.taken, one.volume])).toEqual([
      ["B-N2", at + 2 * minute, 1, 100],
      ["B-N1", at, 2, 230],
    ]);
    const { rows: samples } = await platform.call(listSamplings, { query: { deviceName } }, admin);
    expect(samples).toMatchObject([{ bodyCode: "B-N1", volume: 230, aliquotsTaken: 2 }]);
  });

  test("bottles leave for a delivery, which shows what went into them; what is not recorded is absent", async () => {
    const device = await platform.connectNew();
    for (const [index, code] of [
      [1, "B-H1"],
      [2, "B-H2"],
    ] as const) {
      await enter(device, "body", { index, bottleId: code, clearVolume: "1" });
    }
    await enter(device, "cap", { index: 1, bottleId: "C-H1" });
    const at = Date.now() + 5;
    await takeAliquot(device, 1, 240, 240, at);
    const { deviceName } = device.credentials;
    const admin = await platform.admin();
    const body = { deviceName, slots: [1, 2, 3], deliveryNo: "D-2026-0511" };
    expect((await platform.call(takeOutBottles, { body }, admin)).data.taken).toBe(2);
    expect(await platform.refusal(takeOutBottles, { body }, admin)).toMatchObject({ code: 500 });
    expect((await slotOf(device, 1))?.bodyCode).toBeNull();
    const ask = (query: { deliveryNo: string; type?: "sampling" | "transport" | "assay" | "all" }) =>
      platform.call(getDelivery, { query }, admin);
    const { data } = await ask({ deliveryNo: "D-2026-0511", type: "all" });
    expect(data?.bottles).toMatchObject([
      {
        ...{ bodyCode: "B-H1", capCode: "C-H1", state: "filled", deviceName, slot: 1, takenBy: "admin" },
        samplings: [{ began: at, taken: 1, missed: 0, volume: 240, boxTempMean: 4.2 }],
      },
      { bodyCode: "B-H2", capCode: null, state: "new", slot: 2, samplings: [] },
    ]);
    expect((await ask({ deliveryNo: "D-2026-0511", type: "sampling" })).data).toEqual(data);
    expect(await ask({ deliveryNo: "D-2026-0511", type: "assay" })).not.toHaveProperty("data");
    expect(await ask({ deliveryNo: "nobody's" })).not.toHaveProperty("data");
    expect(await platform.refusal(getDelivery, { query: { type: "all" } }, admin)).toMatchObject({
      errors: [{ field: "deliveryNo" }],
    });
    expect(
      await platform.refusal(getDelivery, { query: { deliveryNo: "D-1", type: "none" } }, admin),
    ).toMatchObject({ errors: [{ field: "type" }] });
    // A filled bottle is not put into a sampler again before it was cleaned.
    expect(await refuse(device, "body", { index: 5, bottleId: "B-H1" })).toMatchObject(
      refusedAs("Bottle B-H1 is filled and not yet cleaned."),
    );
  });

  test("a body scanned into a slot takes the place of the one before", async () => {
    const device = await platform.connectNew();
    await enter(device, "body", { index: 6, bottleId: "B-K1" });
    await enter(device, "body", { index: 6, bottleId: "B-K2" });
    expect((await slotOf(device, 6))?.bodyCode).toBe("B-K2");
    const admin = await platform.admin();
    const { rows } = await platform.call(bottles.calls.list, { query: { keyword: "B-K" } }, admin);
    expect(rows.map((row) => [row.bodyCode, row.state, row.slot])).toEqual([
      ["B-K1", "new", null],
      ["B-K2", "inSampler", 6],
    ]);
  });
});
