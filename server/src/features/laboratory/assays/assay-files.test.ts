import { assayExport, listAssays } from "@tracewater/contract/laboratory/assays";
import { importProgress } from "@tracewater/contract/resource/imports";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { assayWorld } from "../../../../test/test-assays.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Water assays", (platform) => {
  const { analyst, reviewer, viewer, foreign, addBottle, cocaine, enterOne } = assayWorld(platform);

  test("found by what people look for, and go out as a sheet with every digit", async () => {
    const row = await enterOne({ ...cocaine, value: "12.000000010" });
    const query = {
      keyword: row.bodyCode.toLowerCase(),
      flag: "quantified" as const,
      state: "draft" as const,
    };
    const day = { sampledFrom: "2026-03-03", sampledUntil: "2026-03-03" };
    const found = await platform.call(listAssays, { query: { ...query, ...day } }, viewer);
    expect(found.rows.map((one) => one.assayId)).toEqual([row.assayId]);
    const after = { ...query, sampledFrom: "2026-03-04" };
    expect((await platform.call(listAssays, { query: after }, viewer)).total).toBe(0);
    expect((await platform.call(listAssays, { query }, foreign)).total).toBe(0);
    const address = `${platform.url}/prod-api${assayExport.path}/export?keyword=${row.bodyCode}`;
    const answer = await fetch(address, { headers: { ...bearer(reviewer), "accept-language": "en" } });
    note(assayExport.calls.export, "success");
    const cells = await cellsOf(await answer.arrayBuffer());
    const cell = (head: string) => cells[1]?.[(cells[0] ?? []).indexOf(head)];
    expect([cell("Bottle"), cell("Analyte"), cell("Value (μg/L)"), cell("Unit of the values")]).toEqual([
      ...[row.bodyCode, "Cocaine", "12.000000010", "μg/L"],
    ]);
  });

  async function importSheet(rows: (string | number | null)[][], preview: "0" | "1" = "0") {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet("results");
    for (const row of rows) sheet.addRow(row);
    const form = new FormData();
    form.append("file", new Blob([await workbook.xlsx.writeBuffer()]), "results.xlsx");
    const address = `${platform.url}/prod-api${assayExport.path}/importData?preview=${preview}`;
    const answer = await fetch(address, { method: "POST", headers: bearer(analyst), body: form });
    const { data } = (await answer.json()) as { data: unknown };
    note(assayExport.calls.import, "success");
    return importProgress.parse(data);
  }
  const head = [
    "Bottle",
    "采样日期",
    "Sampling point code",
    "Analyte",
    "Value (μg/L)",
    "Flag",
    "LOQ",
    "Unit of the values",
  ];

  test("come in from a sheet: tried first, then stored, each refused row with its reason", async () => {
    const { bodyCode } = await addBottle();
    const sample = [bodyCode, "2026/3/5", "NORTH-IN"];
    const rows = [
      head,
      [...sample, "Cocaine", "0.34000", "Quantified", 0.005, "µg/L"],
      [...sample, "甲基苯丙胺", null, "未检出", 0.004, "ug/L"],
      [...sample, "MDMA", 0.5, "Quantified", 0.005, "ng/L"],
      [...sample, "MDA", 0.001, "Quantified", 0.005, null],
      [...sample, "Cocaine", "0.34", "Quantified", 0.005, null],
      ["NONE-1", "2026-03-05", "NORTH-IN", "THC", 0.1, "Quantified", null, null],
    ];
    const tried = await importSheet(rows, "1");
    expect(tried).toMatchObject({ state: "done", read: 6, added: 2, refused: 4 });
    expect((await platform.call(listAssays, { query: { bodyCode } }, analyst)).total).toBe(0);
    const stored = await importSheet(rows);
    expect(stored).toMatchObject({ state: "done", read: 6, added: 2, refused: 4 });
    expect(stored.faults.map(({ row, field }) => [row, field])).toEqual([
      [4, "unitOfValue"],
      [6, "analyte"],
      [5, "flag"],
      [7, "bodyCode"],
    ]);
    const { rows: found } = await platform.call(listAssays, { query: { bodyCode } }, analyst);
    expect(
      found.map(({ analyte, value, flag, sampledOn }) => [analyte, value, flag, sampledOn]).sort(),
    ).toEqual([
      ["cocaine", "0.34000", "quantified", "2026-03-05"],
      ["mamp", null, "notDetected", "2026-03-05"],
    ]);
    const again = await importSheet(rows);
    expect(again).toMatchObject({ added: 0, refused: 6 });
  });

  test("in another unit than μg/L are refused as a whole sheet", async () => {
    const { bodyCode } = await addBottle();
    const wrong = head.map((one) => one.replace("μg/L", "ng/L"));
    const row = [bodyCode, "2026-03-05", "NORTH-IN", "Cocaine", 340, "Quantified", 5, null];
    expect(await importSheet([wrong, row])).toMatchObject({
      ...{ state: "failed", added: 0 },
      reason: expect.stringContaining("must be in μg/L, but this sheet has it in ng/L"),
    });
  });
});

async function cellsOf(file: ArrayBuffer): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file);
  const rows: unknown[][] = [];
  workbook.worksheets[0]?.eachRow((row) => rows.push(Array.isArray(row.values) ? row.values.slice(1) : []));
  return rows;
}
