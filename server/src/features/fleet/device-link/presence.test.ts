import { changeDeviceStatus, getDevice } from "@tracewater/contract/fleet/devices";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Whether a device is there", (platform) => {
  const connectionOf = async (id: number) => {
    const input = { params: { family: "waterSample" as const, id } };
    return (await platform.call(getDevice, input, await platform.admin())).data.connection;
  };

  test("is reported with the moment since when", async () => {
    const credentials = await platform.addDevice();
    expect(await connectionOf(credentials.id)).toEqual({ state: "notActivated" });
    const before = Date.now();
    const device = await platform.connect(credentials);
    await eventually(() => connectionOf(credentials.id)).toMatchObject({ state: "online" });
    const online = await connectionOf(credentials.id);
    expect(online.state === "online" ? online.since : 0).toBeGreaterThanOrEqual(before);
    await device.post({ ph: 7 });
    expect(await connectionOf(credentials.id)).toEqual(online);

    const leaving = Date.now();
    await device.leave();
    await eventually(() => connectionOf(credentials.id)).toMatchObject({ state: "offline" });
    const offline = await connectionOf(credentials.id);
    expect(offline.state === "offline" ? offline.lastSeen : 0).toBeGreaterThanOrEqual(leaving);
  });

  test("is offline after a connection that broke without a farewell", async () => {
    const device = await platform.connectNew();
    await eventually(() => connectionOf(device.credentials.id)).toMatchObject({ state: "online" });
    device.vanish();
    await eventually(() => connectionOf(device.credentials.id)).toMatchObject({ state: "offline" });
  });

  test("stays online when a second log-in takes the first one over", async () => {
    const credentials = await platform.addDevice();
    const first = await platform.connect(credentials);
    const second = await platform.connect(credentials);
    await first.closed();
    await second.post({ ph: 7 });
    const third = await platform.connect(credentials);
    await second.closed();
    await third.post({ ph: 8 });
    await eventually(() => connectionOf(credentials.id)).toMatchObject({ state: "online" });
    await platform.addDevice();
    expect(await connectionOf(credentials.id)).toMatchObject({ state: "online" });
    await third.leave();
    await eventually(() => connectionOf(credentials.id)).toMatchObject({ state: "offline" });
  });

  test("is right after many quick log-ins of one device", async () => {
    const credentials = await platform.addDevice();
    const devices = await Promise.allSettled(Array.from({ length: 12 }, () => platform.connect(credentials)));
    const open = () => devices.filter((one) => one.status === "fulfilled" && !one.value.isClosed()).length;
    await eventually(open).toBe(1);
    await eventually(() => connectionOf(credentials.id)).toMatchObject({ state: "online" });
  });

  test("is offline after a stop of the platform, and online again as it comes back", async () => {
    const device = await platform.connectNew();
    const { id } = device.credentials;
    await eventually(() => connectionOf(id)).toMatchObject({ state: "online" });
    await platform.restart();
    await device.closed();
    expect(await connectionOf(id)).toMatchObject({ state: "offline" });
    await platform.connect(device.credentials);
    await eventually(() => connectionOf(id)).toMatchObject({ state: "online" });
  });

  test("is offline after a platform that died, last seen when it last reported; another node's stays", async () => {
    const own = await platform.connectNew();
    await own.post({ ph: 7 });
    const others = await platform.addDevice();
    await own.leave();
    const { id } = own.credentials;
    await eventually(() => connectionOf(id)).toMatchObject({ state: "offline" });
    const since = new Date(Date.now() - 3_600_000);
    const left = { epoch: "1", since };
    await platform.db
      .insertInto("deviceSession")
      .values([
        { deviceId: id, node: platform.node, ...left },
        { deviceId: others.id, node: "another node", ...left },
      ])
      .execute();
    await platform.restart();
    const found = await connectionOf(id);
    expect(found.state === "offline" ? found.lastSeen : 0).toBeGreaterThan(since.getTime());
    expect(await connectionOf(others.id)).toMatchObject({ state: "online" });
  });

  test("is kept alongside whether it is in service", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    const params = { family: "waterSample" as const };
    const body = { id: device.credentials.id, status: "1" as const };
    await platform.call(changeDeviceStatus, { params, body }, admin);
    await device.closed();
    await eventually(() => connectionOf(body.id)).toMatchObject({ state: "offline" });
  });
});
