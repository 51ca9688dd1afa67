import { getConnectDiagnosis } from "@tracewater/contract/fleet/device-lifecycle";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { attemptConnect } from "../../../../test/test-device.ts";
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
    await attemptConnect(platform.mqttUrl, credentials, { secret: "wrong" });
    await attemptConnect(platform.mqttUrl, { ...credentials, productKey: "mass" });
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
      await attemptConnect(platform.mqttUrl, credentials, { secret: `wrong ${tried}` });
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
    for (const deviceName of names) await attemptConnect(platform.mqttUrl, { ...credentials, deviceName });
    await eventually(async () => (await unknown()).map((one) => [one.deviceName, one.times]).sort()).toEqual([
      ["nobody-1", 2],
      ["nobody-2", 1],
    ]);
    const many = Array.from({ length: 120 }, (_, at) => ({ ...credentials, deviceName: `guess-${at}` }));
    const codes = await Promise.all(
      many.map(async (one) => (await attemptConnect(platform.mqttUrl, one)).code),
    );
    expect(new Set(codes)).toEqual(new Set([4]));
    await attemptConnect(platform.mqttUrl, credentials);
    await eventually(() => attemptsOf(credentials.id)).toHaveLength(1);
    expect((await unknown()).length).toBeLessThan(100);
  });

  test("under names that nobody has are recorded from one address while another sends too many", async () => {
    const credentials = await platform.addDevice();
    const many = Array.from({ length: 400 }, (_, at) => ({ ...credentials, deviceName: `flood-${at}` }));
    while (many.length > 0) {
      const some = many.splice(0, 50);
      await Promise.all(
        some.map((one) => attemptConnect(platform.mqttUrl, one, { localAddress: "127.0.0.2" })),
      );
    }
    const lone = { ...credentials, deviceName: "typing-error" };
    await attemptConnect(platform.mqttUrl, lone, { localAddress: "127.0.0.3" });
    await eventually(async () => (await unknown()).some((one) => one.deviceName === "typing-error")).toBe(
      true,
    );
    const ofFlood = (await unknown()).filter((one) => one.deviceName.startsWith("flood-"));
    expect(ofFlood.length).toBeLessThan(100);
  });

  test("whose names or versions are no text harm nobody", async () => {
    const credentials = await platform.addDevice();
    const odd = await platform.addDevice();
    const clientId = `${odd.productKey}.${odd.deviceName}|signmethod=hmacsha256,_v=a\u0000b|`;
    const [code] = await Promise.all([
      attemptConnect(platform.mqttUrl, odd, { clientId }).then(
        (attempt) => attempt.code,
        () => null,
      ),
      platform.connect(credentials),
      attemptConnect(platform.mqttUrl, { ...odd, deviceName: "名字" }),
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
      const { code, device } = await attemptConnect(platform.mqttUrl, rough);
      codes.push(code);
      if (code !== 0) continue;
      device.write(device.toPublish(foreign, { id: "1", params: {} }));
      await device.closed();
    }
    // A few in a row for anyone who mends it; one more may come while they are slow.
    expect(codes.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(codes.at(-1)).toBe(3);
    await eventually(async () => (await attemptsOf(rough.id))[0]).toMatchObject({ outcome: "tooOften" });
    expect((await attemptConnect(platform.mqttUrl, other)).code).toBe(0);

    const received = await platform.call(
      getConnectDiagnosis,
      { params: { id: rough.id } },
      await platform.admin(),
    );
    expect(received.data.diagnosis).toBe("cutOff");
    expect(received.data.attempts[0]).toMatchObject({ outcome: "tooOften" });
  });
});
