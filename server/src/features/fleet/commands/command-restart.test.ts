import { callService, getCommand } from "@tracewater/contract/fleet/commands";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;
const past = new Date(Date.now() - 1000);

onPlatform("Open commands over a restart of the platform", (platform) => {
  test("a synchronous call that still waits is answered, and does not hold the stop up", async () => {
    const device = await platform.connectNew();
    const input = {
      params: { ...params, service: "unlock" },
      query: { deviceName: device.credentials.deviceName },
      body: { timeout: 3600 },
    };
    const pending = platform.call(callService, input, await platform.admin());
    await device.published((packet) => packet.topic.includes("/rrpc/request/"));
    const begin = performance.now();
    await platform.restart();
    expect(performance.now() - begin).toBeLessThan(20_000);
    expect((await pending).data.state).toMatch(/sent|acknowledged/);
  });

  test("queued ones are sent at the next connect, sent ones time out or are replied", async () => {
    const admin = await platform.admin();
    const order = async (deviceName: string, service: string) => {
      const input = { params: { ...params, service }, query: { deviceName } };
      return (await platform.call(callService, input, admin)).data.id;
    };
    const stateOf = async (id: string) =>
      (await platform.call(getCommand, { params: { id } }, admin)).data.state;
    const away = await platform.addDevice();
    const device = await platform.connectNew();
    const queued = await order(away.deviceName, "start");
    const silent = await order(device.credentials.deviceName, "start");
    const slow = await order(device.credentials.deviceName, "stop");
    await device.downlink("thing/service/stop");
    await eventually(() => stateOf(slow)).toBe("acknowledged");

    await platform.restart();
    expect(await stateOf(queued)).toBe("queued");
    const back = await platform.connect(away);
    expect((await back.downlink("thing/service/start")).id).toBe(queued);
    await platform.db.updateTable("command").set({ replyBy: past }).where("id", "=", silent).execute();
    await eventually(() => stateOf(silent)).toBe("timedOut");
    const again = await platform.connect(device.credentials);
    again.send("thing/service/stop_reply", { id: slow, code: 200 });
    await eventually(() => stateOf(slow)).toBe("replied");
    expect(again.unread()).toEqual([]);
  });
});
