import { generate } from "mqtt-packet";
import { expect, test } from "vitest";
import { storedValues } from "../../../../test/stored-values.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const bare = { id: "1", params: { ph: 7.01 } };

onPlatform("What is sent again", (platform) => {
  const count = async (deviceId: number) => (await storedValues(platform.db, deviceId)).length;

  test("is stored once where it is a resend of a bare post", async () => {
    const device = await platform.connectNew();
    await device.postSurely(bare, { messageId: 7 });
    await device.postSurely(bare, { messageId: 7, dup: true });
    expect(await count(device.credentials.id)).toBe(1);
  });

  test("is stored once where first sending and resend come in one burst", async () => {
    const device = await platform.connectNew();
    const topic = device.topic("thing/event/property/post");
    const once = device.toPublish(topic, bare, { qos: 1, messageId: 7 });
    const again = device.toPublish(topic, bare, { qos: 1, messageId: 7, dup: true });
    device.write(Buffer.concat([once, again]));
    for (let seen = 0; seen < 2; seen++) await device.packet((packet) => packet.cmd === "puback");
    expect(await count(device.credentials.id)).toBe(1);
  });

  test("is stored once over a restart of the platform", async () => {
    const device = await platform.connectNew();
    await device.postSurely(bare, { messageId: 7 });
    await platform.restart();
    const again = await platform.connect(device.credentials);
    await again.postSurely(bare, { messageId: 7, dup: true });
    expect(await count(device.credentials.id)).toBe(1);
  });

  test("is stored where the first sending never arrived", async () => {
    const device = await platform.connectNew();
    await device.postSurely(bare, { messageId: 9, dup: true });
    expect(await count(device.credentials.id)).toBe(1);
  });

  test("is no resend with another payload, another packet id, without DUP, or of another device", async () => {
    const device = await platform.connectNew();
    await device.postSurely(bare, { messageId: 7 });
    await device.postSurely({ ...bare, id: "2" }, { messageId: 7, dup: true });
    await device.postSurely(bare, { messageId: 8, dup: true });
    await device.postSurely(bare, { messageId: 7 });
    expect(await count(device.credentials.id)).toBe(4);
    const other = await platform.connectNew();
    await other.postSurely(bare, { messageId: 7, dup: true });
    expect(await count(other.credentials.id)).toBe(1);
  });

  test("is answered with a reply as the first sending was", async () => {
    const device = await platform.connectNew();
    await device.postSurely(bare, { messageId: 7 });
    await device.postSurely(bare, { messageId: 7, dup: true });
    const reply = device.topic("thing/event/property/post_reply");
    for (let seen = 0; seen < 2; seen++) {
      const { payload } = await device.published((packet) => packet.topic === reply);
      expect(JSON.parse(payload.toString())).toMatchObject({ id: "1", code: 200 });
    }
  });

  test("is stored once where it is a timed value, with DUP or without", async () => {
    const device = await platform.connectNew();
    const timed = { id: "1", params: { ph: { value: 7.02, time: Date.now() - 60_000 } } };
    await device.postSurely(timed, { messageId: 7 });
    await device.postSurely(timed, { messageId: 7, dup: true });
    await device.postSurely({ ...timed, id: "99" }, { messageId: 8 });
    expect(await count(device.credentials.id)).toBe(1);
    expect(await storedValues(platform.db, device.credentials.id, "telemetry_conflict")).toEqual([]);
  });

  test("is kept as a conflict where another value comes for the same moment", async () => {
    const device = await platform.connectNew();
    const { id } = device.credentials;
    const time = Date.now() - 60_000;
    for (const value of [7.1, 7.2, 7.2, 7.1]) {
      expect(await device.post({ ph: { value, time } })).toMatchObject({ code: 200 });
    }
    for (const value of ["v1", "v2", "v2"]) await device.post({ firmware: { value, time } });
    const storedNumbers = (await storedValues(platform.db, id)).map((row) => row.value);
    expect(storedNumbers).toEqual(["v1", 7.1]);
    const conflicts = (await storedValues(platform.db, id, "telemetry_conflict")).map((row) => row.value);
    expect(conflicts.sort()).toEqual([7.2, "v2"].sort());
  });

  test("within one burst is stored once, and a differing value kept as a conflict", async () => {
    const device = await platform.connectNew();
    const { id } = device.credentials;
    const time = Date.now() - 60_000;
    const topic = device.topic("thing/event/property/post");
    const posts = [5, 5, 6].map((value, at) => ({ id: String(at), params: { ph: { value, time } } }));
    device.write(Buffer.concat(posts.map((post) => device.toPublish(topic, post, { qos: 1 }))));
    for (let seen = 0; seen < 3; seen++) await device.packet((packet) => packet.cmd === "puback");
    expect((await storedValues(platform.db, id)).map((row) => row.value)).toEqual([5]);
    expect((await storedValues(platform.db, id, "telemetry_conflict")).map((row) => row.value)).toEqual([6]);
  });

  test("is one event where the same event comes twice, and two where it differs", async () => {
    const device = await platform.connectNew();
    const time = Date.now() - 60_000;
    const post = (index: number) => device.post({ value: { index }, time }, "thing/event/sampleTaken/post");
    for (const index of [1, 1, 2]) expect(await post(index)).toMatchObject({ code: 200 });
    const rows = await platform.db
      .selectFrom("deviceEvent")
      .select("params")
      .where("deviceId", "=", device.credentials.id)
      .execute();
    expect(rows.map((row) => row.params)).toEqual([{ index: 1 }, { index: 2 }]);
  });

  test("is stored once at QoS 2, before its PUBREC", async () => {
    const device = await platform.connectNew();
    const topic = device.topic("thing/event/property/post");
    for (const dup of [false, true]) {
      device.write(device.toPublish(topic, bare, { qos: 2, messageId: 6, dup }));
      await device.packet((packet) => packet.cmd === "pubrec");
      expect(await count(device.credentials.id)).toBe(1);
    }
    device.write(generate({ cmd: "pubrel", messageId: 6 }));
    await device.packet((packet) => packet.cmd === "pubcomp");
    await device.post({});
    expect(await count(device.credentials.id)).toBe(1);
  });

  test("is one event where a bare event is resent", async () => {
    const device = await platform.connectNew();
    const topic = device.topic("thing/event/sampleTaken/post");
    for (const dup of [false, true]) {
      device.write(device.toPublish(topic, { id: "1", params: { index: 3 } }, { qos: 1, messageId: 5, dup }));
      await device.packet((packet) => packet.cmd === "puback");
    }
    const rows = await platform.db
      .selectFrom("deviceEvent")
      .select("params")
      .where("deviceId", "=", device.credentials.id)
      .execute();
    expect(rows).toHaveLength(1);
  });
});
