import { type BoxUseKind, exportBoxUses, listBoxUses } from "@tracewater/contract/evidence/box-uses";
import ExcelJS from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { addressOf, bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("The use of an evidence box", (platform) => {
  let box = 0;
  let custodian: Session = { token: "" };
  let elsewhere: Session = { token: "" };
  const begin = Math.floor(Date.now() / 1000) * 1000 - 86_400_000;
  const at = (minutes: number) => begin + minutes * 60_000;

  beforeAll(async () => {
    const unitId = await platform.addUnit("North");
    box = (await platform.addDevice({ family: "evidenceBox", unitId, deviceName: "BOX-USE" })).id;
    custodian = await platform.addUser({ unitId, roles: ["custodian"] });
    elsewhere = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["custodian"] });
    const report = async (identifier: string, minutes: number, params: object) => {
      const ts = new Date(at(minutes));
      const event = { identifier, kind: "info", ts, receivedAt: ts, params: JSON.stringify(params) };
      await platform.db
        .insertInto("deviceEvent")
        .values({ deviceId: box, unitId, ...event })
        .execute();
    };
    const persons = { personA: "Chen Jing", personB: "Wang Lei" };
    await report("closed", 0, { slot: 1, weight: 4200, seconds: 20 });
    await report("opened", 10, { slot: 3, authority: "DEP-7", ...persons });
    await report("leftOpen", 11, { slot: 3, seconds: 60 });
    await report("closed", 12, { slot: 3, weight: 4600.5, seconds: 120 });
    await report("temp", 13, { boxTemp: 12 });
    await report("opened", 20, { slot: 3, authority: "REL-8", personA: "Zhao Min", personB: "Sun Hao" });
    await report("closed", 21, { slot: 3, weight: 4203, seconds: 60 });
    await report("forced", 30, { tamperLoop: 1 });
    await report("wrongItem", 31, { slot: 2, expected: "IT-1", found: "IT-2" });
    await report("weightChange", 32, { before: 4203, after: 4000 });
    // A box that sends nonsense is read as far as it makes sense, and one that stays open has no closing.
    await report("opened", 40, { slot: "three", authority: 5, personA: "Li Na" });
    await report("opened", 41, { slot: 4, authority: "DEP-9", ...persons });
  });

  const read = (query: object = {}, as = custodian) =>
    platform.call(listBoxUses, { query: { deviceId: box, ...query } }, as);

  test("is each opening with authority, both persons and what its weight says was put in or taken out", async () => {
    const { rows, total } = await read();
    expect(total).toBe(8);
    expect(rows.map(({ kind, slot, movement }) => [kind, slot, movement])).toEqual([
      ["opened", 4, null],
      ["opened", null, null],
      ["weightChange", null, "out"],
      ["wrongItem", 2, null],
      ["forced", null, null],
      ["opened", 3, "out"],
      ["leftOpen", 3, null],
      ["opened", 3, "in"],
    ]);
    expect(rows.at(-1)).toMatchObject({
      ...{ authority: "DEP-7", personA: "Chen Jing", personB: "Wang Lei", at: at(10), closedAt: at(12) },
      ...{ seconds: 120, weightBefore: 4200, weightAfter: 4600.5, change: 400.5 },
    });
    expect(rows[0]).toMatchObject({ closedAt: null, seconds: null, weightAfter: null });
    expect(rows[1]).toMatchObject({ closedAt: null, authority: null, personA: "Li Na" });
    expect(rows[3]).toMatchObject({ expected: "IT-1", found: "IT-2" });
  });

  test("is found by kind, period, person and authority, and paged", async () => {
    const found = async (query: object) => (await read(query)).rows.map((row) => row.at);
    expect(await found({ kind: "forced" satisfies BoxUseKind })).toEqual([at(30)]);
    expect(await found({ beginTime: at(11), endTime: at(20) })).toEqual([at(20), at(11)]);
    expect(await found({ keyword: "chen" })).toEqual([at(41), at(10)]);
    expect(await found({ keyword: "rel-" })).toEqual([at(20)]);
    expect(await found({ pageNum: 3, pageSize: 3 })).toEqual([at(11), at(10)]);
  });

  test("is exported with the rows of its list", async () => {
    const input = { query: { deviceId: box, keyword: "REL-8" } };
    const response = await fetch(`${platform.url}/prod-api${addressOf(exportBoxUses, input)}`, {
      headers: bearer(await platform.admin()),
    });
    note(exportBoxUses, "success");
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await response.arrayBuffer());
    const cells = workbook.worksheets[0]?.getRow(2).values as unknown[];
    expect(cells.slice(2, 7)).toEqual(["Opened", 3, "REL-8", "Zhao Min", "Sun Hao"]);
    expect(workbook.worksheets[0]?.rowCount).toBe(2);
  });

  test("is its unit's to read", async () => {
    const query = { deviceId: box };
    expect(await platform.refusal(listBoxUses, { query }, elsewhere)).toMatchObject({ code: 404 });
    const operator = await platform.addUser({ unitId: await platform.unit(), roles: ["analyst"] });
    expect(await platform.refusal(listBoxUses, { query }, operator)).toMatchObject({ code: 403 });
  });
});
