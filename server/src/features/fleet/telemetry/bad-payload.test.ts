import { expect, test } from "vitest";
import { storedValues } from "../../../../test/stored-values.ts";
import type { TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

onPlatform("A post that cannot be taken", (platform) => {
  const stored = (device: TestDevice) => storedValues(platform.db, device.credentials.id);

  const wrongTypes: [string, unknown][] = [
    ["a text for a number", { ph: "7" }],
    ["a number for a text", { programName: 7 }],
    ["null", { ph: null }],
    ["an object without value", { ph: { time: 1 } }],
    ["an array", { ph: [7] }],
    ["a fraction for a whole number", { bottleIndex: 1.5 }],
    ["a text that is too long", { firmware: "x".repeat(33) }],
    ["a struct with a wrong member", { gps: { latitude: "north", longitude: 1 } }],
    ["an identifier that is none", { "p h": 7 }],
    ["a huge unmodelled value", { extra: "x".repeat(11_000) }],
    ["one wrong among right ones", { boxTemp: 4, ph: "7", flow: 1 }],
  ];
  test.each(wrongTypes)("(%s) is answered with 460, and nothing of it is stored", async (_what, params) => {
    const device = await platform.connectNew();
    expect(await device.post(params)).toMatchObject({ code: 460 });
    expect(await stored(device)).toEqual([]);
  });

  test("for 201 properties is answered with 6106, 200 are taken", async () => {
    const device = await platform.connectNew();
    const some = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, at]));
    expect(await device.post(some(201))).toMatchObject({ code: 6106 });
    expect(await stored(device)).toEqual([]);
    expect(await device.post(some(200))).toMatchObject({ code: 200 });
    expect(await stored(device)).toHaveLength(200);
  });

  const raw: [string, string | Buffer, string, number][] = [
    ["no JSON", "{", "", 400],
    ["nothing", "", "", 400],
    ["a list", "[]", "", 400],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "", 400],
    ["a NUL byte", Buffer.from('{"id":"1",\0}'), "", 400],
    ["params that are a list", '{"id":"1","params":[1]}', "1", 400],
    ["33 levels", `{"id":"1","params":${deep(33)}}`, "1", 400],
    ["20,000 levels", `{"id":"1","params":${deep(20_000)}}`, "1", 400],
    ["an id of 300 letters", JSON.stringify({ id: "i".repeat(300), params: {} }), "", 400],
    ["a text with NUL", '{"id":"1","params":{"programName":"a\\u0000"}}', "1", 460],
    ["a text with half a surrogate pair", '{"id":"1","params":{"programName":"\\ud83d"}}', "1", 460],
    ["an unmodelled struct with NUL", '{"id":"1","params":{"x":{"y":"\\u0000"}}}', "1", 460],
    ["an infinite number", '{"id":"1","params":{"flow":1e999}}', "1", 460],
    ["an infinite number, unmodelled", '{"id":"1","params":{"x":1e999}}', "1", 460],
    ["an infinite number in an unmodelled struct", '{"id":"1","params":{"x":{"y":[1e999]}}}', "1", 460],
  ];
  test.each(raw)("(%s) is answered with its code and harms nobody", async (_what, payload, id, code) => {
    const device = await platform.connectNew();
    expect(await device.postRaw(payload, id)).toMatchObject({ code });
    expect(await stored(device)).toEqual([]);
    expect(await device.post({ ph: 7 })).toMatchObject({ code: 200 });
  });

  test("for a number that the database's JSON cannot hold costs itself alone", async () => {
    const device = await platform.connectNew();
    const neighbour = await platform.connectNew();
    const topic = device.topic("thing/event/property/post");
    const payloads = [
      '{"id":"1","params":{"ph":1}}',
      '{"id":"2","params":{"x":{"y":1e200000}}}',
      '{"id":"3","params":{"ph":3}}',
      `{"id":"4","params":{},"n":${"9".repeat(140_000)}}`,
      '{"id":"5","params":{"ph":5}}',
    ];
    device.write(Buffer.concat(payloads.map((one) => device.toPublish(topic, one, { qos: 1 }))));
    await neighbour.post({ ph: 9 });
    for (let seen = 0; seen < payloads.length; seen++)
      await device.packet((packet) => packet.cmd === "puback");
    const good = (await stored(device)).filter((row) => row.identifier === "ph");
    expect(good.map((row) => row.value)).toEqual([1, 3, 5]);
    expect(await stored(neighbour)).toHaveLength(1);
  });

  test("in a topic's name costs itself alone", async () => {
    const device = await platform.connectNew();
    for (const name of ["a b", "é", "x".repeat(60), "名"]) {
      const reply = await device.post({ a: 1 }, `thing/event/${name}/post`);
      expect(reply, name).toMatchObject({ code: 460 });
    }
    expect(await device.post({ ph: 7 })).toMatchObject({ code: 200 });
    device.send("thing/event/a\u0000b/post", { id: "1", params: {} }, { qos: 1 });
    const after = await platform.connect(device.credentials);
    expect(await after.post({ ph: 8 })).toMatchObject({ code: 200 });
  });

  test("as an event is refused by its code", async () => {
    const device = await platform.connectNew();
    const topic = "thing/event/sampleTaken/post";
    expect(await device.postRaw('{"id":"1","params":{"value":{"a":"\\u0000"}}}', "1", topic)).toMatchObject({
      code: 460,
    });
    expect(await device.postRaw("no", "", topic)).toMatchObject({ code: 400 });
    expect(await device.post({ value: { index: 1 } }, topic)).toMatchObject({ code: 200 });
  });

  test("with over 256 kB ends the connection without a PUBACK", async () => {
    const device = await platform.connectNew();
    device.send("thing/event/property/post", "x".repeat(300_000), { qos: 1 });
    await device.closed();
    expect(device.unread()).toEqual([]);
    await platform.connect(device.credentials);
  });

  test("as MQTT ends the connection of anyone who sent it alone", async () => {
    const device = await platform.connectNew();
    const neighbour = await platform.connectNew();
    device.write(Buffer.from([0xf0, 0xff, 0xff, 0xff, 0xff, 0x01, 0x00]));
    await device.closed();
    expect(await neighbour.post({ ph: 7 })).toMatchObject({ code: 200 });
  });
});
