import type { ReplyOf } from "@tracewater/contract/call";
import {
  addAssayBatch,
  getAssayBatch,
  previewControlSheet,
  removeControlResults,
  storeControlSheet,
} from "@tracewater/contract/laboratory/analytical-batches";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import ExcelJS from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { sendFile } from "../../../../test/send-file.ts";
import { addressOf, bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

type PreviewData = ReplyOf<typeof previewControlSheet>["data"];

onPlatform("Quality control from a spreadsheet", (platform) => {
  let analyst: Session = { token: "" };
  let reviewer: Session = { token: "" };
  let foreign: Session = { token: "" };
  let made = 0;

  beforeAll(async () => {
    const unitId = await platform.addUnit("North");
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] });
  });

  async function addBatch(): Promise<number> {
    made += 1;
    const body = { batchNo: `Q-${made}`, instrument: "LC-MS 1", method: "M1", runAt: Date.now() };
    return (await platform.call(addAssayBatch, { body }, analyst)).data.id;
  }
  const read = async (id: number) => (await platform.call(getAssayBatch, { params: { id } }, analyst)).data;
  const send = (call: typeof previewControlSheet, id: number, file: string | Uint8Array, as = analyst) =>
    sendFile(platform, call, file, { params: { id } }, as);

  const head =
    "Kind,Analyte,Level (ng/L),Response,Value (μg/L),LOQ (μg/L),Second value (μg/L),Before spiking (μg/L),After spiking (μg/L),Added (μg/L),Control material";
  const good = [
    "Run 7 of LC-MS 1",
    head,
    "Standard,Cocaine,10.0,0.1,,,,,,,",
    "Standard,Cocaine,100,1.01,,,,,,,",
    "standard,cocaine,500,4.98,,,,,,,",
    "标准系列,可卡因,1000,10.02,,,,,,,",
    "Procedural blank,Cocaine,,,ND,0.0050,,,,,",
    "Blank,Cocaine,,,<0.005,,,,,,",
    "Duplicate,Cocaine,,,0.10,,0.1010,,,,",
    "Spike,Cocaine,,,,,,0.1,0.31,0.2,",
    "Control material,Cocaine,,,0.204,,,,,,QC-low",
  ];

  test("is shown first, stored digit by digit, judged, and stored once", async () => {
    const id = await addBatch();
    const file = good.join("\n");
    const shown = (await send(previewControlSheet, id, file)).data as PreviewData;
    expect(shown).toMatchObject({ fresh: 9, faulty: 0, isStored: false, errorsFile: null });
    expect((await read(id)).results).toEqual([]);
    expect((await send(storeControlSheet, id, file)).data).toMatchObject({ fresh: 9, isStored: true });
    const batch = await read(id);
    expect(batch.results.map((one) => one.result)).toMatchObject([
      { kind: "calibration", analyte: "cocaine", level: "0.0100", response: 0.1 },
      { kind: "calibration", analyte: "cocaine", level: "0.100", response: 1.01 },
      { kind: "calibration", analyte: "cocaine", level: "0.500", response: 4.98 },
      { kind: "calibration", analyte: "cocaine", level: "1.000", response: 10.02 },
      { kind: "proceduralBlank", analyte: "cocaine", value: null, loq: "0.0050" },
      { kind: "proceduralBlank", analyte: "cocaine", value: null, loq: "0.005" },
      { kind: "duplicate", analyte: "cocaine", value: "0.10", second: "0.1010" },
      { kind: "spike", analyte: "cocaine", native: "0.1", spiked: "0.31", added: "0.2" },
      { kind: "control", analyte: "cocaine", material: "QC-low", value: "0.204" },
    ]);
    expect(batch.verdicts[0]?.checks.every((one) => one.isOk)).toBe(true);
    expect(batch.fits).toHaveLength(1);
    expect((await send(previewControlSheet, id, file)).data).toMatchObject({ isStored: true });
    expect(await send(storeControlSheet, id, file)).toMatchObject({ code: 409 });
    // In another batch the same file is another run; once it is taken out here, it may come again.
    expect(await send(storeControlSheet, await addBatch(), file)).toMatchObject({ code: 200 });
    const ids = batch.results.map((one) => one.resultId).join(",");
    await platform.call(removeControlResults, { params: { ids } }, analyst);
    expect(await send(storeControlSheet, id, file)).toMatchObject({ code: 200 });
  });

  test("reports each fault at its field; good rows come in, the bad ones go out as a file", async () => {
    const id = await addBatch();
    const file = [
      head,
      "Tea,Cocaine,,,0.1,,,,,,",
      "Standard,Aspirin,10,1,,,,,,,",
      "Standard,Cocaine,0,1,,,,,,,",
      "Standard,Cocaine,10,,,,,,,,",
      "Duplicate,Cocaine,,,0.1,,zero,,,,",
      "Field blank,Cocaine,,,0.1,,,,,,",
      "Control,Cocaine,,,0.1,,,,,,",
      "QC,MDMA,,,0.2,,,,,,QC-low",
    ].join("\n");
    const received = (await send(storeControlSheet, id, file)).data as PreviewData;
    expect(received).toMatchObject({ fresh: 1, faulty: 7 });
    expect(received.rows.map((row) => [row.row, ...row.faults.map((one) => one.field)])).toEqual([
      [2, "kind"],
      [3, "analyte"],
      [4, "level"],
      [5, "response"],
      [6, "second"],
      [7, "loq"],
      [8, "material"],
      [9],
    ]);
    expect(received.rows[2]?.faults).toEqual([{ field: "level", message: "must be above 0" }]);
    expect((await read(id)).results).toMatchObject([{ result: { kind: "control", analyte: "mdma" } }]);
    const query = { fileName: received.errorsFile ?? "" };
    const address = `${platform.url}/prod-api${addressOf(downloadFile, { query })}`;
    const answer = await fetch(address, { headers: bearer(analyst) });
    note(downloadFile, "success");
    expect(await readXlsx(await answer.arrayBuffer())).toHaveLength(8);
  });

  test("is refused whole without heads or units, and to who may not; a workbook is read the same way", async () => {
    const id = await addBatch();
    for (const [file, message] of [
      ["a,b\n1,2", "at least the columns Kind and Analyte"],
      ["Kind,Analyte,Level,Response\nStandard,Cocaine,1,1", "has no unit"],
      ["Kind,Analyte,Level (mg/L),Response\nStandard,Cocaine,1,1", "is in mg/L"],
      ["Kind,Analyte,Response,Area\nStandard,Cocaine,1,1", "twice"],
      [head, "has no data rows"],
      [`${head}\nTea,Cocaine,,,0.1,,,,,,`, "no row that can be imported"],
    ] as const) {
      const answer = await send(storeControlSheet, id, file);
      expect(answer, file).toMatchObject({ code: 400, errors: [{ field: "file" }] });
      expect(answer.msg).toContain(message);
    }
    const file = good.join("\n");
    for (const call of [previewControlSheet, storeControlSheet]) {
      expect(await send(call, id, file, reviewer)).toMatchObject({ code: 403 });
      expect(await send(call, id, file, foreign)).toMatchObject({ code: 404 });
    }
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet("run");
    sheet.addRow(["类型", "目标物", "理论浓度 (μg/L)", "响应"]);
    sheet.addRow(["标准", "MDMA", 0.1 + 0.2, 3]);
    const received = (await send(storeControlSheet, id, new Uint8Array(await workbook.xlsx.writeBuffer())))
      .data;
    expect(received).toMatchObject({ fresh: 1, rows: [{ result: { level: "0.3", response: 3 } }] });
  });
});
