import { takeOutBottles, undoTakeOut } from "@tracewater/contract/field/sampler-bottles";
import { getSampling, listSamplings, sealSamplings } from "@tracewater/contract/laboratory/samplings";
import { listOperations } from "@tracewater/contract/system/audit";
import { expect, test } from "vitest";
import { carouselSteps } from "../../../../test/test-carousel.ts";
import type { TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("The removal of a bottle", (platform) => {
  const { enter, slotOf, takeAliquot } = carouselSteps(platform);

  const takeOut = async (device: TestDevice, slots: number[]) => {
    const { deviceName } = device.credentials;
    return (await platform.call(takeOutBottles, { body: { deviceName, slots } }, await platform.admin()))
      .data;
  };
  const undoOf = (device: TestDevice, removalIds: string[]) => ({
    body: { deviceName: device.credentials.deviceName, removalIds },
  });
  const samplesOf = async (device: TestDevice) => {
    const query = { deviceName: device.credentials.deviceName };
    return (await platform.call(listSamplings, { query }, await platform.admin())).rows;
  };
  const tooLate = { code: 500, msg: expect.stringContaining("can no longer be undone") };

  test("is undone as if the bottle had never left; the sample that came of it is void, and both are on record", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    await enter(device, "body", { index: 2, bottleId: "B-U1", clearVolume: "1" });
    await enter(device, "cap", { index: 2, bottleId: "C-U1" });
    const before = await slotOf(device, 2);
    const began = Date.now() + 5;
    await takeAliquot(device, 2, 200, 200, began);
    const { removalIds } = await takeOut(device, [2]);
    expect(removalIds).toHaveLength(1);
    expect(await samplesOf(device)).toMatchObject([{ state: "taken", bodyCode: "B-U1" }]);
    const undone = await platform.call(undoTakeOut, undoOf(device, removalIds), admin);
    expect(undone.data.restored).toBe(1);
    expect(await slotOf(device, 2)).toMatchObject({
      ...{
        bodyCode: "B-U1",
        capCode: "C-U1",
        state: "inSampler",
        since: before?.since,
        volume: 200,
        taken: 1,
      },
    });
    const [sample] = await samplesOf(device);
    expect(sample).toMatchObject({ state: "void", stateReason: expect.stringContaining("Removal undone") });
    const params = { id: sample?.samplingId ?? 0 };
    const { events } = (await platform.call(getSampling, { params }, admin)).data;
    expect(events.map((one) => one.kind)).toEqual(["collect", "exception"]);
    const query = { title: "undoTakeOut" };
    expect((await platform.call(listOperations, { query }, admin)).rows).toMatchObject([{ status: 0 }]);
    expect(await platform.refusal(undoTakeOut, undoOf(device, removalIds), admin)).toMatchObject(tooLate);

    // The bottle goes on being filled, and becomes one sample with all that is in it.
    await takeAliquot(device, 2, 190, 390, began + 3);
    await takeOut(device, [2]);
    expect((await samplesOf(device)).map((one) => [one.state, one.volume, one.aliquotsTaken])).toEqual([
      ["taken", 390, 2],
      ["void", 200, 1],
    ]);
  });

  test("is not undone by another unit, after half a minute, or once the slot or the bottle is in use", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    await enter(device, "body", { index: 1, bottleId: "B-U2" });
    const { removalIds } = await takeOut(device, [1]);
    const unitId = await platform.addUnit("Elsewhere");
    const other = await platform.addUser({ unitId, roles: ["engineer"] });
    expect(await platform.refusal(undoTakeOut, undoOf(device, removalIds), other)).toMatchObject({
      code: 404,
    });
    await enter(device, "body", { index: 1, bottleId: "B-U3" });
    expect(await platform.refusal(undoTakeOut, undoOf(device, removalIds), admin)).toMatchObject(tooLate);
    expect((await slotOf(device, 1))?.bodyCode).toBe("B-U3");
    const late = (await takeOut(device, [1])).removalIds;
    const until = new Date(Date.now() - 31_000);
    await platform.db.updateTable("bottlePlace").set({ until }).where("id", "in", late).execute();
    expect(await platform.refusal(undoTakeOut, undoOf(device, late), admin)).toMatchObject(tooLate);
    expect(await platform.refusal(undoTakeOut, undoOf(device, ["x"]), admin)).toMatchObject({
      ...{ code: 400, errors: [{ field: "removalIds.0" }] },
    });
  });

  test("is not undone once its sample was sealed, and nothing of it changes then", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    await enter(device, "body", { index: 5, bottleId: "B-U4", clearVolume: "1" });
    await takeAliquot(device, 5, 200, 200, Date.now() + 5);
    const { removalIds } = await takeOut(device, [5]);
    const [sample] = await samplesOf(device);
    const seals = [{ samplingId: sample?.samplingId ?? 0, sealNo: "SL-U4" }];
    await platform.call(sealSamplings, { body: { seals } }, admin);
    expect((await platform.refusal(undoTakeOut, undoOf(device, removalIds), admin)).code).toBe(500);
    expect(await slotOf(device, 5)).toMatchObject({ bodyCode: null });
    expect(await samplesOf(device)).toMatchObject([{ state: "sealed" }]);
  });
});
