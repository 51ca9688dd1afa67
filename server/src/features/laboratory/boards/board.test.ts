import {
  boardLots,
  boardTypes,
  getBoardLotUse,
  previewBoardCurve,
  storeBoardCurve,
} from "@tracewater/contract/laboratory/boards";
import { importProgress } from "@tracewater/contract/resource/imports";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { sendFile } from "../../../../test/send-file.ts";
import { addLot, curve, methamphetamine } from "../../../../test/test-boards.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const lots = boardLots.calls;
const types = boardTypes.calls;
const responseAt = (x: number) => curve.d + (curve.a - curve.d) / (1 + (x / curve.c) ** curve.b);
const levels = [1, 5, 15, 40, 120, 400, 1500];
const standards = [0, ...levels].map((x) => ({ x, y: responseAt(x) }));

onPlatform("Board types and lots", (platform) => {
  test("are shared by all units, found by label, and changed by who reaches all units", async () => {
    const admin = await platform.admin();
    const lotId = await addLot(platform, admin, "LOT-1");
    const viewer = await platform.addUser({ unitId: await platform.addUnit("A part"), roles: ["viewer"] });
    const read = (await platform.call(lots.get, { params: { id: lotId } }, viewer)).data;
    expect(read).toMatchObject({
      lotNo: "LOT-1",
      analyte: "mamp",
      cutOff: 40,
      expiry: "valid",
      tests: 0,
      ...curve,
    });
    const listed = async (label: "colloidalGold" | "fluorescence") =>
      (await platform.call(lots.list, { query: { label } }, viewer)).rows.map((row) => row.lotNo);
    expect([await listed("colloidalGold"), await listed("fluorescence")]).toEqual([["LOT-1"], []]);
    const keeper = await platform.addUser({
      unitId: await platform.addUnit("Another part"),
      roles: ["unitAdmin"],
    });
    const body = { ...read, lotNo: "LOT-2" };
    expect(await platform.refusal(lots.add, { body: strip(body) }, keeper)).toMatchObject({ code: 403 });
    expect(
      await platform.refusal(types.add, { body: { ...methamphetamine, typeCode: "X" } }, keeper),
    ).toMatchObject({ code: 403 });
    expect(await platform.refusal(lots.list, {}, await platform.addUser({}))).toMatchObject({ code: 403 });
  });
  const strip = ({
    lotNo,
    typeCode,
    label,
    expiresOn,
  }: {
    lotNo: string;
    typeCode: string;
    label: "colloidalGold" | "fluorescence";
    expiresOn: string;
  }) => ({
    ...{ lotNo, typeCode, label, expiresOn },
  });

  test("name the field that is wrong", async () => {
    const admin = await platform.admin();
    await addLot(platform, admin, "LOT-3");
    const good = {
      lotNo: "LOT-4",
      typeCode: methamphetamine.typeCode,
      label: "colloidalGold" as const,
      expiresOn: "2027-06",
    };
    const fieldOf = async (more: object) =>
      (await platform.refusal(lots.add, { body: { ...good, ...more } as never }, admin)).errors?.[0]?.field;
    expect(await fieldOf({ lotNo: "LOT-3" })).toBe("lotNo");
    expect(await fieldOf({ typeCode: "NONE" })).toBe("typeCode");
    expect(await fieldOf({ label: "fluorescence" })).toBe("label");
    expect(await fieldOf({ expiresOn: "2027-13" })).toBe("expiresOn");
    expect(await fieldOf({ a: 1.2, b: 1, c: 40, d: 0.1, low: 1 })).toBe("high");
    expect(await fieldOf({ ...curve, low: 2000, high: 1 })).toBe("high");
    const typeFault = async (more: object) =>
      (await platform.refusal(types.add, { body: { ...methamphetamine, typeCode: "T-9", ...more } }, admin))
        .errors?.[0]?.field;
    expect(await typeFault({ readFrom: 900, readUntil: 300 })).toBe("readUntil");
    expect(await typeFault({ tempLow: 30, tempHigh: 15 })).toBe("tempHigh");
    expect(await typeFault({ signal: "emission" })).toBe("signal");
    expect(await typeFault({ typeCode: methamphetamine.typeCode })).toBe("typeCode");
  });

  test("are changed and deleted; a type stays while it has lots", async () => {
    const admin = await platform.admin();
    const lotId = await addLot(platform, admin, "LOT-5");
    const { rows } = await platform.call(types.list, { query: { keyword: methamphetamine.typeCode } }, admin);
    const typeId = rows[0]?.typeId ?? 0;
    await platform.call(types.change, { body: { ...methamphetamine, typeId, cutOff: 50 } }, admin);
    expect((await platform.call(types.get, { params: { id: typeId } }, admin)).data).toMatchObject({
      cutOff: 50,
    });
    await platform.call(types.change, { body: { ...methamphetamine, typeId } }, admin);
    const refused = await platform.refusal(types.remove, { params: { ids: String(typeId) } }, admin);
    expect(refused).toMatchObject({ code: 500, msg: expect.stringContaining("Disable the type") });
    const body = {
      lotId,
      lotNo: "LOT-5",
      typeCode: methamphetamine.typeCode,
      label: "colloidalGold" as const,
      expiresOn: "2020-01",
    };
    await platform.call(lots.change, { body }, admin);
    expect((await platform.call(lots.get, { params: { id: lotId } }, admin)).data).toMatchObject({
      expiry: "expired",
      a: null,
    });
    await platform.call(lots.remove, { params: { ids: String(lotId) } }, admin);
    expect(await platform.refusal(lots.get, { params: { id: lotId } }, admin)).toMatchObject({ code: 404 });
    const empty = await platform.call(types.add, { body: { ...methamphetamine, typeCode: "EMPTY" } }, admin);
    await platform.call(types.remove, { params: { ids: String(empty.data.id) } }, admin);
    expect(await platform.refusal(types.get, { params: { id: empty.data.id } }, admin)).toMatchObject({
      code: 404,
    });
  });

  test("come in from sheets, each wrong row with its reason", async () => {
    const admin = await platform.admin();
    await addLot(platform, admin, "LOT-6");
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet("lots").addRows([
      ["Lot number", "Type code", "Label", "Expiry"],
      ["SHEET-1", methamphetamine.typeCode, "Colloidal gold", "2027-06"],
      ["SHEET-2", "NONE", "Colloidal gold", "2027-06"],
    ]);
    const file = new Uint8Array(await workbook.xlsx.writeBuffer());
    const begun = await sendFile(platform, lots.import, file, {}, admin);
    const { importId } = importProgress.parse(begun.data);
    const look = async () => (await platform.call(lots.getImport, { params: { id: importId } }, admin)).data;
    await eventually(async () => (await look()).state).toBe("done");
    expect(await look()).toMatchObject({ read: 2, added: 1, refused: 1 });
  });
});

onPlatform("The standard curve of a lot", (platform) => {
  test("is fitted, judged by what its levels come back as, and stored with its calibrators", async () => {
    const admin = await platform.admin();
    const id = await addLot(platform, admin, "CURVE-1", {
      a: null,
      b: null,
      c: null,
      d: null,
      low: null,
      high: null,
    });
    const { data } = await platform.call(previewBoardCurve, { params: { id }, body: { standards } }, admin);
    expect(data).toMatchObject({ accepted: true, judged: 7, passing: 7, lloq: 1, uloq: 1500 });
    expect(data.c).toBeCloseTo(40, 3);
    await platform.call(storeBoardCurve, { params: { id }, body: { standards } }, admin);
    const lot = (await platform.call(lots.get, { params: { id } }, admin)).data;
    expect(lot).toMatchObject({ low: 1, high: 1500, c: expect.closeTo(40, 3) });
    const use = (await platform.call(getBoardLotUse, { params: { id } }, admin)).data;
    expect(use.curve).toMatchObject({ standards, weighting: "none", accepted: true });
  });

  test("is refused where a level does not come back, however good its R2, and where it misses the cut-off", async () => {
    const admin = await platform.admin();
    const id = await addLot(platform, admin, "CURVE-2");
    const refused = (body: object, as = admin) =>
      platform.refusal(storeBoardCurve, { params: { id }, body: { standards, ...body } as never }, as);
    const bent = standards.map(({ x, y }) => ({ x, y: x === 1 ? y - 0.02 : y }));
    const preview = (
      await platform.call(previewBoardCurve, { params: { id }, body: { standards: bent } }, admin)
    ).data;
    expect(preview.r2).toBeGreaterThan(0.999);
    expect(preview).toMatchObject({ accepted: false, failures: expect.arrayContaining(["lowest"]) });
    expect(await refused({ standards: bent })).toMatchObject({ code: 500, errors: [{ field: "standards" }] });
    const narrow = [60, 80, 110, 160, 240, 400, 800].map((x) => ({ x, y: responseAt(x) }));
    expect(await refused({ standards: narrow })).toMatchObject({
      code: 400,
      errors: [{ field: "standards" }],
    });
    expect(await refused({ standards: standards.map(({ x }) => ({ x, y: 1 })) })).toMatchObject({
      code: 400,
    });
    const analyst = await platform.addUser({ unitId: await platform.unit(), roles: ["analyst"] });
    expect(await refused({}, analyst)).toMatchObject({ code: 403 });
    expect(
      await platform.refusal(previewBoardCurve, { params: { id: 2_000_000 }, body: { standards } }, admin),
    ).toMatchObject({ code: 404 });
    expect(await platform.refusal(getBoardLotUse, { params: { id: 2_000_000 } }, admin)).toMatchObject({
      code: 404,
    });
    expect((await platform.call(lots.get, { params: { id } }, admin)).data).toMatchObject(curve);
  });
});
