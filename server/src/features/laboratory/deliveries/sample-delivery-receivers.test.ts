import { getAutoSampling } from "@tracewater/contract/field/samplers";
import {
  addDelivery,
  getDeliveryDetail,
  handOverDelivery,
  listReceivers,
  receiveDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { getSampling } from "@tracewater/contract/laboratory/samplings";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, sealSample } from "../../../../test/test-samples.ts";

onPlatform("Deliveries to other units", (platform) => {
  test("go to anyone who receives samples, of whom the sender knows the name alone", async () => {
    const unitId = await platform.addUnit("Plant");
    const instituteId = await platform.addUnit("Institute");
    const roomId = await platform.addUnit("Residue laboratory", instituteId);
    const silentId = await platform.addUnit("Silent unit");
    const sender = await platform.addUser({ unitId, roles: ["operator"] });
    const analyst = await platform.addUser({ unitId: instituteId, roles: ["analyst"] });
    await platform.addUser({ unitId: silentId, roles: ["viewer"] });
    const { data } = await platform.call(listReceivers, {}, sender);
    const named = data.filter((one) => [unitId, instituteId, roomId, silentId].includes(one.unitId));
    expect(named).toEqual([
      { unitId: instituteId, name: "Institute", above: null },
      { unitId: roomId, name: "Residue laboratory", above: "Institute" },
      { unitId, name: "Plant", above: null },
    ]);
    expect(await platform.refusal(listReceivers, {}, analyst)).toMatchObject({ code: 403 });

    const { pointId } = await addPoint(platform, unitId);
    const sample = await sealSample(platform, pointId, sender);
    const given = { unitId, courier: "J. Ortega", sealNo: "BS-1", samplingIds: [sample.id] };
    for (const toUnitId of [silentId, 999_999]) {
      const refused = await platform.refusal(addDelivery, { body: { ...given, toUnitId } }, sender);
      expect(refused).toMatchObject({ code: 400, errors: [{ field: "toUnitId" }] });
    }
    const added = await platform.call(addDelivery, { body: { ...given, toUnitId: roomId } }, sender);
    const { id } = added.data;
    await platform.call(handOverDelivery, { body: { deliveryId: id } }, sender);
    const receipt = {
      ...{ deliveryId: id, sealNo: "BS-1", decision: "accept" as const },
      samples: [{ code: sample.bodyCode, condition: "ok" as const }],
    };
    await platform.call(receiveDelivery, { body: receipt }, analyst);
    const done = await platform.call(getDeliveryDetail, { params: { id } }, sender);
    expect(done.data).toMatchObject({ state: "received", toUnitName: "Residue laboratory" });
    expect((await platform.call(getSampling, { params: { id: sample.id } }, analyst)).data.state).toBe(
      "received",
    );
  });

  test("an analyst looks at every aliquot of a sample without a right to the device", async () => {
    const unitId = await platform.unit();
    const analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    const nobody = await platform.addUser({ unitId, roles: [] });
    const { id: deviceId, deviceName } = await platform.addDevice();
    const ts = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
    const params = JSON.stringify({ index: 3, volume: 100, bottleVolume: 100, boxTemp: 4.1 });
    const event = { identifier: "sampleTaken", kind: "info", ts, receivedAt: ts, params };
    await platform.db
      .insertInto("deviceEvent")
      .values({ deviceId, unitId, ...event })
      .execute();
    const asked = { query: { deviceName, time: ts.getTime() } };
    const { data } = await platform.call(getAutoSampling, asked, analyst);
    expect(data).toMatchObject({ slot: 3, taken: 1, aliquots: [{ volume: 100, boxTemp: 4.1 }] });
    expect(await platform.refusal(getAutoSampling, asked, nobody)).toMatchObject({ code: 403 });
  });
});
