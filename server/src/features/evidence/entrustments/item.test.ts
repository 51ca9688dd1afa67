import { listEntrustments } from "@tracewater/contract/evidence/entrustments";
import {
  addEvidenceItem,
  approveItemDestruction,
  exportEvidenceItems,
  getEvidenceItem,
  listEvidenceItems,
  recordItemEvent,
} from "@tracewater/contract/evidence/items";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

onPlatform("Items of evidence", (platform) => {
  const world = evidenceWorld(platform);
  const { at, custodian, second, analystA, analystB, boss, foreign } = world;
  const refusalOf = (itemId: number, body: object, as: typeof custodian) =>
    platform.refusal(recordItemEvent, { body: { itemId, step: "audit", ...body } }, as);

  test("are an offer after a handover: the giver answers until the named receiver takes them", async () => {
    const { itemId } = await world.begin({ sealNo: "SE-1" });
    await world.record(itemId, { step: "handover", toUserId: analystA.id, note: "for testing" }, custodian);
    expect(await world.readItem(itemId)).toMatchObject({
      ...{ holderId: custodian.id, state: "sealed", offer: { toId: analystA.id, isExpired: false } },
    });
    const taken = { step: "receive", sealNo: "SE-1", place: "Room 12" };
    expect((await refusalOf(itemId, taken, analystB)).msg).toContain("Only that person can receive it");
    expect(
      (await platform.call(listEvidenceItems, { query: { only: "offered" } }, analystA)).rows,
    ).toMatchObject([{ itemId }]);
    await world.record(itemId, { step: "receive", sealNo: "SE-1", place: "Room 12" }, analystA);
    const item = await world.readItem(itemId);
    expect(item).toMatchObject({
      holderId: analystA.id,
      state: "inLaboratory",
      place: "Room 12",
      offer: null,
    });
    const last = item.events.at(-1);
    expect(last).toMatchObject({ kind: "receive", evidence: { sealMatches: true, toPlace: "Room 12" } });
    expect(item.events.map((event) => event.evidence?.nth[`item:${itemId}`])).toEqual([1, 2, 3]);
  });

  test("are out of the laboratory once a custodian has taken them back", async () => {
    const { itemId } = await world.begin({ sealNo: "SE-1" });
    await world.pass(itemId, custodian, analystA, { sealNo: "SE-1" });
    await world.pass(itemId, analystA, second, { sealNo: "SE-1", place: "Counter" });
    expect(await world.readItem(itemId)).toMatchObject({
      ...{ state: "out", holderId: second.id, place: "Counter" },
    });
  });

  test("are in nobody's custody and wait for no approval once they are returned", async () => {
    const { itemId } = await world.begin();
    const idsOf = async (only: "mine" | "disposal") =>
      (await platform.call(listEvidenceItems, { query: { only, pageSize: 100 } }, custodian)).rows.map(
        (row) => row.itemId,
      );
    await world.record(itemId, { step: "destroy", authority: "Court order 7" }, custodian);
    expect([await idsOf("mine"), await idsOf("disposal")]).toEqual([
      expect.arrayContaining([itemId]),
      expect.arrayContaining([itemId]),
    ]);
    await world.record(itemId, { step: "return", toPerson: "J. Roe" }, custodian);
    expect([...(await idsOf("mine")), ...(await idsOf("disposal"))]).not.toContain(itemId);
  });

  test("show the recipient as holder and no storage place once they are returned", async () => {
    const { itemId } = await world.begin();
    await world.record(itemId, { step: "collect", place: "Harbour 3" }, custodian);
    await world.record(itemId, { step: "return", toPerson: "J. Roe" }, custodian);
    expect(await world.readItem(itemId)).toMatchObject({ state: "returned", holder: "J. Roe", place: "" });
  });

  test("are exported as they are listed, within the reader's units", async () => {
    const { itemNo } = await world.begin({ name: "Bag of pills", unit: "piece" });
    const path = `/prod-api/v2/admin/evidence/item/export?keyword=${itemNo}`;
    const sheetOf = async (as: typeof custodian) => {
      const file = await fetch(platform.url + path, { headers: bearer(as) });
      return readXlsx(await file.arrayBuffer());
    };
    const [head = [], row = []] = await sheetOf(custodian);
    const cell = (name: string) => row[head.indexOf(name)];
    expect([cell("Item number"), cell("Left"), cell("Unit"), cell("State")]).toEqual([
      ...[itemNo, 10, "pcs", "Registered"],
    ]);
    note(exportEvidenceItems, "success");
    expect(await sheetOf(foreign)).toHaveLength(1);
  });

  test("are the giver's again when an offer expires", async () => {
    const { itemId } = await world.begin();
    await world.record(itemId, { step: "handover", toUserId: second.id, expiresInHours: 1 }, custodian);
    await platform.db
      .updateTable("evidenceItem")
      .set({ offerExpiresAt: new Date(Date.now() - 1000) })
      .where("id", "=", itemId)
      .execute();
    const refusal = await refusalOf(itemId, { step: "receive" }, second);
    expect(refusal).toMatchObject({ code: 409 });
    expect(refusal.msg).toContain("has expired");
    expect(await world.readItem(itemId)).toMatchObject({
      holderId: custodian.id,
      offer: { isExpired: true },
    });
    await world.pass(itemId, custodian, second);
    expect((await world.readItem(itemId)).holderId).toBe(second.id);
  });

  test("show a seal that does not match at the receipt as an exception of the chain", async () => {
    const { id, itemId } = await world.begin({ sealNo: "SE-1" });
    await world.pass(itemId, custodian, second, { sealNo: "SE-2" });
    const { events } = await world.track(id);
    expect(events.slice(-2)).toMatchObject([
      { kind: "receive", evidence: { sealBefore: "SE-1", sealAfter: "SE-2", sealMatches: false } },
      { kind: "exception", condition: "sealMismatch" },
    ]);
    expect((await world.readItem(itemId)).sealNo).toBe("SE-1");
  });

  test("are split, tested and counted; a gap is shown with the event that found it", async () => {
    const { id, itemId } = await world.begin();
    await world.pass(itemId, custodian, analystA);
    await world.record(itemId, { step: "split", parts: [2, 3.5] }, analystA);
    const parent = await world.readItem(itemId);
    expect(parent).toMatchObject({
      reserve: 4.5,
      moved: 5.5,
      children: [{ quantity: 2 }, { quantity: 3.5 }],
    });
    const [part] = parent.children;
    await world.record(part?.itemId ?? 0, { step: "test", amount: 1.25 }, analystA);
    expect(await refusalOf(itemId, { step: "test", amount: 4.6 }, analystA)).toMatchObject({
      ...{ code: 400, errors: [{ field: "amount" }] },
    });
    expect((await world.read(id)).balance).toMatchObject([
      { received: 10, consumed: 1.25, reserve: 8.75, gap: 0 },
    ]);
    await world.record(itemId, { step: "audit", amount: 4.1 }, boss);
    const { events } = await world.track(id);
    expect((await world.read(id)).balance).toMatchObject([
      { reserve: 8.35, gap: 0.4, gapEvents: [events.at(-1)?.seq] },
    ]);
  });

  test("are destroyed when a second person approves it", async () => {
    const { id, itemId } = await world.begin();
    await world.pass(itemId, custodian, boss);
    await world.record(itemId, { step: "destroy", authority: "Court order 7" }, boss);
    const approve = { body: { itemId } };
    expect((await platform.refusal(approveItemDestruction, approve, boss)).msg).toContain(
      "someone other than",
    );
    expect(await world.readItem(itemId)).toMatchObject({ state: "registered", destroyedAmount: 0 });
    await platform.call(approveItemDestruction, approve, world.reviewer);
    expect(await world.readItem(itemId)).toMatchObject({
      state: "destroyed",
      reserve: 0,
      destroyedAmount: 10,
    });
    expect((await world.track(id)).events.at(-1)).toMatchObject({ kind: "destroy", amount: 10 });
    expect(await refusalOf(itemId, { step: "handover", toUserId: second.id }, boss)).toMatchObject({
      code: 409,
    });
  });

  test("lie in a box by its name, keep their place when only custody changes, and are found by the box", async () => {
    const { id, itemId } = await world.begin();
    const box = await platform.addDevice({ unitId: at.unitId, family: "evidenceBox" });
    const deposit = { step: "deposit", deviceName: box.deviceName, slot: 4 } as const;
    expect(await refusalOf(itemId, { ...deposit, deviceName: "EB-none" }, custodian)).toMatchObject({
      ...{ code: 400, errors: [{ field: "deviceName" }] },
    });
    await world.record(itemId, deposit, custodian);
    await world.record(itemId, { step: "handover", toUserId: second.id }, custodian);
    await world.record(itemId, { step: "receive" }, second);
    expect(await world.readItem(itemId)).toMatchObject({
      ...{ state: "inBox", holderId: second.id, deviceName: box.deviceName, slot: 4 },
    });
    expect(await refusalOf(itemId, { step: "takeOut" }, second)).toMatchObject({
      errors: [{ field: "authority" }],
    });
    await world.record(itemId, { step: "takeOut", authority: "Order 12" }, second);
    expect(await world.readItem(itemId)).toMatchObject({ state: "out", deviceName: null, slot: null });
    const query = { deviceName: box.deviceName };
    expect((await platform.call(listEntrustments, { query }, custodian)).rows).toMatchObject([
      { entrustmentId: id },
    ]);
    expect((await platform.call(listEntrustments, { query }, foreign)).total).toBe(0);
  });

  test("are handled by who answers for them alone, and refuse what their state does not allow", async () => {
    const { itemId, id } = await world.begin();
    const before = (await world.track(id)).events.length;
    for (const step of ["seal", "deposit", "handover", "split", "return", "destroy"] as const) {
      const refusal = await refusalOf(itemId, { step, sealNo: "S" }, second);
      expect(refusal.msg).toContain("Only that person can record this step");
    }
    for (const step of ["takeOut", "test"] as const) {
      expect(await refusalOf(itemId, { step, amount: 1 }, custodian)).toMatchObject({ code: 409 });
    }
    expect(await refusalOf(itemId, { step: "receive" }, second)).toMatchObject({ code: 409 });
    expect(await refusalOf(itemId, { step: "handover" }, custodian)).toMatchObject({
      errors: [{ field: "toUserId" }],
    });
    expect((await world.track(id)).events).toHaveLength(before);
    expect(await platform.refusal(getEvidenceItem, { params: { id: itemId } }, foreign)).toMatchObject({
      code: 404,
    });
    const body = { entrustmentId: id, name: "Bag", quantity: 0.00001, unit: "g" as const };
    expect(await platform.refusal(addEvidenceItem, { body }, custodian)).toMatchObject({ code: 400 });
  });

  test("whose row was changed past the chain differ from what the chain says", async () => {
    const { id, itemId, itemNo } = await world.begin();
    await sql`update evidence_item set reserve = 7, events = events + 1 where id = ${itemId}`.execute(
      platform.db,
    );
    expect(await world.track(id)).toMatchObject({
      differences: [{ subject: itemNo, field: "reserve", chained: "10", stored: "7" }],
      incomplete: [itemNo],
    });
  });
});
