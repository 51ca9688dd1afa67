import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { configs } from "@tracewater/contract/system/config";
import { dictData } from "@tracewater/contract/system/dict-data";
import { dictTypes } from "@tracewater/contract/system/dict-types";
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { bearer, note, type Session } from "../../test/test-http.ts";
import { onPlatform } from "../../test/test-platform.ts";
import { readXlsx } from "../features/field/sampling-points/point-workbooks.fixture.ts";

type Case = { resource: AnyResource; head: string[]; rows: string[][]; added: string; faultAt: string };

/** Of each: a new row, one that is built in, and one that is refused. */
const cases: Case[] = [
  {
    resource: dictTypes,
    head: ["字典类型", "Name"],
    rows: [
      ["our_weather", "Weather"],
      ["sys_yes_no", "Taken over"],
      ["our weather", "No name"],
    ],
    added: "our_weather",
    faultAt: "dictType",
  },
  {
    resource: dictData,
    head: ["Dictionary type", "Value", "Label"],
    rows: [
      ["sys_yes_no", "2", "Perhaps"],
      ["sys_yes_no", "0", "Taken over"],
      ["no_such_type", "0", "Nowhere"],
    ],
    added: "Perhaps",
    faultAt: "dictValue",
  },
  {
    resource: configs,
    head: ["Name", "Key", "Value"],
    rows: [
      ["Hotline", "our.hotline", "110"],
      ["Taken over", "sys.log.jobDays", "1"],
      ["Nonsense", "sys.log.messageDays", "lots"],
    ],
    added: "our.hotline",
    faultAt: "configKey",
  },
];

const dataDir = await mkdtemp(join(tmpdir(), "tw-settings-files-"));

onPlatform(
  "Files of the settings",
  (platform) => {
    let admin: Session = { token: "" };
    let viewer: Session = { token: "" };

    beforeAll(async () => {
      admin = await platform.admin();
      viewer = await platform.addUser({ roles: ["viewer"] });
    });

    const fetchFile = (path: string, init: RequestInit = {}) =>
      fetch(`${platform.url}/prod-api${path}`, { ...init, headers: { ...bearer(admin), ...init.headers } });

    describe.each(cases.map((one) => [one.resource.table, one] as const))("%s", (_table, one) => {
      const { path, calls, labels } = one.resource;

      test("go out whole, by address and by form, and not to anyone who may not", async () => {
        const answer = await fetchFile(`${path}/export`);
        note(calls.export, "success");
        const rows = await readXlsx(await answer.arrayBuffer());
        expect(rows.length).toBeGreaterThan(5);
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const byForm = await fetchFile(`${path}/export`, { method: "POST", headers, body: "pageNum=1" });
        note(calls.exportByForm, "success");
        expect(await readXlsx(await byForm.arrayBuffer())).toEqual(rows);
        const name = decodeURIComponent(byForm.headers.get("download-filename") ?? "");
        expect(name).toBe(`${labels.en["title"]}.xlsx`);
        for (const call of [calls.export, calls.exportByForm, calls.importTemplate, calls.import]) {
          expect(await platform.refusal(call, {}, viewer)).toMatchObject({ code: 403 });
        }
        const template = await fetchFile(`${path}/importTemplate`, { method: "POST" });
        note(calls.importTemplate, "success");
        expect(await readXlsx(await template.arrayBuffer())).toHaveLength(1);
      });

      test("come in: the new row is added, what exists is left, the bad row is named", async () => {
        const form = new FormData();
        form.append("file", new Blob([await sheetOf(one)]), "rows.xlsx");
        const answer = await fetchFile(`${path}/importData`, { method: "POST", body: form });
        const begun = calls.import.reply.parse(await answer.json()) as { data: { importId: string } };
        note(calls.import, "success");
        const params = { id: begun.data.importId };
        const read = async () =>
          (await platform.call(calls.getImport, { params }, admin)) as { data: { state: string } };
        await eventually(async () => (await read()).data.state).toBe("done");
        const { data } = await read();
        expect(data).toMatchObject({ state: "done", read: 3, added: 1, updated: 0, refused: 2 });
        expect(data).toMatchObject({ faults: [{ field: expect.any(String) }, { field: one.faultAt }] });
        expect(await platform.call(calls.cancelImport, { params }, admin)).toEqual({ data });
        for (const call of [calls.getImport, calls.cancelImport]) {
          expect(await platform.refusal(call, { params: { id: "x" } }, admin)).toMatchObject({ code: 404 });
        }
        const found = await platform.ask(calls.list, { query: { keyword: one.added } }, admin);
        expect(found.body["total"]).toBe(1);
        const spoilt = await platform.ask(calls.list, { query: { keyword: "Taken over" } }, admin);
        expect(spoilt.body["total"]).toBe(0);
      });
    });
  },
  { env: { DATA_DIR: dataDir } },
);

async function sheetOf({ head, rows }: Case): Promise<ArrayBuffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("rows");
  for (const cells of [head, ...rows]) sheet.addRow(cells);
  return workbook.xlsx.writeBuffer();
}
