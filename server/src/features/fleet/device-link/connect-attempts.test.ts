import { getConnectDiagnosis } from "@tracewater/contract/fleet/device-life";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { knock } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Attempts to connect", (platform) => {
  const attemptsOf = (deviceId: number) =>
    platform.db
      .selectFrom("connectAttempt")
      .select(["outcome", "tookOver", "sdk"])
      .where("deviceId", "=", deviceId)
      .orderBy("id", "desc")
      .execute();
  const unknown = () => platform.db.selectFrom("unknownConnect").selectAll().execute();

  test("are kept with how each ended", async () => {
    const credentials = await platform.addDevice();
    await knock(platform.mqttUrl, credentials, { secret: "wrong" });
    await knock(platform.mqttUrl, { ...credentials, productKey: "mass" });
    const first = await platform.connect(credentials);
    await platform.connect(credentials);
    await first.closed();
    await eventually(() => attemptsOf(credentials.id)).toMatchObject([
      { outcome: "accepted", tookOver: true },
      { outcome: "accepted", tookOver: false },
      { outcome: "wrongProduct" },
      { outcome: "wrongSecret" },
    ]);
  });

  test("of one device are kept to the newest twenty", async () => {
    const credentials = await platform.addDevice();
    const other = await platform.connectNew();
    for (let tried = 0; tried < 25; tried++)
      await knock(platform.mqttUrl, credentials, { secret: `wrong ${tried}` });
    await (await platform.connect(credentials)).leave();
    await eventually(async () => (await attemptsOf(credentials.id)).map((one) => one.outcome)).toEqual([
      "accepted",
      ...Array.from({ length: 19 }, () => "wrongSecret"),
    ]);
    expect(await attemptsOf(other.credentials.id)).toHaveLength(1);
  });

  test("under names that nobody has are counted by name, at a pace of their own", async () => {
    const credentials = await platform.addDevice();
    const names = ["nobody-1", "nobody-1", "nobody-2"];
    for (const deviceName of names) await knock(platform.mqttUrl, { ...credentials, deviceName });
    await eventually(async () => (await unknown()).map((one) => [one.deviceName, one.times]).sort()).toEqual([
      ["nobody-1", 2],
      ["nobody-2", 1],
    ]);
    const many = Array.from({ length: 120 }, (_, at) => ({ ...credentials, deviceName: `guess-${at}` }));
    const codes = await Promise.all(many.map(async (one) => (await knock(platform.mqttUrl, one)).code));
    expect(new Set(codes)).toEqual(new Set([4]));
    await knock(platform.mqttUrl, credentials);
    await eventually(() => attemptsOf(credentials.id)).toHaveLength(1);
    expect((await unknown()).length).toBeLessThan(100);
  });

  test("whose names or versions are no text harm nobody", async () => {
    const credentials = await platform.addDevice();
    const odd = await platform.addDevice();
    const clientId = `${odd.productKey}.${odd.deviceName}|signmethod=hmacsha256,_v=a\u0000b|`;
    const [code] = await Promise.all([
      knock(platform.mqttUrl, odd, { clientId }).then(
        (knocked) => knocked.code,
        () => null,
      ),
      platform.connect(credentials),
      knock(platform.mqttUrl, { ...odd, deviceName: "名字" }),
    ]);
    await eventually(() => attemptsOf(credentials.id)).toHaveLength(1);
    if (code === 0) await eventually(() => attemptsOf(odd.id)).toMatchObject([{ sdk: null }]);
  });

  test("of a device that breaks the rules again and again are refused, and its log says why", async () => {
    const rough = await platform.addDevice();
    const other = await platform.addDevice();
    const foreign = `/sys/${other.productKey}/${other.deviceName}/thing/event/property/post`;
    const codes: number[] = [];
    while (codes.length < 20 && codes.at(-1) !== 3) {
      const { code, device } = await knock(platform.mqttUrl, rough);
      codes.push(code);
      if (code !== 0) continue;
      device.write(device.toPublish(foreign, { id: "1", params: {} }));
      await device.closed();
    }
    // A few in a row for whoever mends it; one more may come while they are slow.
    expect(codes.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(codes.at(-1)).toBe(3);
    await eventually(async () => (await attemptsOf(rough.id))[0]).toMatchObject({ outcome: "tooOften" });
    expect((await knock(platform.mqttUrl, other)).code).toBe(0);

    const told = await platform.call(
      getConnectDiagnosis,
      { params: { id: rough.id } },
      await platform.admin(),
    );
    expect(told.data.diagnosis).toBe("cutOff");
    expect(told.data.attempts[0]).toMatchObject({ outcome: "tooOften" });
  });
});
