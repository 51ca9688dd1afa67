import { callService, cancelCommand, getCommand } from "@tracewater/contract/fleet/commands";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Credentials } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const family = "waterSample";
const past = new Date(Date.now() - 1000);

onPlatform("A command that is tried again or taken back", (platform) => {
  const order = async (device: Credentials, service: string, body: Record<string, unknown> = {}) => {
    const input = { params: { family, service } as const, query: { deviceName: device.deviceName }, body };
    return (await platform.call(callService, input, await platform.admin())).data.id;
  };
  const find = async (id: string) =>
    (await platform.call(getCommand, { params: { id } }, await platform.admin())).data;
  const stepsOf = async (id: string) => (await find(id)).steps.map(({ step }) => step);
  const timeOut = (id: string) =>
    platform.db.updateTable("command").set({ replyBy: past }).where("id", "=", id).execute();

  test("is sent again where it may be done twice, as often as was chosen, and each sending is a step", async () => {
    const device = await platform.connectNew();
    const id = await order(device.credentials, "stop", { retries: 2 });
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await device.downlink("thing/service/stop")).id).toBe(id);
      await eventually(async () => (await find(id)).state).toBe("acknowledged");
      await timeOut(id);
    }
    await eventually(async () => (await find(id)).state).toBe("timedOut");
    const { steps, attempts, mostAttempts } = await find(id);
    expect([attempts, mostAttempts]).toEqual([3, 3]);
    const once = ["sent", "acknowledged"];
    expect(steps.map(({ step }) => step)).toEqual([
      "queued",
      ...once,
      "again",
      ...once,
      "again",
      ...once,
      "timedOut",
    ]);
    expect(steps.map(({ attempt }) => attempt)).toEqual([0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect(steps[0]).toMatchObject({ actor: "admin", node: platform.node });
    const times = steps.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test("is not sent again once the device acknowledged what may not be done twice", async () => {
    const device = await platform.connectNew();
    const id = await order(device.credentials, "grab", { params: { volume: 50 }, retries: 3 });
    await device.downlink("thing/service/grab");
    await eventually(async () => (await find(id)).state).toBe("acknowledged");
    await timeOut(id);
    await eventually(async () => (await find(id)).state).toBe("timedOut");
    expect(device.unread()).toEqual([]);
    expect((await find(id)).attempts).toBe(1);
  });

  test("is sent again, whatever it does, where nothing was acknowledged; the reply to any sending counts", async () => {
    const device = await platform.connect(await platform.addDevice(), { acknowledge: false });
    const id = await order(device.credentials, "grab", { params: { volume: 50 }, retries: 1 });
    await device.downlink("thing/service/grab");
    await timeOut(id);
    expect((await device.downlink("thing/service/grab")).id).toBe(id);
    device.send("thing/service/grab_reply", { id, code: 200, data: { bottle: 1 } });
    await eventually(async () => (await find(id)).state).toBe("replied");
    device.send("thing/service/grab_reply", { id, code: 500 });
    await eventually(() => stepsOf(id)).toEqual([
      "queued",
      "sent",
      "again",
      "sent",
      "replied",
      "repeatedReply",
    ]);
    expect(await find(id)).toMatchObject({ code: 200, reply: { bottle: 1 }, late: false });
  });

  test("that was not chosen to be tried again is sent once", async () => {
    const device = await platform.connectNew();
    const id = await order(device.credentials, "stop");
    await device.downlink("thing/service/stop");
    await timeOut(id);
    await eventually(async () => (await find(id)).state).toBe("timedOut");
  });

  test("is taken back while it waits, and not once it was sent", async () => {
    const credentials = await platform.addDevice();
    const admin = await platform.admin();
    const [first, second] = [await order(credentials, "start"), await order(credentials, "stop")];
    const cancel = (id: string) => ({ params: { family, id } as const });
    const { data } = await platform.call(cancelCommand, cancel(first), admin);
    expect(data.state).toBe("cancelled");
    expect(await stepsOf(first)).toEqual(["queued", "cancelled"]);
    const device = await platform.connect(credentials);
    expect((await device.downlink("thing/service/stop")).id).toBe(second);
    expect(device.unread()).toEqual([]);
    for (const id of [first, second])
      expect((await platform.refusal(cancelCommand, cancel(id), admin)).code).toBe(500);
  });

  test("leaves in the order of asking, also while what waited before is being sent", async () => {
    const credentials = await platform.addDevice();
    const waiting: string[] = [];
    for (let times = 0; times < 5; times++)
      waiting.push(await order(credentials, "rinse", { params: { times: 1 } }));
    const device = await platform.connect(credentials);
    // One after the other: two that are asked for in the same moment have no order among them.
    const later = [
      await order(credentials, "rinse", { params: { times: 2 } }),
      await order(credentials, "rinse", { params: { times: 3 } }),
    ];
    const came: string[] = [];
    for (let seen = 0; seen < 7; seen++) came.push((await device.downlink("thing/service/rinse")).id);
    expect(came).toEqual([...waiting, ...later]);
  });

  test("that could not be written to the connection is sent when it can be, without another connect", async () => {
    const credentials = await platform.addDevice();
    const device = await platform.connect(credentials, { acknowledge: false });
    // The platform keeps so many downlinks of a connection unacknowledged, and no more.
    const held = 1000;
    const { rows } = await sql`
      insert into command (device_id, unit_id, kind, identifier, call_type, params, actor_name, state, timeout_s, expires_at)
      select device.id, unit_id, 'service', 'stop', 'async', '{}', 'test', 'queued', 600, now() + interval '10 minutes'
      from device cross join generate_series(1, ${held}::int) where device.id = ${credentials.id}
      returning command.id`.execute(platform.db);
    expect(rows).toHaveLength(held);
    for (let seen = 0; seen < held; seen++) await device.published(() => true);
    const id = await order(credentials, "stop");
    // Tried again by each sweep until there is room.
    expect((await stepsOf(id)).slice(0, 3)).toEqual(["queued", "sent", "returned"]);
    device.puback({ messageId: 1 });
    expect((await device.downlink("thing/service/stop")).id).toBe(id);
    expect((await find(id)).attempts).toBe(1);
  });
});
