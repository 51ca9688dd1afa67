// The wall of the evidence brand through HTTP: seals, boxes, handovers, the newest custody events, and who sees them.
import { getCustodySituation } from "@tracewater/contract/operations/situation-custody";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addAlarm } from "../../../../test/test-alarm.ts";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("The custody wall", (platform) => {
  const world = evidenceWorld(platform);
  const { custodian, analystA, foreign } = world;
  const read = async (as = custodian) => (await platform.call(getCustodySituation, {}, as)).data;

  test("counts a seal as mismatched or broken by what was read last, until it matches or is put on again", async () => {
    const before = await read();
    const sealed = await world.begin({ sealNo: "SE-1" });
    await world.begin();
    expect((await read()).seals).toEqual({
      ...before.seals,
      intact: before.seals.intact + 1,
      none: before.seals.none + 1,
    });
    await world.record(sealed.itemId, { step: "audit", sealNo: "SE-9", amount: 10 }, custodian);
    expect((await read()).seals).toMatchObject({ mismatch: 1, broken: 0 });
    expect((await read()).events[0]).toMatchObject({ subject: sealed.itemNo, seal: "mismatch" });
    await world.record(sealed.itemId, { step: "audit", sealNo: "SE-1", amount: 10 }, custodian);
    expect((await read()).seals).toMatchObject({ mismatch: 0, intact: before.seals.intact + 1 });
    await world.pass(sealed.itemId, custodian, analystA);
    expect((await read()).seals).toMatchObject({ mismatch: 0, broken: 1 });
  });

  test("shows a handover under way until it is received, and the newest events with their hashes in order", async () => {
    const { itemId, itemNo } = await world.begin({ sealNo: "SE-2" });
    await world.record(itemId, { step: "handover", toUserId: analystA.id }, custodian);
    const offered = await read();
    expect(offered.handovers[0]).toMatchObject({ itemNo, isExpired: false });
    expect(offered.underWay).toBe(1);
    await world.record(itemId, { step: "receive", sealNo: "SE-2", place: "Room 12" }, analystA);
    const { underWay, handovers, events, eventsToday } = await read();
    expect({ underWay, handovers }).toEqual({ underWay: 0, handovers: [] });
    expect(events.slice(0, 2)).toMatchObject([
      { kind: "receive", subject: itemNo, seal: "intact", followsPrevious: true },
      { kind: "handover", subject: itemNo },
    ]);
    for (const { hash } of events) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(events).toHaveLength(8);
    expect(eventsToday).toBeGreaterThan(8);
  });

  test("counts boxes by what they report, an open alarm before it, and boxes of one place together", async () => {
    const place = { longitude: 12.5, latitude: 41.9 };
    const boxes = [];
    for (const name of ["BOX-1", "BOX-2", "BOX-3"]) {
      boxes.push(
        await platform.addDevice({ unitId: world.at.unitId, deviceName: name, family: "evidenceBox" }),
      );
    }
    await platform.db
      .updateTable("device")
      .set(place)
      .where("deviceName", "in", ["BOX-1", "BOX-2"])
      .execute();
    await addAlarm(platform.db, boxes[0]?.id ?? 0, "Forced");
    const yesterday = new Date(Date.now() - 172_800_000).toISOString().slice(0, 10);
    await sql`
      insert into box_undertaking (undertaking_no, device_name, unit_id, undertaker, place, purpose, begins_on, due_on)
      values ('UT-1', 'BOX-3', ${world.at.unitId}, 'M. Li', 'Court', 'trial', ${yesterday}, ${yesterday})`.execute(
      platform.db,
    );
    const found = (await read()).boxes;
    expect(found).toMatchObject({ count: 3, overdueCount: 1, states: { alarm: 1, unknown: 2 } });
    expect(found?.places).toMatchObject([{ ...place, boxes: 2, alarmed: 1, opened: 0, items: 0 }]);
    expect(found?.overdue).toEqual([
      { undertakingNo: "UT-1", deviceName: "BOX-3", undertaker: "M. Li", dueOn: yesterday },
    ]);
  });

  test("shows nothing of another unit", async () => {
    expect(await read(foreign)).toMatchObject({
      ...{ items: 0, events: [], handovers: [], underWay: 0, expired: 0 },
      boxes: { count: 0, places: [], overdue: [] },
    });
    const nobody = await platform.addUser({ unitId: world.at.unitId });
    expect(await platform.refusal(getCustodySituation, {}, nobody)).toMatchObject({ code: 403 });
  });
});
