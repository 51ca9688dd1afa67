import { callService, cancelCommand, getCommand } from "@tracewater/contract/fleet/commands";
import { expect, test } from "vitest";
import type { Credentials } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const family = "waterSample";

onPlatform("A command that is held back", (platform) => {
  const order = async (device: Credentials, service: string, body: Record<string, unknown>) => {
    const input = { params: { family, service } as const, query: { deviceName: device.deviceName }, body };
    return (await platform.call(callService, input, await platform.admin())).data;
  };
  const find = async (id: string) =>
    (await platform.call(getCommand, { params: { id } }, await platform.admin())).data;
  const endHold = (id: string) =>
    platform.db
      .updateTable("command")
      .set({ heldUntil: new Date(Date.now() - 1) })
      .where("id", "=", id)
      .execute();

  test("stays on the server until its seconds are over, lets others pass, and leaves by itself then", async () => {
    const device = await platform.connectNew();
    const held = await order(device.credentials, "stop", { holdFor: 60, expiresIn: 10 });
    expect(held).toMatchObject({ state: "queued", sentAt: null });
    expect(held.heldUntil).toBe(held.queuedAt + 60_000);
    expect(held.expiresAt).toBe(held.queuedAt + 70_000);
    const other = await order(device.credentials, "rinse", { params: { times: 1 } });
    expect(other.heldUntil).toBeNull();
    expect((await device.downlink("thing/service/rinse")).id).toBe(other.id);
    expect((await find(held.id)).state).toBe("queued");
    await endHold(held.id);
    expect((await device.downlink("thing/service/stop")).id).toBe(held.id);
  });

  test("is undone without the device ever hearing of it, also by a device that comes meanwhile", async () => {
    const credentials = await platform.addDevice();
    const held = await order(credentials, "stop", { holdFor: 60 });
    const device = await platform.connect(credentials);
    const after = await order(credentials, "rinse", { params: { times: 1 } });
    expect((await device.downlink("thing/service/rinse")).id).toBe(after.id);
    const undone = await platform.call(
      cancelCommand,
      { params: { family, id: held.id } },
      await platform.admin(),
    );
    expect(undone.data).toMatchObject({ state: "cancelled", attempts: 0 });
    await endHold(held.id);
    const last = await order(credentials, "rinse", { params: { times: 2 } });
    expect((await device.downlink("thing/service/rinse")).id).toBe(last.id);
    expect(device.unread()).toEqual([]);
  });

  test("that is synchronous is answered at once, since nothing has left yet", async () => {
    const device = await platform.connectNew();
    const begun = Date.now();
    const held = await order(device.credentials, "unlock", { holdFor: 30 });
    expect([held.callType, held.state]).toEqual(["sync", "queued"]);
    expect(Date.now() - begun).toBeLessThan(5000);
  });

  test.each([-1, 61, 1.5, "soon"])("is refused for %s seconds, by the name of the field", async (holdFor) => {
    const { deviceName } = await platform.addDevice();
    const input = { params: { family, service: "stop" }, query: { deviceName }, body: { holdFor } } as never;
    expect(await platform.refusal(callService, input, await platform.admin())).toMatchObject({
      code: 400,
      errors: [{ field: "holdFor" }],
    });
  });
});
