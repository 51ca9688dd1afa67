import {
  addInventory,
  getInventory,
  listExpectedItems,
  listInventories,
  listInventoryPlaces,
} from "@tracewater/contract/evidence/inventories";
import { expect, test } from "vitest";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("An inventory of evidence", (platform) => {
  const world = evidenceWorld(platform);
  const { at, custodian, foreign } = world;

  async function inRoom(room: string, count: number) {
    const { id } = await world.entrust();
    const items = [];
    for (let one = 0; one < count; one += 1) {
      const item = await world.register(id);
      await world.record(item.id, { step: "deposit", place: room }, custodian);
      items.push(item);
    }
    return { id, items };
  }

  test("of a room tells found, missing, stray and unknown, each item with its event in the chain", async () => {
    const { id, items } = await inRoom("Room 12", 3);
    const elsewhere = await inRoom("Room 13", 1);
    const [first, second, third] = items;
    const [strayed] = elsewhere.items;
    const where = { unitId: at.unitId, place: "Room 12" };
    const expected = (await platform.call(listExpectedItems, { query: where }, custodian)).data;
    expect(expected.map(({ itemNo }) => itemNo)).toEqual(items.map(({ itemNo }) => itemNo));
    // A scanner reads more around a number, reads twice, and reads in small letters.
    const codes = [
      `https://lab.example/${first?.itemNo}`,
      second?.itemNo.toLowerCase() ?? "",
      second?.itemNo ?? "",
      strayed?.itemNo ?? "",
      "4006381333931",
    ];
    const made = (await platform.call(addInventory, { body: { ...where, codes } }, custodian)).data;
    expect(made).toMatchObject({ expected: 3, found: 2, missing: 1, stray: 1, unknown: 1 });
    expect(made.result.missing).toMatchObject([{ itemNo: third?.itemNo }]);
    expect(made.result.stray).toMatchObject([{ itemNo: strayed?.itemNo, place: "Room 13" }]);
    expect(made.result.unknown).toEqual(["4006381333931"]);
    const lastOf = async (itemId = 0) => (await world.readItem(itemId)).events.at(-1);
    const note = made.inventoryNo;
    expect(await lastOf(first?.id)).toMatchObject({ kind: "audit", condition: "inventoryFound", note });
    expect(await lastOf(third?.id)).toMatchObject({ kind: "exception", condition: "inventoryMissing", note });
    expect(await lastOf(strayed?.id)).toMatchObject({
      ...{ kind: "exception", condition: "inventoryStray", place: "Room 12", note },
      evidence: { fromPlace: "Room 13" },
    });
    expect((await world.track(id)).incomplete).toEqual([]);
    const { rows } = await platform.call(listInventories, { query: {} }, custodian);
    expect(rows[0]).toMatchObject({ inventoryId: made.inventoryId, missing: 1 });
    const params = { id: made.inventoryId };
    expect((await platform.call(getInventory, { params }, custodian)).data.result).toEqual(made.result);
  });

  test("of a box counts what lies in it by the books, and the places to choose from name both", async () => {
    const { itemId, itemNo } = await world.begin();
    const { deviceName } = await platform.addDevice({ unitId: at.unitId, family: "evidenceBox" });
    await world.record(itemId, { step: "deposit", deviceName, slot: 2 }, custodian);
    await inRoom("Cold store", 1);
    const places = (await platform.call(listInventoryPlaces, {}, custodian)).data;
    expect(places).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ deviceName, items: 1 }),
        expect.objectContaining({ place: "Cold store", deviceName: null, items: 1 }),
      ]),
    );
    const body = { unitId: at.unitId, deviceName, codes: [itemNo] };
    expect((await platform.call(addInventory, { body }, custodian)).data).toMatchObject({
      ...{ deviceName, expected: 1, found: 1, missing: 0, stray: 0 },
    });
  });

  test("is refused with a sentence and writes nothing where place, box, unit or codes are wrong", async () => {
    const { id, items } = await inRoom("Room 14", 1);
    const before = (await world.track(id)).events.length;
    const right = { unitId: at.unitId, place: "Room 14", codes: [] as string[] };
    const wrong = [
      [{ ...right, place: "" }, custodian, 400, "place"],
      [{ ...right, place: "x".repeat(201) }, custodian, 400, "place"],
      [{ ...right, deviceName: "EB-none" }, custodian, 400, "deviceName"],
      [{ ...right, unitId: 999_999 }, custodian, 400, "unitId"],
      [right, foreign, 400, "unitId"],
      [{ ...right, place: "Nowhere" }, custodian, 400, "codes"],
      [{ ...right, codes: [""] }, custodian, 400, "codes.0"],
      [{ ...right, codes: Array.from({ length: 1001 }, (_, n) => `EV-${n}`) }, custodian, 400, "codes"],
    ] as const;
    for (const [body, as, code, field] of wrong) {
      const answer = await platform.refusal(addInventory, { body: { ...body, codes: [...body.codes] } }, as);
      expect(answer, JSON.stringify(answer)).toMatchObject({ code, errors: [{ field }] });
    }
    const query = { unitId: at.unitId, place: "" };
    expect(await platform.refusal(listExpectedItems, { query }, custodian)).toMatchObject({
      errors: [{ field: "place" }],
    });
    const viewer = await platform.addUser({ unitId: at.unitId, roles: ["viewer"] });
    expect(await platform.refusal(listInventoryPlaces, {}, viewer)).toMatchObject({ code: 403 });
    expect(await platform.refusal(listInventories, { query: {} }, viewer)).toMatchObject({ code: 403 });
    expect(await platform.refusal(getInventory, { params: { id: 999_999 } }, custodian)).toMatchObject({
      code: 404,
    });
    expect((await world.track(id)).events).toHaveLength(before);
    // Two at once of the same room wait for each other, and both are recorded.
    const body = { ...right, codes: [items[0]?.itemNo ?? ""] };
    const both = await Promise.all([1, 2].map(() => platform.call(addInventory, { body }, custodian)));
    expect(new Set(both.map(({ data }) => data.inventoryNo)).size).toBe(2);
    expect((await world.track(id)).incomplete).toEqual([]);
  });
});
