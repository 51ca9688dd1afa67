import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importProgress } from "@tracewater/contract/resource/imports";
import { users } from "@tracewater/contract/system/users";
import ExcelJS from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const { calls, path } = users;
const dataDir = await mkdtemp(join(tmpdir(), "tw-user-files-"));

onPlatform(
  "Files of users",
  (platform) => {
    let unitId = 0;
    let chief: Session & { id: number } = { token: "", id: 0 };
    beforeAll(async () => {
      unitId = await platform.addUnit("North");
      chief = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    });

    const ask = (address: string, as: Session, init: RequestInit = {}) =>
      fetch(`${platform.url}/prod-api${path}${address}`, {
        ...init,
        headers: { ...bearer(as), ...init.headers },
      });

    async function upload(rows: readonly (readonly string[])[], as: Session, updateSupport = "0") {
      const form = new FormData();
      form.append("file", new Blob([await toSheet(rows)]), "users.xlsx");
      const answer = await ask(`/importData?updateSupport=${updateSupport}`, as, {
        method: "POST",
        body: form,
      });
      note(calls.import, "success");
      const started = importProgress.parse(Reflect.get(Object(await answer.json()), "data"));
      const look = async () =>
        (await platform.call(calls.getImport, { params: { id: started.importId } }, as)).data;
      await eventually(async () => (await look()).state, { timeout: 60_000 }).not.toBe("running");
      return look();
    }

    test("10,000 come in with their 37 bad rows reported, without a password and without the time of making one", async () => {
      const head = ["User name", "姓名", "Unit", "E-mail"];
      const rows = Array.from({ length: 10_000 }, (_, at) => {
        const isBad = at % 271 === 0;
        return [`import${at}`, `Person ${at}`, at % 2 === 0 ? "North" : "", isBad ? "no address" : ""];
      });
      expect(rows.filter((row) => row[3] !== "")).toHaveLength(37);
      const began = performance.now();
      const over = await upload([head, ...rows], chief);
      const took = performance.now() - began;
      expect(over).toMatchObject({ state: "done", read: 10_000, added: 9_963, refused: 37 });
      expect(over.faults[0]).toMatchObject({ row: 2, field: "email", message: "must be an e-mail address" });
      expect(over.errorsFile).not.toBeNull();
      // argon2 alone would take ten times as long.
      expect(took).toBeLessThan(60_000);
      const query = { keyword: "import9999" };
      const { rows: found } = await platform.call(calls.list, { query }, chief);
      // A row without a unit comes into the unit of who brings it.
      expect(found).toMatchObject([{ userName: "import9999", password: "none", deptId: unitId }]);
    }, 90_000);

    test("names that are there already are reported, or written with what the sheet holds, whatever their case", async () => {
      const sheet = [
        ["User name", "Name", "Remark"],
        ["twice", "First", "kept"],
        ["Twice", "Second", ""],
      ];
      expect(await upload(sheet, chief)).toMatchObject({ added: 1, refused: 1 });
      const again = [
        ["User name", "Name"],
        ["TWICE", "Third"],
      ];
      expect(await upload(again, chief)).toMatchObject({ added: 0, refused: 1 });
      expect(await upload(again, chief, "1")).toMatchObject({ updated: 1, refused: 0 });
      const { rows } = await platform.call(calls.list, { query: { userName: "twice" } }, chief);
      expect(rows).toMatchObject([{ userName: "twice", nickName: "Third", remark: "kept" }]);
    });

    test("an import writes nobody of another unit, nobody who holds more, and into no other unit", async () => {
      const foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: [] });
      const boss = await platform.addUser({ unitId, roles: ["admin"] });
      const sheet = [
        ["User name", "Name", "Unit"],
        [foreign.userName, "Taken over", ""],
        [boss.userName, "Taken over", ""],
        ["newcomer1", "Stray", "South"],
      ];
      expect(await upload(sheet, chief, "1")).toMatchObject({ added: 0, updated: 0, refused: 3 });
      const { rows } = await platform.call(
        calls.list,
        { query: { keyword: "Taken over" } },
        await platform.admin(),
      );
      expect(rows).toEqual([]);
    });

    test("an export holds the same people, by both verbs, and no formula", async () => {
      const admin = await platform.admin();
      const body = { userName: "formula1", nickName: "=1+1", deptId: unitId, remark: "@sum" };
      await platform.call(calls.add, { body }, admin);
      const query = "userName=formula1";
      const got = await ask(`/export?${query}`, chief);
      note(calls.export, "success");
      expect(got.headers.get("download-filename")).toBe("Users.xlsx");
      const [head = [], row = []] = await fromSheet(await got.arrayBuffer());
      expect(head).toContain("Roles");
      expect(row.slice(0, 3)).toEqual(["formula1", "=1+1", "North"]);
      const posted = await ask("/export", chief, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "accept-language": "zh-CN" },
        body: query,
      });
      note(calls.exportByForm, "success");
      expect((await fromSheet(await posted.arrayBuffer()))[0]?.slice(0, 2)).toEqual(["用户名", "姓名"]);
    });

    test("the template has no password column", async () => {
      const answer = await ask("/importTemplate", chief, { method: "POST" });
      note(calls.importTemplate, "success");
      const heads = (await fromSheet(await answer.arrayBuffer()))[0];
      expect(heads).toEqual(["User name", "Name", "Unit", "Phone", "E-mail", "Sex", "Remark"]);
    });

    test("are refused without the permission, and for no import", async () => {
      const viewer = await platform.addUser({ unitId, roles: ["viewer"] });
      for (const call of [calls.export, calls.exportByForm, calls.importTemplate, calls.import]) {
        const type = call.takes === "form" ? { "content-type": "application/x-www-form-urlencoded" } : {};
        const init = call.method === "GET" ? {} : { method: call.method, headers: type };
        const answer = await fetch(`${platform.url}/prod-api${call.path}`, {
          ...init,
          headers: { ...bearer(viewer), ...type },
        });
        note(call, "refusal");
        expect(await answer.json(), call.name).toMatchObject({ code: 403 });
      }
      const none = { params: { id: "none" } };
      expect(await platform.refusal(calls.getImport, none, chief)).toMatchObject({ code: 404 });
      expect(await platform.refusal(calls.cancelImport, none, chief)).toMatchObject({ code: 404 });
    });

    test("an import that is over can be cancelled no more, and says so", async () => {
      const over = await upload(
        [
          ["User name", "Name"],
          ["late1", "Late"],
        ],
        chief,
      );
      const { data } = await platform.call(calls.cancelImport, { params: { id: over.importId } }, chief);
      expect(data.state).toBe("done");
    });
  },
  { env: { DATA_DIR: dataDir } },
);

async function toSheet(rows: readonly (readonly string[])[]): Promise<ArrayBuffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("users");
  for (const row of rows) sheet.addRow([...row]);
  return workbook.xlsx.writeBuffer();
}

async function fromSheet(file: ArrayBuffer): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file);
  const rows: unknown[][] = [];
  workbook.worksheets[0]?.eachRow((row) => {
    rows.push(Array.isArray(row.values) ? row.values.slice(1) : []);
  });
  return rows;
}
