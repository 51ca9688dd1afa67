import { bottles, breakPair, getBottleHistory } from "@tracewater/contract/field/bottles";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { beforeAll, expect, test } from "vitest";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../sampling-points/point-workbooks.fixture.ts";

const { add, change, get, list, remove } = bottles.calls;

/** A filter by what the server reports of a bottle: the declaration's own fields alone are typed. */
const inState = (state: string) => ({ state });

onPlatform("The registry of bottles", (platform) => {
  let unitId = 0;
  let operator: Session = { token: "" };
  let engineer: Session = { token: "" };
  let foreign: Session = { token: "" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    operator = await platform.addUser({ unitId, roles: ["operator"] });
    engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["engineer"] });
  });

  const addBottle = async (bodyCode: string) =>
    (await platform.call(add, { body: { bodyCode, unitId } }, operator)).data.id;

  test("holds what is known of each, found by code, lot, material and state", async () => {
    const body = {
      ...{ bodyCode: "B24001", unitId, material: "glass" as const, volume: 500 },
      ...{ lot: "L-77", cleanedAt: "2026-04-30" },
    };
    const { data } = await platform.call(add, { body }, operator);
    const read = await platform.call(get, { params: { id: data.id } }, operator);
    expect(read.data).toEqual({
      ...body,
      ...{ bottleId: data.id, unitName: "North", capCode: null, state: "new", deviceName: null, slot: null },
    });
    const found = await platform.call(
      list,
      { query: { keyword: "l-77", material: "glass", ...inState("new") } },
      operator,
    );
    expect(found.rows.map((row) => row.bodyCode)).toEqual(["B24001"]);
    const none = await platform.call(list, { query: { keyword: "l-77", ...inState("filled") } }, operator);
    expect(none.total).toBe(0);
    const changed = { ...body, bottleId: data.id, lot: "L-78" };
    await platform.call(change, { body: changed }, operator);
    await platform.call(remove, { params: { ids: String(data.id) } }, engineer);
    expect(await platform.refusal(get, { params: { id: data.id } }, operator)).toMatchObject({ code: 404 });
  });

  test("refuses a code that is taken, by whomever, and what is no code or no capacity", async () => {
    const bottleId = await addBottle("B24002");
    await addBottle("B24003");
    const taken = { code: 409, errors: [{ field: "bodyCode" }] };
    expect(await platform.refusal(add, { body: { bodyCode: "B24002", unitId } }, operator)).toMatchObject(
      taken,
    );
    const body = { bodyCode: "B24003", unitId, bottleId };
    expect(await platform.refusal(change, { body }, operator)).toMatchObject(taken);
    for (const [field, wrong] of [
      ["bodyCode", { bodyCode: "a b" }],
      ["volume", { volume: 0 }],
      ["material", { material: "steel" }],
      ["unitId", { unitId: 999_999 }],
    ] as const) {
      const refused = await platform.refusal(
        add,
        { body: { bodyCode: "B24999", unitId, ...wrong } },
        operator,
      );
      expect(refused, field).toMatchObject({ code: 400, errors: [{ field }] });
    }
  });

  test("keeps a bottle that ever was in a sampler", async () => {
    const id = await addBottle("B24004");
    const device = await platform.addDevice({ unitId });
    const place = { deviceId: device.id, slot: 7, bottleId: id, since: new Date(0), putBy: "x" };
    await platform.db
      .insertInto("bottlePlace")
      .values({ ...place, until: new Date(1000) })
      .execute();
    expect(await platform.refusal(remove, { params: { ids: String(id) } }, engineer)).toMatchObject({
      code: 500,
      msg: expect.stringContaining("1 bottle was in a sampler"),
    });
    const { data } = await platform.call(getBottleHistory, { params: { id } }, operator);
    expect(data.places).toMatchObject([{ deviceName: device.deviceName, slot: 7, since: 0, until: 1000 }]);
  });

  test("a broken pair is void and stays on record; without a pair there is nothing to break", async () => {
    const id = await addBottle("B24005");
    const input = { body: { bottleId: id, reason: "Cap found open at the desk" } };
    expect(await platform.refusal(breakPair, input, operator)).toMatchObject({ code: 500 });
    await platform.db
      .insertInto("bottlePair")
      .values({ bottleId: id, capCode: "C77001", boundAt: new Date(5000), boundBy: "Li Wei" })
      .execute();
    expect((await platform.call(get, { params: { id } }, operator)).data.capCode).toBe("C77001");
    expect(await platform.refusal(breakPair, input, foreign)).toMatchObject({ code: 404 });
    await platform.call(breakPair, input, operator);
    expect((await platform.call(get, { params: { id } }, operator)).data).toMatchObject({
      capCode: null,
      state: "new",
    });
    const { data } = await platform.call(getBottleHistory, { params: { id } }, operator);
    expect(data.pairs).toMatchObject([
      { capCode: "C77001", boundAt: 5000, boundBy: "Li Wei", reason: "Cap found open at the desk" },
    ]);
    expect(data.pairs[0]?.brokenAt).toBeGreaterThan(5000);
    // It never was in a sampler, and held nothing.
    expect((await platform.call(listAlarms, { query: {} }, engineer)).rows).toEqual([]);
    expect(await platform.refusal(getBottleHistory, { params: { id } }, foreign)).toMatchObject({
      code: 404,
    });
  });

  test("goes out as a sheet, its codes and states as they are in the list", async () => {
    await addBottle("B24006");
    const answer = await fetch(`${platform.url}/prod-api/v2/admin/bottle/export?keyword=B24006`, {
      headers: { ...bearer(engineer), "accept-language": "zh" },
    });
    note(bottles.calls.export, "success");
    const [head, row, ...others] = await readXlsx(await answer.arrayBuffer());
    expect(others).toEqual([]);
    const cell = (name: string) => row?.[(head ?? []).indexOf(name)];
    expect([cell("瓶身码"), cell("所属单位"), cell("容量 (mL)"), cell("状态")]).toEqual([
      "B24006",
      "North",
      1000,
      "新瓶",
    ]);
  });
});
