import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { importProgress } from "@tracewater/contract/resource/imports";
import { posts } from "@tracewater/contract/system/posts";
import { units } from "@tracewater/contract/system/units";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const dataDir = await mkdtemp(join(tmpdir(), "tw-unit-files-"));
type WorksheetRows = readonly (readonly string[])[];

onPlatform(
  "Files of units and posts",
  (platform) => {
    const ask = (resource: AnyResource, address: string, as: Session, init: RequestInit = {}) =>
      fetch(`${platform.url}/prod-api${resource.path}${address}`, {
        ...init,
        headers: { ...bearer(as), ...init.headers },
      });

    async function upload(resource: AnyResource, rows: WorksheetRows, as: Session, updateSupport = "0") {
      const body = new FormData();
      body.append("file", new Blob([await toSheet(rows)]), "rows.xlsx");
      const answer = await ask(resource, `/importData?updateSupport=${updateSupport}`, as, {
        method: "POST",
        body,
      });
      const started = importProgress.parse(Reflect.get(Object(await answer.json()), "data"));
      note(resource.calls.import, "success");
      const params = { id: started.importId };
      const look = async () =>
        importProgress.parse(
          Reflect.get((await platform.call(resource.calls.getImport, { params }, as)) as object, "data"),
        );
      await eventually(async () => (await look()).state).not.toBe("running");
      await platform.call(resource.calls.cancelImport, { params }, as);
      return look();
    }

    async function exported(resource: AnyResource, as: Session): Promise<unknown[][]> {
      const got = await ask(resource, "/export", as);
      note(resource.calls.export, "success");
      const byForm = await ask(resource, "/export", as, { method: "POST", body: new URLSearchParams() });
      note(resource.calls.exportByForm, "success");
      const template = await ask(resource, "/importTemplate", as, {
        method: "POST",
        body: new URLSearchParams(),
      });
      note(resource.calls.importTemplate, "success");
      const rows = await fromSheet(await got.arrayBuffer());
      expect(await fromSheet(await byForm.arrayBuffer())).toEqual(rows);
      expect(await fromSheet(await template.arrayBuffer())).toHaveLength(1);
      return rows;
    }

    test("units come in, each with its authorization, and go out with what is below them", async () => {
      const admin = await platform.admin();
      await platform.addUnit("There already");
      const head = ["Name", "Credit code", "Contact", "State"];
      const over = await upload(
        units,
        [head, ["New one", "C-1", "A", "Enabled"], ["There already", "", "B", ""], ["Clash", "C-1", "", ""]],
        admin,
      );
      expect(over).toMatchObject({ added: 1, updated: 0, refused: 2 });
      const again = await upload(units, [head, ["There already", "C-2", "B", "Enabled"]], admin, "1");
      expect(again).toMatchObject({ added: 0, updated: 1, refused: 0 });
      const { rows } = await platform.call(units.calls.list, {}, admin);
      expect(rows.map((row) => [row.name, row.creditCode, row.leader, row.licence])).toEqual([
        ["There already", "C-2", "B", "valid"],
        ["New one", "C-1", "A", "valid"],
      ]);
      const [names = [], ...written] = await exported(units, admin);
      expect(names).toContain("Authorized until");
      expect(written.map((row) => row[0]).sort()).toEqual(["New one", "There already"]);
    });

    test("units are brought in by anyone who reaches all of them alone, and go out as far as one reaches", async () => {
      const own = await platform.addUser({ unitId: await platform.addUnit("Own"), roles: ["unitAdmin"] });
      const over = await upload(units, [["Name"], ["Sneaked in"]], own);
      expect(over).toMatchObject({
        state: "failed",
        added: 0,
        reason: expect.stringContaining("Only a platform administrator"),
      });
      expect((await exported(units, own)).slice(1).map((row) => row[0])).toEqual(["Own"]);
    });

    test("posts come in and go out", async () => {
      const admin = await platform.admin();
      const head = ["Position code", "Position name", "Order"];
      const over = await upload(
        posts,
        [head, ["a", "First", "1"], ["b", "", "2"], ["a", "Again", "3"]],
        admin,
      );
      expect(over).toMatchObject({ added: 1, refused: 2 });
      expect(await upload(posts, [head, ["a", "Renamed", "4"]], admin, "1")).toMatchObject({ updated: 1 });
      const [, row = []] = await exported(posts, admin);
      expect(row.slice(0, 3)).toEqual(["a", "Renamed", 4]);
    });
  },
  { env: { DATA_DIR: dataDir } },
);

async function toSheet(rows: WorksheetRows): Promise<ArrayBuffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("Rows");
  for (const row of rows) sheet.addRow([...row]);
  return book.xlsx.writeBuffer() as Promise<ArrayBuffer>;
}

async function fromSheet(file: ArrayBuffer): Promise<unknown[][]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(file);
  const rows: unknown[][] = [];
  book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  return rows;
}
