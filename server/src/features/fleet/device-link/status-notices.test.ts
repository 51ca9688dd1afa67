import { removeDevices, replaceDevice } from "@tracewater/contract/fleet/device-lifecycle";
import { changeDeviceStatus } from "@tracewater/contract/fleet/devices";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { attemptConnect, type TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;

onPlatform("A device that is taken out of service", (platform) => {
  const setStatus = async (id: number, status: "0" | "1") =>
    platform.call(changeDeviceStatus, { params, body: { id, status } }, await platform.admin());

  const received = async (device: TestDevice) => {
    const said = await device.published((packet) => packet.topic === device.topic("thing/enable"));
    return JSON.parse(said.payload.toString());
  };

  test("is informed, cut off, and refused until it is back in service", async () => {
    const device = await platform.connectNew();
    const { id } = device.credentials;
    await setStatus(id, "1");
    const said = await device.published((packet) => packet.topic === device.topic("thing/disable"));
    expect(JSON.parse(said.payload.toString())).toMatchObject({ method: "thing.disable", params: {} });
    await device.closed();
    expect((await attemptConnect(platform.mqttUrl, device.credentials)).code).toBe(5);
    const attempts = platform.db.selectFrom("connectAttempt").select("outcome").where("deviceId", "=", id);
    await eventually(async () => (await attempts.execute()).map((one) => one.outcome)).toEqual([
      "accepted",
      "disabled",
    ]);
    await setStatus(id, "0");
    const back = await platform.connect(device.credentials);
    expect(await received(back)).toMatchObject({ method: "thing.enable", params: {} });
    expect(await back.post({ ph: 7 })).toMatchObject({ code: 200 });
    back.vanish();
    const again = await platform.connect(device.credentials);
    await again.post({ ph: 7 });
    expect(again.unread().filter((one) => one.cmd === "publish")).toEqual([]);
  });

  test("and put back before it came again is informed at its next CONNECT; one that is here stays here", async () => {
    const device = await platform.connectNew();
    const { id } = device.credentials;
    await setStatus(id, "1");
    await device.closed();
    await setStatus(id, "0");
    const back = await platform.connect(device.credentials);
    expect(await received(back)).toMatchObject({ method: "thing.enable" });
    await setStatus(id, "0");
    expect(await received(back)).toMatchObject({ method: "thing.enable" });
    expect(await back.post({ ph: 7 })).toMatchObject({ code: 200 });
  });

  test("for good is reported that it is deleted: removed, or replaced by another", async () => {
    const [removed, replaced] = [await platform.connectNew(), await platform.connectNew()];
    const by = await platform.addDevice();
    const ids = String(removed.credentials.id);
    await platform.call(removeDevices, { params: { ...params, ids } }, await platform.admin());
    const body = { id: replaced.credentials.id, byId: by.id };
    await platform.call(replaceDevice, { params, body }, await platform.admin());
    for (const device of [removed, replaced]) {
      const said = await device.published((packet) => packet.topic === device.topic("thing/delete"));
      expect(JSON.parse(said.payload.toString())).toMatchObject({ method: "thing.delete", params: {} });
      await device.closed();
      expect((await attemptConnect(platform.mqttUrl, device.credentials)).code).toBe(5);
    }
    // Restored, it is in service again.
    await setStatus(removed.credentials.id, "0");
    expect(await received(await platform.connect(removed.credentials))).toMatchObject({
      method: "thing.enable",
    });
  });

  test("is heard no more, even where it does not take its last message", async () => {
    const device = await platform.connectNew();
    device.deafen();
    await setStatus(device.credentials.id, "1");
    await eventually(async () => {
      const session = platform.db.selectFrom("deviceSession").select("epoch");
      return session.where("deviceId", "=", device.credentials.id).execute();
    }).toEqual([]);
  });
});
