import { callService } from "@tracewater/contract/fleet/commands";
import { realtime } from "@tracewater/contract/fleet/realtime";
import { logout } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;

onPlatform("The live stream", (platform) => {
  const listen = async (topics: string, lastEventId?: string) =>
    listenLive(platform.url, await platform.admin(), topics, lastEventId);

  test("greets first, and says that nothing was resumed", async () => {
    const live = await listen("family:waterSample");
    await eventually(() => live.received.length).toBe(1);
    expect(live.received[0]).toMatchObject({ type: "hello", resumed: false });
    expect(live.headers.get("cache-control")).toBe("no-store");
    expect(live.headers.get("x-content-type-options")).toBe("nosniff");
    live.close();
  });

  test("reports of one device everything: connection, values, messages, events", async () => {
    const credentials = await platform.addDevice();
    const live = await listen(`device:${credentials.id}`);
    const device = await platform.connect(credentials);
    await device.post({ ph: 7 });
    await device.post({ index: 1 }, "thing/event/sampleTaken/post");
    await device.leave();
    await eventually(() => live.of("connection").length).toBe(2);
    expect(live.of("connection").map((event) => event.connection.state)).toEqual(["online", "offline"]);
    expect(live.of("values")).toMatchObject([{ values: [{ identifier: "ph", value: 7 }] }]);
    expect(live.of("event")).toMatchObject([{ identifier: "sampleTaken", params: { index: 1 } }]);
    expect(live.of("message").map((event) => event.kind)).toEqual(["property", "event"]);
    live.close();
  });

  test("gathers the values of a burst and reports the newest of each property", async () => {
    const device = await platform.connectNew();
    const live = await listen("family:waterSample");
    await eventually(() => live.received.length).toBe(1);
    for (let at = 1; at <= 60; at++) {
      const params = { flow: at, ...(at === 1 ? { ph: 7 } : {}) };
      device.send("thing/event/property/post", { id: "1", sys: { ack: 0 }, params });
    }
    await device.post({});
    const newest = () => live.of("values").flatMap((event) => event.values);
    await eventually(
      () =>
        newest()
          .filter((one) => one.identifier === "flow")
          .at(-1)?.value,
    ).toBe(60);
    expect(newest().filter((one) => one.identifier === "ph")).toHaveLength(1);
    expect(live.of("values").length).toBeLessThan(40);
    expect(live.of("message")).toEqual([]);
    live.close();
  });

  test("reports each step of a command's life", async () => {
    const device = await platform.connectNew();
    const live = await listen(`device:${device.credentials.id}`);
    const query = { deviceName: device.credentials.deviceName };
    const input = { params: { ...params, service: "stop" }, query };
    const { data } = await platform.call(callService, input, await platform.admin());
    await device.downlink("thing/service/stop");
    await eventually(() => live.of("command").map((event) => event.command.state)).toContain("acknowledged");
    device.send("thing/service/stop_reply", { id: data.id, code: 200 });
    const states = () => live.of("command").map((event) => event.command.state);
    await eventually(states).toEqual(["queued", "sent", "acknowledged", "replied"]);
    live.close();
  });

  test("resumes where it broke off", async () => {
    const device = await platform.connectNew();
    const topic = `device:${device.credentials.id}`;
    const first = await listen(topic);
    await device.post({ index: 1 }, "thing/event/sampleTaken/post");
    await eventually(() => first.of("event").length).toBe(1);
    await eventually(() => first.lastId()).not.toBeNull();
    first.close();
    await eventually(() => first.isOpen()).toBe(false);
    const lastId = first.lastId() ?? "";
    await device.post({ index: 2 }, "thing/event/sampleTaken/post");
    const second = await listen(topic, lastId);
    await eventually(() => second.of("event").map((event) => event.params)).toContainEqual({ index: 2 });
    expect(second.received[0]).toMatchObject({ type: "hello", resumed: true });
    expect(second.of("event").map((event) => event.params)).not.toContainEqual({ index: 1 });
    second.close();
  });

  test("resumes from an id that came with values alone", async () => {
    const device = await platform.connectNew();
    const first = await listen("family:waterSample");
    await eventually(() => first.lastId()).not.toBeNull();
    const atOpening = first.lastId();
    await device.post({ ph: 6.5 });
    await eventually(() => first.lastId()).not.toBe(atOpening);
    first.close();
    await device.post({ ph: 6.6 });
    const second = await listen("family:waterSample", first.lastId() ?? "");
    await eventually(() => second.of("values").length).toBeGreaterThan(0);
    expect(second.received[0]).toMatchObject({ resumed: true });
    expect(second.of("values").flatMap((event) => event.values.map((one) => one.value))).toEqual([6.6]);
    second.close();
  });

  test("resumes with other topics for anyone who has received nothing but the greeting", async () => {
    const device = await platform.connectNew();
    await device.post({ ph: 6.1 });
    const first = await listen("alarms");
    await eventually(() => first.lastId()).not.toBeNull();
    first.close();
    await device.post({ ph: 6.2 });
    const second = await listen(`device:${device.credentials.id}`, first.lastId() ?? "");
    await eventually(() => second.of("values").length).toBeGreaterThan(0);
    expect(second.received[0]).toMatchObject({ type: "hello", resumed: true });
    expect(second.of("values").flatMap((event) => event.values.map((one) => one.value))).toEqual([6.2]);
    second.close();
  });

  test.each(["unknown", "00000000-5", "-", "1e9", "%00"])(
    "says of the unknown id %s that events may have been missed",
    async (id) => {
      const live = await listen("family:waterSample", id);
      await eventually(() => live.received[0]).toMatchObject({ type: "hello", resumed: false });
      live.close();
    },
  );

  test("says so of an id of the run before a restart, and ends at a stop", async () => {
    const device = await platform.connectNew();
    const live = await listen(`device:${device.credentials.id}`);
    await device.post({ ph: 7 });
    await eventually(() => live.lastId()).not.toBeNull();
    await platform.restart();
    await eventually(() => live.isOpen()).toBe(false);
    const after = await listen("family:waterSample", live.lastId() ?? "");
    await eventually(() => after.received[0]).toMatchObject({ type: "hello", resumed: false });
    after.close();
  });

  test("says that the session is over when it ends, and ends with it", async () => {
    const user = await platform.addUser({ roles: ["viewer"] });
    const own = await listenLive(platform.url, user, "");
    const other = await listen("");
    await eventually(() => own.of("hello").length + other.of("hello").length).toBe(2);
    await platform.call(logout, {}, user);
    await eventually(() => own.isOpen()).toBe(false);
    expect(own.of("sessionEnded")).toHaveLength(1);
    expect(other.isOpen()).toBe(true);
    other.close();
  });

  test("is refused for topics of another shape, and without a session", async () => {
    const admin = await platform.admin();
    const topics = ["device:x", "device:0", "all", `${"device:1,".repeat(51)}device:2`];
    for (const topic of topics) {
      const refused = await platform.refusal(realtime, { query: { topics: topic } }, admin);
      expect(refused.code, topic).toBe(400);
    }
    const input = { query: { topics: "device:1" } };
    expect(await platform.refusal(realtime, input, null)).toMatchObject({ code: 401 });
  });
});
