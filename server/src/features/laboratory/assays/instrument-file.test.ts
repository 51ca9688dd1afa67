import type { Call, ReplyOf } from "@tracewater/contract/call";
import { listAssays, reviewAssays, submitAssays } from "@tracewater/contract/laboratory/assays";
import {
  addSheetMapping,
  changeSheetMapping,
  listSheetMappings,
  lookAtSheet,
  previewSheet,
  removeSheetMappings,
  storeSheet,
} from "@tracewater/contract/laboratory/instrument-files";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import ExcelJS from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { addressOf, bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const long = {
  instrument: "LC-MS 1",
  columns: [
    { head: "Sample Name", role: "bodyCode" },
    { head: "Date", role: "sampledOn" },
    { head: "Point", role: "pointCode" },
    { head: "Component Name", role: "analyte" },
    { head: "Conc. (ng/L)", role: "value", unit: "ng/L" },
    { head: "LOQ", role: "loq", unit: "ng/L" },
    { head: "Recovery", role: "recovery" },
  ],
  method: "LC-MS/MS",
};

onPlatform("Results from instruments' files", (platform) => {
  let unitId = 0;
  let analyst: Session = { token: "" };
  let reviewer: Session = { token: "" };
  let foreign: Session = { token: "" };
  let made = 0;

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    const south = await platform.addUnit("South");
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
    foreign = await platform.addUser({ unitId: south, roles: ["analyst"] });
    await platform.db
      .insertInto("samplingPoint")
      .values({ code: "N-IN", name: "North inlet", kind: "plantInlet", unitId })
      .execute();
  });

  async function addBottle(): Promise<string> {
    made += 1;
    const bodyCode = `S${2000 + made}`;
    await platform.db.insertInto("bottle").values({ bodyCode, unitId }).execute();
    return bodyCode;
  }
  async function addMapping(more: object = {}, by = analyst): Promise<number> {
    made += 1;
    const body = { name: `mapping ${made}`, ...long, ...more } as never;
    return (await platform.call(addSheetMapping, { body }, by)).data.id;
  }
  async function send<C extends Call>(
    call: C,
    file: string | Uint8Array,
    query: object = {},
    by = analyst,
  ): Promise<{ code: number; msg: string; errors?: { field: string; message: string }[]; data: unknown }> {
    const form = new FormData();
    form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), "run.csv");
    const address = `${platform.url}/prod-api${addressOf(call, { query: query as never })}`;
    const headers = { ...bearer(by), "accept-language": "en" };
    const answer = (await (await fetch(address, { method: "POST", headers, body: form })).json()) as never;
    note(call, (answer as { code: number }).code === 200 ? "success" : "refusal");
    return answer;
  }
  async function preview(file: string | Uint8Array, mappingId: number) {
    const { data, code, msg } = await send(previewSheet, file, { mappingId });
    expect(code, msg).toBe(200);
    return data as ReplyOf<typeof previewSheet>["data"];
  }
  async function store(file: string | Uint8Array, mappingId: number) {
    const { data, code, msg } = await send(storeSheet, file, { mappingId });
    expect(code, msg).toBe(200);
    return data as ReplyOf<typeof storeSheet>["data"];
  }
  const listed = async (bodyCode: string) =>
    (await platform.call(listAssays, { query: { bodyCode, pageSize: 50 } }, analyst)).rows;
  const head = "Sample Name,Date,Point,Component Name,Conc. (ng/L),LOQ,Recovery";

  test("a csv with a mark, quotes and line breaks is read exactly, shown first and then stored", async () => {
    const bodyCode = await addBottle();
    const mappingId = await addMapping();
    const file = [
      '\ufeffRun 7,"operator ""A""\nsecond line"',
      "",
      head,
      `${bodyCode},2026/3/5,N-IN,"Cocaine",340.00,5,"97.5 %"`,
      `"${bodyCode}",20260305,N-IN,BE,1.2E-1,0.05,`,
      `${bodyCode},2026-03-05,N-IN,6-MAM,<5,,`,
      `${bodyCode},2026-03-05,N-IN,"MDMA",ND,4,88`,
    ].join("\r\n");
    const shown = await preview(file, mappingId);
    expect(shown).toMatchObject({ format: "csv", encoding: "utf-8", delimiter: ",", read: 4, fresh: 4 });
    expect(shown.rows.map((row) => [row.row, row.analyte, row.given, row.value, row.flag, row.loq])).toEqual([
      [5, "cocaine", "340.00", "0.34000", "quantified", "0.005"],
      [6, "benzoylEconine", "1.2E-1", "0.00012", "quantified", "0.00005"],
      [7, "o6Acethyl", "<5", null, "belowLoq", "0.005"],
      [8, "mdma", "ND", null, "notDetected", "0.004"],
    ]);
    expect(await listed(bodyCode)).toEqual([]);
    expect(await store(file, mappingId)).toMatchObject({ fresh: 4, faulty: 0, errorsFile: null });
    const found = await listed(bodyCode);
    expect(found.map((row) => [row.analyte, row.value, row.recovery, row.state, row.method]).sort()).toEqual([
      ["benzoylEconine", "0.00012", null, "draft", "LC-MS/MS"],
      ["cocaine", "0.34000", 97.5, "draft", "LC-MS/MS"],
      ["mdma", null, 88, "draft", "LC-MS/MS"],
      ["o6Acethyl", null, null, "draft", "LC-MS/MS"],
    ]);
  });

  test("the same file twice stores nothing twice, also after a review", async () => {
    const bodyCode = await addBottle();
    const mappingId = await addMapping();
    const row = (analyte: string, value: string) => `${bodyCode},2026-03-05,N-IN,${analyte},${value},5,90`;
    const file = [head, row("Cocaine", "340"), row("MDA", "7.10")].join("\n");
    await store(file, mappingId);
    expect(await store(file, mappingId)).toMatchObject({ fresh: 0, same: 2 });
    const ids = (await listed(bodyCode)).map((one) => one.assayId);
    await platform.call(submitAssays, { body: { ids } }, analyst);
    const body = { ids, decision: "reject" as const, reason: "dirty blank" };
    await platform.call(reviewAssays, { body }, reviewer);
    const again = await preview(file, mappingId);
    expect(again).toMatchObject({ fresh: 0, same: 2, before: { by: expect.any(String) } });
    expect(await store(file, mappingId)).toMatchObject({ fresh: 0, same: 2 });
    expect(await listed(bodyCode)).toHaveLength(2);
    // Measured again, what was rejected leaves room.
    const repeated = [head, row("Cocaine", "345"), row("MDA", "7.10")].join("\n");
    expect(await store(repeated, mappingId)).toMatchObject({ fresh: 1, same: 1 });
    const other = [head, row("Cocaine", "346")].join("\n");
    const differing = await preview(other, mappingId);
    expect(differing).toMatchObject({
      differs: 1,
      rows: [{ ending: "differs", faults: [{ field: "analyte" }] }],
    });
  });

  test("each fault is at its cell, the good rows come in, the bad ones go out as a file", async () => {
    const bodyCode = await addBottle();
    const mappingId = await addMapping();
    const row = (...cells: string[]) => cells.join(",");
    const file = [
      head,
      row(bodyCode, "2026-03-05", "N-IN", "Cocaine", "12", "5", "90"),
      row(bodyCode, "2026-03-05", "N-IN", "Aspirin", "12", "5", "90"),
      row(bodyCode, "05/03/2026", "N-IN", "MDA", "12", "5", "90"),
      row(bodyCode, "2026-03-05", "N-IN", "MDMA", '"1,234"', "5", "90"),
      row(bodyCode, "2026-03-05", "N-IN", "Ketamine", "-3", "5", "90"),
      row("NONE-1", "2026-03-05", "N-IN", "THC", "12", "5", "90"),
      row(bodyCode, "2026-03-05", "N-IN", "Cocaine", "12", "5", "90"),
    ].join("\n");
    const shown = await preview(file, mappingId);
    expect(shown).toMatchObject({ read: 7, fresh: 1, faulty: 6 });
    expect(shown.rows.map(({ faults }) => faults.map((one) => one.field))).toEqual([
      [],
      ["analyte"],
      ["sampledOn"],
      ["value"],
      ["value"],
      ["bodyCode"],
      ["analyte"],
    ]);
    const stored = await store(file, mappingId);
    expect(stored).toMatchObject({ fresh: 1, faulty: 6 });
    const query = { fileName: stored.errorsFile ?? "" };
    const address = `${platform.url}/prod-api${addressOf(downloadFile, { query })}`;
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await (await fetch(address, { headers: bearer(analyst) })).arrayBuffer());
    expect(workbook.worksheets[0]?.rowCount).toBe(7);
    expect(workbook.worksheets[0]?.getRow(4).getCell(4).value).toBe("1,234");
  });

  test("another unit than the mapped one is refused: in the head as a whole, in a row at its value", async () => {
    const bodyCode = await addBottle();
    const mappingId = await addMapping();
    const row = `${bodyCode},2026-03-05,N-IN,Cocaine,340,5,90`;
    const wrong = await send(previewSheet, [head.replace("ng/L", "µg/L"), row].join("\n"), { mappingId });
    expect(wrong).toMatchObject({ code: 400, errors: [{ field: "file" }] });
    const columns = [
      { head: "Bottle", role: "bodyCode" },
      { head: "Date", role: "sampledOn" },
      { head: "Point", role: "pointCode" },
      { head: "Analyte", role: "analyte" },
      { head: "Conc", role: "value", unit: "ug/L" },
      { head: "Unit", role: "unit" },
    ];
    const byRow = await addMapping({ columns });
    const line = (analyte: string, unit: string) => `${bodyCode};2026-03-05;N-IN;${analyte};0,5;${unit}`;
    const table = ["Bottle;Date;Point;Analyte;Conc;Unit", line("MDA", "ug/L"), line("MDMA", "ng/L")];
    const changed = { mappingId: byRow, name: "by row", ...long, columns, decimal: "," as const };
    await platform.call(changeSheetMapping, { body: changed as never }, analyst);
    const shown = await preview([...table, line("Cocaine", "ng/mL"), line("THC", "mg/L")].join("\n"), byRow);
    expect(shown.delimiter).toBe(";");
    expect(shown.rows.map((one) => [one.ending, one.value, one.faults[0]?.field])).toEqual([
      ["new", "0.5", undefined],
      ["faulty", null, "value"],
      ["new", "0.5", undefined],
      ["faulty", null, "value"],
    ]);
    expect(shown.rows[3]?.faults[0]?.message).toContain("mg/L");
  });

  test("a row may be a sample with a column for each analyte, known by its sample number, in GB18030", async () => {
    const bodyCode = await addBottle();
    const { id: bottleId } = await platform.db
      .selectFrom("bottle")
      .select("id")
      .where("bodyCode", "=", bodyCode)
      .executeTakeFirstOrThrow();
    const { id: pointId } = await platform.db
      .selectFrom("samplingPoint")
      .select("id")
      .where("code", "=", "N-IN")
      .executeTakeFirstOrThrow();
    const began = new Date("2026-03-05T02:00:00Z");
    const about = { sampleNo: `WS-${made}`, unitId, pointId, bottleId, origin: "manual", kind: "grab" };
    const by = { samplerPerson: "x", madeBy: "x", state: "opened" };
    await platform.db
      .insertInto("waterSampling")
      .values({ ...about, ...by, began, ended: began } as never)
      .execute();
    const text = `\u6837\u54c1\u7f16\u53f7\t\u53ef\u5361\u56e0(ng/L)\tMDMA (ng/L)\n${about.sampleNo}\t12.50\t\nWS-none\t1\t2`;
    // "样品编号" and "可卡因" in GB18030.
    const labels: Record<string, number[]> = {
      样品编号: [0xd1, 0xf9, 0xc6, 0xb7, 0xb1, 0xe0, 0xba, 0xc5],
      可卡因: [0xbf, 0xc9, 0xbf, 0xa8, 0xd2, 0xf2],
    };
    const bytes = new Uint8Array(
      text.split(/(样品编号|可卡因)/).flatMap((part) => labels[part] ?? [...new TextEncoder().encode(part)]),
    );
    const looked = (await send(lookAtSheet, bytes)).data as ReplyOf<typeof lookAtSheet>["data"];
    expect(looked).toMatchObject({ encoding: "gb18030", delimiter: "\t", headRow: 1 });
    expect(looked.guess).toEqual([
      { head: "样品编号", role: "sampleNo", analyte: null, unit: null },
      { head: "可卡因(ng/L)", role: "value", analyte: "cocaine", unit: "ng/L" },
      { head: "MDMA (ng/L)", role: "value", analyte: "mdma", unit: "ng/L" },
    ]);
    const mappingId = await addMapping({ columns: looked.guess });
    const shown = await preview(bytes, mappingId);
    expect(
      shown.rows.map((row) => [row.analyte, row.bodyCode, row.sampledOn, row.value, row.ending]),
    ).toEqual([
      ["cocaine", bodyCode, "2026-03-05", "0.01250", "new"],
      ["cocaine", "", "", "0.001", "faulty"],
      ["mdma", "", "", "0.002", "faulty"],
    ]);
    expect((await send(lookAtSheet, bytes)).data).toMatchObject({ fitting: [mappingId] });
  });

  test("a workbook is read by the same mapping", async () => {
    const bodyCode = await addBottle();
    const mappingId = await addMapping();
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet("run");
    sheet.addRow(head.split(","));
    sheet.addRow([bodyCode, new Date("2026-03-05T00:00:00Z"), "N-IN", "Cocaine", 0.1 + 0.2, 1e-7, 91.5]);
    sheet.addRow([bodyCode, "2026-03-05", "N-IN", "MDA", "12.500", 5, null]);
    const shown = await preview(new Uint8Array(await workbook.xlsx.writeBuffer()), mappingId);
    expect(shown.format).toBe("xlsx");
    expect(shown.rows.map((row) => [row.value, row.loq])).toEqual([
      ["0.0003", "0.0000000001"],
      ["0.012500", "0.005"],
    ]);
  });

  test("mappings are kept by name for a unit and an instrument, and seen by no other unit", async () => {
    const mappingId = await addMapping({ name: "routine" });
    const body = { name: "routine", ...long } as never;
    expect(await platform.refusal(addSheetMapping, { body }, analyst)).toMatchObject({
      code: 409,
      errors: [{ field: "name" }],
    });
    await addMapping({ name: "routine", instrument: "LC-MS 2" });
    const kept = await platform.call(listSheetMappings, {}, analyst);
    expect(kept.rows.find((one) => one.mappingId === mappingId)).toMatchObject({
      ...{ name: "routine", instrument: "LC-MS 1", unitName: "North", columns: { length: 7 } },
    });
    expect((await platform.call(listSheetMappings, {}, foreign)).rows).toEqual([]);
    const query = { mappingId };
    expect(await send(previewSheet, head, query, foreign)).toMatchObject({ code: 404 });
    expect(await send(storeSheet, head, query, foreign)).toMatchObject({ code: 404 });
    expect(await send(lookAtSheet, "", {}, analyst)).toMatchObject({ code: 400 });
    const wrong = {
      name: "x",
      columns: [
        { head: "a", role: "value" },
        { head: "a", role: "lod", unit: "ng/L" },
      ],
    };
    const refused = await platform.refusal(addSheetMapping, { body: wrong as never }, analyst);
    expect(refused.errors?.map((one) => one.field)).toEqual(
      expect.arrayContaining(["columns", "columns.0.unit", "columns.1.head"]),
    );
    const changed = { mappingId, ...(body as object) } as never;
    expect(await platform.refusal(changeSheetMapping, { body: changed }, foreign)).toMatchObject({
      code: 404,
    });
    expect(
      await platform.refusal(removeSheetMappings, { params: { ids: String(mappingId) } }, foreign),
    ).toMatchObject({ code: 404 });
    await platform.call(removeSheetMappings, { params: { ids: String(mappingId) } }, analyst);
    expect(await platform.refusal(listSheetMappings, {}, reviewer)).toMatchObject({ code: 403 });
  });
});
