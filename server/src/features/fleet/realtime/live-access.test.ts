import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { realtime } from "@tracewater/contract/fleet/realtime";
import { changeRole, getRole } from "@tracewater/contract/system/roles";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { TestDevice } from "../../../../test/test-device.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addOne, menuIdOf } from "../../../../test/test-roles.ts";

onPlatform("Live updates", (platform) => {
  /** Somebody who reaches all data, with the permissions of these menu entries alone. */
  const personWith = async (roleKey: string, entries: readonly string[]) => {
    const menuIds = await Promise.all(entries.map((entry) => menuIdOf(platform, entry)));
    const roleId = await addOne(platform, await platform.admin(), { roleKey, dataScope: "1", menuIds });
    return { roleId, person: await platform.addUser({ roles: [roleKey] }) };
  };
  const everything = (device: TestDevice) =>
    `device:${device.credentials.id},family:waterSample,alarms,firmware`;
  /** A report, an event and an alarm; resolves when the administrator has been sent all of them. */
  const happen = async (device: TestDevice) => {
    const all = await listenLive(platform.url, await platform.admin(), everything(device));
    await eventually(() => all.of("hello").length).toBe(1);
    await device.post({ ph: { value: 12, time: Date.now() } });
    await device.post({ index: 1 }, "thing/event/sampleTaken/post");
    await eventually(() =>
      [all.of("values"), all.of("event"), all.of("alarm")].every((of) => of.length > 0),
    ).toBe(true);
    all.close();
  };
  const addRule = async (device: TestDevice) => {
    const { deviceName } = device.credentials;
    const body = {
      ...{ name: `rule of ${deviceName}`, typeKey: "waterSample" as const, source: "property" as const },
      ...{ identifier: "ph", operator: "gt" as const, threshold: 9, severity: "major" as const },
      ...{ devices: deviceName },
    };
    await platform.call(alarmRules.calls.add, { body }, await platform.admin());
  };

  test("bring nothing of devices, messages and alarms to somebody without a permission for them", async () => {
    const device = await platform.connectNew();
    await addRule(device);
    const { person } = await personWith("nothing", []);
    const { person: duty } = await personWith("duty", ["maintenance.alarms"]);
    const blind = await listenLive(platform.url, person, everything(device));
    const onDuty = await listenLive(platform.url, duty, everything(device));
    await eventually(() => blind.of("hello").length + onDuty.of("hello").length).toBe(2);
    await happen(device);
    await eventually(() => onDuty.of("alarm").length).toBeGreaterThan(0);
    expect(new Set(onDuty.received.map(({ type }) => type))).toEqual(new Set(["hello", "alarm"]));
    expect(blind.received.map(({ type }) => type)).toEqual(["hello"]);
    blind.close();
    onDuty.close();
  });

  test("end at once where the permission is taken away, on the stream that is open", async () => {
    const device = await platform.connectNew();
    await addRule(device);
    const { roleId, person } = await personWith("dutyForAWhile", ["maintenance.alarms"]);
    const live = await listenLive(platform.url, person, "alarms");
    await eventually(() => live.of("hello").length).toBe(1);
    const admin = await platform.admin();
    const { data } = await platform.call(getRole, { params: { id: roleId } }, admin);
    await platform.call(changeRole, { body: { ...data, roleId, menuIds: [] } }, admin);
    await eventually(() => live.of("access").length).toBeGreaterThan(0);
    await happen(device);
    expect(live.of("alarm")).toEqual([]);
    live.close();
  });

  test("refuse the twenty-first stream of one user, and let another's in", async () => {
    const [greedy, other] = [
      await platform.addUser({ roles: ["viewer"] }),
      await platform.addUser({ roles: ["viewer"] }),
    ];
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => listenLive(platform.url, greedy, "alarms")),
    );
    const refused = await platform.refusal(realtime, { query: { topics: "alarms" } }, greedy);
    expect(refused.msg).toContain("at most 20 live connections");
    const welcome = await listenLive(platform.url, other, "alarms");
    await eventually(() => welcome.of("hello").length).toBe(1);
    for (const stream of [...streams, welcome]) stream.close();
    await eventually(async () => {
      const again = await listenLive(platform.url, greedy, "alarms").catch(() => null);
      again?.close();
      return again !== null;
    }).toBe(true);
  });
});
