import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import { beforeAll, expect, test } from "vitest";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { makeZip, readXlsx, uploadSheet, waitForImport, writePoints } from "./point-workbooks.fixture.ts";

const { calls } = samplingPoints;
const path = "/v2/admin/samplePoint";
const dataDir = await mkdtemp(join(tmpdir(), "tw-point-files-"));

onPlatform(
  "Files of sampling points",
  (platform) => {
    let unitId = 0;
    let engineer: Session = { token: "" };
    let operator: Session = { token: "" };
    let foreign: Session = { token: "" };

    beforeAll(async () => {
      unitId = await platform.addUnit("North");
      engineer = await platform.addUser({ unitId, roles: ["engineer"] });
      operator = await platform.addUser({ unitId, roles: ["operator"] });
      foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["engineer"] });
    });

    const fetchFile = (address: string, as: Session, init: RequestInit = {}) =>
      fetch(`${platform.url}/prod-api${address}`, { ...init, headers: { ...bearer(as), ...init.headers } });
    const upload = (rows: Parameters<typeof writePoints>[0], as: Session, updateSupport = "0") =>
      uploadSheet(platform.url, as, writePoints(rows), updateSupport);
    const count = async (keyword: string) =>
      (await platform.call(calls.list, { query: { keyword } }, engineer)).total;

    test("an export is an xlsx that can be read back, texts never being formulas", async () => {
      for (const code of ["=1+1", "+2", "-3", "@sum"]) {
        const body = { code: `E${code}`, name: code, kind: "outfall" as const, unitId, designFlow: 12.5 };
        await platform.call(calls.add, { body }, engineer);
      }
      const answer = await fetchFile(`${path}/export?keyword=E&orderByColumn=code`, engineer);
      note(calls.export, "success");
      expect(answer.headers.get("download-filename")).toBe(encodeURIComponent("Sampling points.xlsx"));
      expect(answer.headers.get("content-disposition")).toContain("attachment");
      const [head = [], ...rows] = await readXlsx(await answer.arrayBuffer());
      expect(head.slice(0, 4)).toEqual(["Code", "Name", "Type", "Unit"]);
      expect(head).toContain("Design flow (m³/d)");
      expect(rows.map((row) => row[1])).toEqual(["=1+1", "+2", "-3", "@sum"]);
      expect(rows.map((row) => row[2])).toEqual(Array(4).fill("Outfall"));
      expect(rows.map((row) => row[3])).toEqual(Array(4).fill("North"));
      expect(rows[0]?.[head.indexOf("Design flow (m³/d)")]).toBe(12.5);
    });

    test("the same goes by a form, in Chinese to anyone who reads Chinese", async () => {
      const type = "application/x-www-form-urlencoded";
      const headers = { "content-type": type, "accept-language": "zh-CN" };
      const init = { method: "POST", headers, body: "keyword=E%3D1&pageNum=1" };
      const answer = await fetchFile(`${path}/export`, engineer, init);
      note(calls.exportByForm, "success");
      const [head = [], ...rows] = await readXlsx(await answer.arrayBuffer());
      expect(head.slice(0, 3)).toEqual(["编号", "名称", "类型"]);
      expect(rows).toHaveLength(1);
      expect(decodeURIComponent(answer.headers.get("download-filename") ?? "")).toBe("采样点.xlsx");
    });

    test("an export that is refused answers in JSON", async () => {
      const query = { orderByColumn: "nonsense" };
      expect(await platform.refusal(calls.export, { query }, engineer)).toMatchObject({ code: 400 });
      expect(await platform.refusal(calls.export, {}, operator)).toMatchObject({ code: 403 });
      expect(await platform.refusal(calls.exportByForm, { body: query }, engineer)).toMatchObject({
        code: 400,
      });
    });

    test("an export holds nothing of another unit", async () => {
      const answer = await fetchFile(`${path}/export`, foreign);
      expect(await readXlsx(await answer.arrayBuffer())).toHaveLength(1);
    });

    test("the template has the columns that an import reads, and no rows", async () => {
      const answer = await fetchFile(`${path}/importTemplate`, engineer, { method: "POST" });
      note(calls.importTemplate, "success");
      const [head = [], ...rows] = await readXlsx(await answer.arrayBuffer());
      expect(head).toContain("Population method");
      expect(rows).toEqual([]);
    });

    test("an import of 2,000 rows stores the good ones and says what is wrong with each of 13", async () => {
      const rows = Array.from({ length: 2000 }, (_, at) => ({
        code: `I-${at}`,
        name: `Imported ${at}`,
        kind: at % 2 === 0 ? "Plant inlet" : "污水厂出水口",
        unit: "North",
        population: at as number | string,
        day: "2024/3/1",
      }));
      const bad = Array.from({ length: 13 }, (_, at) => 100 * (at + 1));
      for (const at of bad.slice(0, 5)) Object.assign(rows[at] ?? {}, { kind: "lake" });
      for (const at of bad.slice(5, 9)) Object.assign(rows[at] ?? {}, { unit: "South" });
      for (const at of bad.slice(9, 11)) Object.assign(rows[at] ?? {}, { population: "many" });
      Object.assign(rows[bad[11] ?? 0] ?? {}, { code: "I-3" });
      Object.assign(rows[bad[12] ?? 0] ?? {}, { name: "" });
      const over = await waitForImport(platform, engineer, await upload(rows, engineer));
      note(calls.import, "success");
      expect(over).toMatchObject({ state: "done", read: 2000, added: 1987, updated: 0, refused: 13 });
      expect(over.faults[0]).toMatchObject({ row: 102, field: "kind" });
      const query = `fileName=${over.errorsFile}&delete=true`;
      expect((await fetchFile(`/common/download?${query}`, foreign)).headers.get("content-type")).toContain(
        "json",
      );
      const answer = await fetchFile(`/common/download?${query}`, engineer);
      note(downloadFile, "success");
      const [head, ...faults] = await readXlsx(await answer.arrayBuffer());
      expect(head).toEqual(["Row", "Field", "Reason"]);
      expect(faults).toHaveLength(13);
      expect(faults.map((row) => row[0])).toEqual(expect.arrayContaining(bad.map((at) => at + 2)));
      expect(faults.map((row) => row[2])).toContain("duplicates row 5");
      expect(faults.map((row) => row[2])).toContain("unit not found");
      const once = { query: { fileName: over.errorsFile ?? "", delete: "true" } };
      expect(await platform.refusal(downloadFile, once, engineer)).toMatchObject({ code: 404 });
      expect(await count("Imported")).toBe(1987);
    });

    test("a second run stores nothing twice; with updateSupport=1 it updates the columns it brings", async () => {
      const rows = ["U-1", "U-2"].map((code) => ({
        code,
        name: code,
        kind: "other",
        unit: "North",
        population: 5,
      }));
      const first = await waitForImport(platform, engineer, await upload(rows, engineer));
      expect(first).toMatchObject({ added: 2, refused: 0, errorsFile: null });
      const second = await waitForImport(platform, engineer, await upload(rows, engineer));
      expect(second).toMatchObject({ added: 0, refused: 2 });
      expect(second.faults[0]).toMatchObject({ field: "code", message: "already exists" });
      const changed = rows.map(({ population: _, ...row }) => ({ ...row, name: `${row.code} anew` }));
      const third = await waitForImport(platform, engineer, await upload(changed, engineer, "1"));
      expect(third).toMatchObject({ added: 0, updated: 2, refused: 0 });
      const { rows: stored } = await platform.call(calls.list, { query: { keyword: "anew" } }, engineer);
      expect(stored.map((row) => [row.code, row.population])).toEqual([
        ["U-1", 5],
        ["U-2", 5],
      ]);
    });

    test("an import never changes what another unit has", async () => {
      const rows = [{ code: "U-1", name: "stolen", kind: "other", unit: "South" }];
      const over = await waitForImport(platform, foreign, await upload(rows, foreign, "1"));
      expect(over).toMatchObject({ updated: 0, refused: 1 });
      expect(await count("stolen")).toBe(0);
    });

    test("what an export gives, an import takes back", async () => {
      const answer = await fetchFile(`${path}/export?keyword=U-`, engineer);
      const file = answer.arrayBuffer();
      const over = await waitForImport(
        platform,
        engineer,
        await uploadSheet(platform.url, engineer, file, "1"),
      );
      expect(over).toMatchObject({ state: "done", updated: 2, refused: 0 });
    });

    test("an import is known to its owner alone", async () => {
      const started = await upload([{ code: "O-1", name: "x", kind: "other", unit: "North" }], engineer);
      const importId = started.data.importId;
      const seen = await platform.call(calls.getImport, { params: { id: importId } }, engineer);
      expect(seen.data.importId).toBe(importId);
      const input = { params: { id: importId } };
      expect(await platform.refusal(calls.getImport, input, foreign)).toMatchObject({ code: 404 });
      expect(await platform.refusal(calls.cancelImport, input, foreign)).toMatchObject({ code: 404 });
      await platform.call(calls.cancelImport, input, engineer);
    });

    test.each([
      ["that is no xlsx", Buffer.from("code;name"), /not a valid xlsx/],
      [
        "that is larger than 200 MB when unpacked",
        makeZip([["xl/a", Buffer.alloc(210 * 1024 * 1024)]]),
        /200 MB/,
      ],
    ])("a file %s is refused", async (_what, file, says) => {
      const refused = await uploadSheet(platform.url, engineer, file, "0");
      note(calls.import, "refusal");
      expect(refused).toMatchObject({ code: 400, errors: [{ field: "file" }] });
      expect(refused.msg).toMatch(says);
    });

    test("a file that lacks a column is refused whole, and names it", async () => {
      const started = await upload([{ code: "L-1", name: "x", unit: "North" }], engineer);
      const over = await waitForImport(platform, engineer, started);
      expect(over).toMatchObject({ state: "failed", added: 0 });
      expect(over.reason).toContain("Type");
    });

    test.each([
      ["is no workbook", makeZip([["readme.txt", Buffer.from("hello")]])],
      [
        "has a broken sheet",
        makeZip([
          ["xl/_rels/workbook.xml.rels", Buffer.from("<Relationships/>")],
          ["xl/worksheets/sheet1.xml", Buffer.from("<worksheet><sheetData><row r='1'><c></row>")],
        ]),
      ],
    ])("a zip that %s ends the import with a sentence", async (_what, file) => {
      const over = await waitForImport(
        platform,
        engineer,
        await uploadSheet(platform.url, engineer, file, "0"),
      );
      expect(over).toMatchObject({ state: "failed", read: 0 });
      expect(over.reason).toContain("damaged");
    });

    test("a body without a file is refused", async () => {
      expect(await platform.refusal(calls.import, { body: {} }, engineer)).toMatchObject({
        errors: [{ field: "file" }],
      });
    });

    test.each([
      ["without a boundary", "multipart/form-data", "x"],
      [
        "that ends early",
        "multipart/form-data; boundary=b",
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nPK',
      ],
      ["that has no part", "multipart/form-data; boundary=b", "--b--\r\n"],
      ["that is empty", "multipart/form-data; boundary=b", ""],
    ])("an upload %s is refused in words", async (_what, type, body) => {
      const headers = { ...bearer(engineer), "content-type": type };
      const { body: answer } = await platform.request(`${path}/importData`, {
        method: "POST",
        headers,
        body,
      });
      expect(answer, answer.msg).toMatchObject({ code: 400, errors: [{ field: "file" }] });
    });

    test("a file of 51 MB is answered with HTTP 413", async () => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(51 * 1024 * 1024)]), "a.xlsx");
      const init = { method: "POST", headers: bearer(engineer), body: form };
      const { status, body: answer } = await platform.request(`${path}/importData`, init);
      expect({ status, code: answer.code }).toEqual({ status: 413, code: 413 });
      expect(answer.msg).toContain("50 MB");
    });

    test.each(["../../keys/node", "%2e%2e/x", "samplePoint-000000000000000000000000.xlsx", "a\u0000"])(
      "no file is read by the name %j",
      async (fileName) => {
        const refused = await platform.refusal(downloadFile, { query: { fileName } }, engineer);
        expect([400, 404]).toContain(refused.code);
      },
    );

    test("leaves nothing of an upload behind", async () => {
      expect(await readdir(join(dataDir, "files", "uploads"))).toEqual([]);
    });
  },
  { env: { DATA_DIR: dataDir } },
);
