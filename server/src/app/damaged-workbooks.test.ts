import type { AnyCall } from "@tracewater/contract/call";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { deviceImport } from "@tracewater/contract/fleet/device-import";
import { assayExport } from "@tracewater/contract/laboratory/assays";
import {
  addSheetMapping,
  lookAtSheet,
  previewSheet,
  storeSheet,
} from "@tracewater/contract/laboratory/instrument-files";
import { importProgress } from "@tracewater/contract/resource/imports";
import { units } from "@tracewater/contract/system/units";
import { users } from "@tracewater/contract/system/users";
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { sendFile } from "../../test/send-file.ts";
import type { Session } from "../../test/test-http.ts";
import { onPlatform } from "../../test/test-platform.ts";
import { makeZip } from "../features/field/sampling-points/point-workbooks.fixture.ts";

const relations = [
  "xl/_rels/workbook.xml.rels",
  Buffer.from(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
] as const;
const workbook = [
  "xl/workbook.xml",
  Buffer.from('<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'),
] as const;
const sheetOf = (xml: string) =>
  makeZip([relations, workbook, ["xl/worksheets/sheet1.xml", Buffer.from(xml)]]);

async function goodWorkbook(): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("a");
  for (let row = 0; row < 300; row += 1) sheet.addRow([`Bottle ${row}`, `${row / 7}`, "x"]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Bytes in the middle of the packed sheet are others than those that were written. */
function garbled(file: Buffer): Buffer {
  const at = file.indexOf("xl/worksheets/sheet1.xml") + 200;
  return Buffer.concat([file.subarray(0, at), Buffer.alloc(64, 0xa5), file.subarray(at + 64)]);
}

const damages: [name: string, make: () => Promise<Buffer> | Buffer][] = [
  ["cut in half", async () => (await goodWorkbook()).subarray(0, 3000)],
  ["cut within its last bytes", async () => (await goodWorkbook()).subarray(0, -30)],
  ["a zip by its first bytes alone", () => Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(900, 7)])],
  ["a zip of something else", () => makeZip([["readme.txt", Buffer.from("hello")]])],
  ["a workbook whose sheet is garbled", async () => garbled(await goodWorkbook())],
  [
    "a workbook whose sheet ends in its first row",
    () => sheetOf('<worksheet><sheetData><row r="1"><c r="A1"'),
  ],
  ["a workbook whose tags do not close", () => sheetOf("<worksheet><sheetData><row r='1'><c></row>")],
  ["a workbook without its sheet", () => makeZip([relations, workbook])],
];

const jobs: [name: string, calls: { import: AnyCall; getImport: AnyCall }, params: object][] = [
  ["sampling points", samplingPoints.calls, {}],
  ["users", users.calls, {}],
  ["units", units.calls, {}],
  ["devices", deviceImport.calls, { family: "waterSample" }],
  ["results by the template", assayExport.calls, {}],
];

onPlatform("A damaged workbook", (platform) => {
  let admin: Session = { token: "" };
  let mappingId = 0;

  beforeAll(async () => {
    admin = await platform.admin();
    const columns = [
      { head: "Sample", role: "sampleNo" as const },
      { head: "Analyte", role: "analyte" as const },
      { head: "Conc.", role: "value" as const, unit: "ug/L" as const },
    ];
    mappingId = (await platform.call(addSheetMapping, { body: { name: "any", columns } }, admin)).data.id;
  });

  const send = (call: AnyCall, file: Buffer, input: { params?: object; query?: object }) =>
    sendFile(platform, call, file, input, admin);
  const lifecycle = async () =>
    expect((await platform.call(users.calls.list, { query: {} }, admin)).total).toBeGreaterThan(0);

  describe.each(damages)("%s", (_name, make) => {
    test.each(jobs)("ends the import of %s with the reason", async (_thing, calls, params) => {
      const begun = await send(calls.import, await make(), { params, query: { updateSupport: "1" } });
      expect(begun.status).toBeLessThan(500);
      // Clients of the family learn of a failure from its code as well; the details are beside it.
      if (begun.code === 200 || begun.data !== undefined) {
        const { importId: id } = importProgress.parse(begun.data);
        const read = async () => {
          const answer = await platform.ask(calls.getImport, { params: { ...params, id } }, admin);
          return importProgress.parse(answer.body["data"]);
        };
        await eventually(async () => (await read()).state).not.toBe("running");
        expect(await read()).toMatchObject({ state: "failed", added: 0, updated: 0 });
        expect((await read()).reason).toMatch(/damaged|empty/);
      } else {
        expect(begun).toMatchObject({
          code: 400,
          errors: [{ field: "file", message: "is not a valid xlsx file" }],
        });
      }
      await lifecycle();
    });

    test.each([
      ["looked at", lookAtSheet],
      ["read in preview", previewSheet],
      ["stored", storeSheet],
    ])("is refused with the reason where results are %s by a mapping", async (_what, call) => {
      const query = call === lookAtSheet ? {} : { mappingId };
      const answer = await send(call, await make(), { query });
      expect(answer).toMatchObject({ code: 400, errors: [{ field: "file" }] });
      expect(answer.msg).toMatch(/damaged|empty/);
      await lifecycle();
    });
  });
});
