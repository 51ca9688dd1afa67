import { getDevice } from "@tracewater/contract/fleet/devices";
import { getSeries, listEvents, listMessages } from "@tracewater/contract/fleet/telemetry";
import { expect, test } from "vitest";
import { storedValues } from "../../../../test/stored-values.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { valueFlag } from "../uplink.ts";

const day = 86_400_000;

onPlatform("A property post", (platform) => {
  const stored = (deviceId: number) => storedValues(platform.db, deviceId);

  test("is answered after it is stored, under the time that the device gave", async () => {
    const device = await platform.connectNew();
    const time = Date.now() - 3 * day;
    const reply = await device.post({ ph: { value: 7.5, time }, door: { value: 1, time } });
    expect(reply).toMatchObject({ code: 200, method: "thing.event.property.post", data: {} });
    expect(await stored(device.credentials.id)).toEqual([
      { identifier: "door", at: time, value: 1, flags: 0 },
      { identifier: "ph", at: time, value: 7.5, flags: 0 },
    ]);
  });

  test("stores values of one post without a time under one moment of the server", async () => {
    const device = await platform.connectNew();
    const before = Date.now();
    await device.post({ ph: 7, boxTemp: 4 });
    const [first, second] = await stored(device.credentials.id);
    expect(first?.at).toBeGreaterThanOrEqual(before);
    expect(second?.at).toBe(first?.at);
    expect(first?.flags).toBe(valueFlag.serverTime);
  });

  test("a hundred times without a time in one burst are a hundred values", async () => {
    const device = await platform.connectNew();
    const topic = device.topic("thing/event/property/post");
    const posts = Array.from({ length: 100 }, (_, at) => ({ id: String(at), params: { flow: at } }));
    device.write(Buffer.concat(posts.map((post) => device.toPublish(topic, post))));
    for (let seen = 0; seen < 100; seen++) {
      await device.published((packet) => packet.topic === `${topic}_reply`);
    }
    const rows = await stored(device.credentials.id);
    expect(rows.map((row) => row.value)).toEqual(posts.map((post) => post.params.flow));
    expect(new Set(rows.map((row) => row.at)).size).toBe(100);
  });

  test("reads a time of ten digits as seconds, as a number or as a text", async () => {
    const device = await platform.connectNew();
    const seconds = Math.floor(Date.now() / 1000) - 3600;
    await device.post({ ph: { value: 7, time: seconds }, flow: { value: 1, time: String(seconds) } });
    expect((await stored(device.credentials.id)).map((row) => row.at)).toEqual([
      seconds * 1000,
      seconds * 1000,
    ]);
  });

  const unbelievable: [string, unknown][] = [
    ["in the year 5138", 99_999_999_999_999],
    ["two days ahead", Date.now() + 2 * day],
    ["401 days ago", Date.now() - 401 * day],
    ["of zero", 0],
    ["below zero", -1],
    ["that is no number", "yesterday"],
    ["that is null", null],
    ["that is an object", { a: 1 }],
  ];
  test.each(unbelievable)(
    "with a time %s is kept under the server's time and flagged",
    async (_what, time) => {
      const device = await platform.connectNew();
      const before = Date.now();
      expect(await device.post({ ph: { value: 7, time } })).toMatchObject({ code: 200 });
      const [row] = await stored(device.credentials.id);
      expect(row?.at).toBeGreaterThanOrEqual(before);
      expect(row?.at).toBeLessThanOrEqual(Date.now() + 1000);
      expect(row?.flags).toBe(valueFlag.untrustedTime);
    },
  );

  test("399 days old or a day ahead less a minute is taken at its word", async () => {
    const device = await platform.connectNew();
    const times = [Date.now() - 399 * day, Date.now() + day - 60_000];
    for (const time of times) await device.post({ ph: { value: 7, time } });
    expect((await stored(device.credentials.id)).map((row) => row.at)).toEqual(times);
  });

  test("out of range is stored and flagged, and so is what the thing model does not know", async () => {
    const device = await platform.connectNew();
    const time = Date.now() - 1000;
    const params = {
      ph: { value: 15, time },
      zeta: { value: { a: [1, "b"] }, time },
      yota: { value: true, time },
    };
    expect(await device.post(params)).toMatchObject({ code: 200 });
    expect(await stored(device.credentials.id)).toMatchObject([
      { identifier: "ph", value: 15, flags: valueFlag.outOfRange },
      { identifier: "yota", value: 1, flags: valueFlag.unmodelled },
      { identifier: "zeta", value: { a: [1, "b"] }, flags: valueFlag.unmodelled },
    ]);
    const input = { params: { family: "waterSample" as const, id: device.credentials.id } };
    const { data } = await platform.call(getDevice, input, await platform.admin());
    expect(data.latest["ph"]).toMatchObject({ value: 15, outOfRange: true, at: time });
  });

  test("at QoS 1 is acknowledged once it is stored, and wants no reply with ack 0", async () => {
    const device = await platform.connectNew();
    await device.postSurely({ id: "5", sys: { ack: 0 }, params: { ph: 7 } });
    expect(await stored(device.credentials.id)).toHaveLength(1);
    await device.post({ ph: 7.1 });
    expect(device.unread()).toEqual([]);
  });

  test("echoes the id as it came", async () => {
    const device = await platform.connectNew();
    const id = `1|exp-topic|${device.topic("thing/event/property/post_reply")}`;
    expect(await device.postRaw(JSON.stringify({ id, params: {} }), id)).toMatchObject({ id, code: 200 });
    expect(await device.postRaw('{"id":17,"params":{"ph":7}}', 17)).toMatchObject({ id: 17 });
  });

  test("that is late fills the past and leaves the latest value", async () => {
    const device = await platform.connectNew();
    const time = Date.now() - 60_000;
    await device.post({ ph: { value: 7, time } });
    await device.post({ ph: { value: 6, time: time - 1000 } });
    await device.post({ ph: { value: 5, time } });
    const admin = await platform.admin();
    const { id } = device.credentials;
    const { data } = await platform.call(getDevice, { params: { family: "waterSample", id } }, admin);
    expect(data.latest["ph"]).toMatchObject({ value: 7, at: time });
    const query = { deviceId: id, identifiers: "ph,flow", begin: time - 5000, end: time + 5000 };
    const series = await platform.call(getSeries, { query }, admin);
    const whole = { reduced: false, level: "raw" as const, stepMs: 0, band: [] };
    const points = [
      [time - 1000, 6],
      [time, 7],
    ];
    expect(series.data).toMatchObject([
      { ...whole, identifier: "ph", count: 2, points },
      { ...whole, identifier: "flow", count: 0, points: [], gaps: [] },
    ]);
  });

  test("of many values is drawn with few points that keep the extremes", async () => {
    const device = await platform.connectNew();
    const begin = Date.now() - day;
    const valueAt = (at: number) => (at === 777 ? 99_999 : at === 333 ? 0 : 100 + (at % 7));
    for (let at = 0; at < 1000; at++) {
      device.send("thing/event/property/post", {
        id: "1",
        sys: { ack: 0 },
        params: { flow: { value: valueAt(at), time: begin + at * 1000 } },
      });
    }
    await device.post({ ph: 7 });
    const query = {
      deviceId: device.credentials.id,
      identifiers: "flow",
      begin,
      end: begin + 1_000_000,
      points: 50,
    };
    const { data } = await platform.call(getSeries, { query }, await platform.admin());
    const [series] = data;
    expect(series).toMatchObject({ count: 1000, reduced: true });
    expect(series?.points.length).toBeLessThanOrEqual(50);
    const values = series?.points.map(([, value]) => value) ?? [];
    expect([Math.min(...values.map(Number)), Math.max(...values.map(Number))]).toEqual([0, 99_999]);
    const times = series?.points.map(([at]) => at) ?? [];
    expect(times).toEqual([...times].sort((x, y) => x - y));
  });

  test("is in the message log with its code, and is found there by what it holds", async () => {
    const device = await platform.connectNew();
    await device.post({ programName: "Night composite" });
    await device.post({ ph: "wrong" });
    const admin = await platform.admin();
    const deviceId = device.credentials.id;
    const all = await platform.call(listMessages, { query: { deviceId } }, admin);
    expect(all.rows.map((row) => [row.kind, row.direction, row.code])).toEqual([
      ["property", "up", 460],
      ["property", "up", 200],
    ]);
    for (const [query, total] of [
      [{ keyword: "night composite" }, 1],
      [{ keyword: "property/post" }, 2],
      [{ direction: "down" }, 0],
      [{ kind: "event" }, 0],
      [{ beginTime: Date.now() + 60_000 }, 0],
    ] as const) {
      const found = await platform.call(listMessages, { query: { deviceId, ...query } }, admin);
      expect(found.total, JSON.stringify(query)).toBe(total);
    }
  });

  test("with an escaped emoji is in the value and in the log as it came", async () => {
    const device = await platform.connectNew();
    const payload = '{"id":"1","params":{"programName":"\\ud83d\\ude00 \\\\u0000"}}';
    expect(await device.postRaw(payload, "1")).toMatchObject({ code: 200 });
    expect(await stored(device.credentials.id)).toMatchObject([{ value: "😀 \\u0000" }]);
    const query = { deviceId: device.credentials.id };
    const { rows } = await platform.call(listMessages, { query }, await platform.admin());
    expect(rows.map((row) => row.payload)).toEqual([JSON.parse(payload)]);
  });

  test("of an event is stored with its kind and its own time", async () => {
    const device = await platform.connectNew();
    const time = Date.now() - 5000;
    const topic = "thing/event/sampleMissed/post";
    const reply = await device.post({ value: { index: 3, reason: "no liquid" }, time }, topic);
    expect(reply).toMatchObject({ code: 200, method: "thing.event.sampleMissed.post" });
    await device.post({ what: "ever" }, "thing/event/unheardOf/post");
    const query = { deviceId: device.credentials.id };
    const { rows, total } = await platform.call(listEvents, { query }, await platform.admin());
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      { identifier: "unheardOf", type: "info", params: { what: "ever" } },
      { identifier: "sampleMissed", type: "alert", at: time, params: { index: 3, reason: "no liquid" } },
    ]);
  });
});
