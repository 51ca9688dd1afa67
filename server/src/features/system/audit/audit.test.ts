import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import {
  exportAuditChain,
  exportOperations,
  exportOperationsByForm,
  getAuditChain,
  getOperation,
  listOperations,
  verifyAuditChain,
} from "@tracewater/contract/system/audit";
import { login, logout } from "@tracewater/contract/system/session";
import ExcelJS from "exceljs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { exportChain } from "../../../../test/test-chain.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("The audit log", (platform) => {
  const add = async (code: string, as: Session, unitId?: number) => {
    const body = { code, name: "Inlet", kind: "other" as const, unitId: unitId ?? (await platform.unit()) };
    return (await platform.call(samplingPoints.calls.add, { body }, as)).data.id;
  };
  const list = async (query: Record<string, string>, as?: Session) =>
    platform.call(listOperations, { query: { pageSize: 100, ...query } }, as ?? (await platform.admin()));
  const newest = async (query: Record<string, string> = {}, as?: Session) => {
    const [row] = (await list(query, as)).rows;
    if (row === undefined) throw new Error("nothing was recorded");
    return (await platform.call(getOperation, { params: { id: row.operId } }, as ?? (await platform.admin())))
      .data;
  };

  test("reports who changed what, from where, and what it was before and after", async () => {
    const unitId = await platform.unit();
    const engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    const id = await add("A-1", engineer);
    const body = { pointId: id, code: "A-1", name: "Outlet", kind: "plantOutlet" as const, unitId };
    await platform.call(samplingPoints.calls.change, { body }, engineer);
    const record = await newest({ operName: engineer.userName, title: "Edit sampling" });
    expect(record).toMatchObject({
      title: "Edit sampling points",
      call: "changeSamplingPoint",
      requestMethod: "PUT",
      operName: engineer.userName,
      deptName: "City water",
      operIp: expect.stringContaining("127.0.0.1"),
      agent: expect.stringContaining("node"),
      via: "session",
      thing: `samplePoint ${id} A-1`,
      status: 0,
      code: 200,
      errorMsg: "",
      operTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
      changes: [{ kind: "samplePoint", id: String(id), name: "A-1" }],
    });
    expect(record.changes[0]?.before).toMatchObject({ name: "Inlet", kind: "other" });
    expect(record.changes[0]?.after).toMatchObject({ name: "Outlet", kind: "plantOutlet" });
    expect(record.requestId).toMatch(/^[0-9a-f-]{36}$/);
    const zh = await platform.ask(getOperation, { params: { id: record.operId } }, await platform.admin(), {
      "accept-language": "zh-CN",
    });
    expect(zh.body).toMatchObject({ data: { title: "编辑采样点" } });
    await platform.call(samplingPoints.calls.remove, { params: { ids: String(id) } }, engineer);
    const removed = await newest({ operName: engineer.userName, title: "删除采样点" });
    expect(removed.changes[0]).toMatchObject({ before: { name: "Outlet" }, after: null });
  });

  test("has the record in the database before the answer leaves", async () => {
    const admin = await platform.admin();
    for (let round = 0; round < 5; round += 1) {
      const { headers } = await platform.ask(
        samplingPoints.calls.add,
        { body: { code: `B-${round}`, name: "n", kind: "other", unitId: await platform.unit() } },
        admin,
      );
      const { rows } = await sql<{ seq: string }>`
        select seq from audit_log where request_id = ${headers.get("x-request-id")}`.execute(platform.db);
      expect(rows).toHaveLength(1);
    }
  });

  test("shows what was refused: without the permission, with bad input, by a rule; nobody's attempts it leaves out", async () => {
    const unitId = await platform.unit();
    const viewer = await platform.addUser({ unitId, roles: ["viewer"] });
    const body = { code: "C-1", name: "n", kind: "other", unitId };
    await platform.refusal(samplingPoints.calls.add, { body }, viewer);
    expect(await newest({ operName: viewer.userName, status: "1" })).toMatchObject({
      code: 403,
      status: 1,
      errorMsg: "No permission for this operation.",
      changes: [],
    });
    const engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    await platform.refusal(samplingPoints.calls.add, { body: { ...body, kind: "nonsense" } }, engineer);
    expect(await newest({ operName: engineer.userName, status: "1" })).toMatchObject({ code: 400 });
    const before = (await list({})).total;
    await platform.refusal(samplingPoints.calls.add, { body }, null);
    expect((await list({})).total).toBe(before);
  });

  test("masks what must not be read: passwords, tokens, codes that let in", async () => {
    const secret = "a wrong secret 4711";
    const body = { username: "admin", password: secret, code: "ABCD", uuid: "" };
    await platform.refusal(login, { body }, null);
    const failed = await newest({ title: "Log in", status: "1" });
    expect(failed).toMatchObject({ operName: "admin", code: 500, thing: expect.stringContaining("admin") });
    expect(JSON.parse(failed.operParam).body).toMatchObject({
      username: "admin",
      password: "***",
      code: "***",
    });
    const someone = await platform.addUser({});
    await platform.call(logout, {}, someone);
    const chain = await exportChain(platform, await platform.admin());
    for (const hidden of [secret, someone.password, someone.token, (await platform.admin()).token]) {
      expect(chain.includes(hidden)).toBe(false);
    }
    expect(chain).toContain(someone.userName);
  });

  test("reports log-ins and log-outs, and the unit of who came", async () => {
    const unitId = await platform.addUnit("Comers");
    const admin = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    const newcomer = await platform.addUser({ unitId });
    await platform.call(logout, {}, newcomer);
    const calls = (await list({ operName: newcomer.userName }, admin)).rows.map((row) => row.call);
    expect(calls).toEqual(["logout", "login"]);
  });

  test("shows each the records of their own units alone; others answer as if they did not exist", async () => {
    const [north, south] = [await platform.addUnit("North"), await platform.addUnit("South")];
    const northern = await platform.addUser({ unitId: north, roles: ["unitAdmin"] });
    const southern = await platform.addUser({ unitId: south, roles: ["unitAdmin"] });
    await add("D-1", northern, north);
    const { operId } = await newest({ title: "Add sampling" }, northern);
    expect((await list({}, southern)).rows.filter((row) => row.operName === northern.userName)).toEqual([]);
    expect(await platform.refusal(getOperation, { params: { id: operId } }, southern)).toMatchObject({
      code: 404,
    });
    // What the platform's administrator does to a unit's thing is for that unit to see.
    await add("D-2", await platform.admin(), north);
    expect((await list({ operName: "admin" }, northern)).rows[0]).toMatchObject({
      thing: expect.stringContaining("D-2"),
    });
    expect((await list({ operName: "admin" }, southern)).rows).toEqual([]);
  });

  test("is read by the auditor whole, and changed by nobody: there is no call for that", async () => {
    const auditor = await platform.addUser({ roles: ["auditor"] });
    expect((await list({}, auditor)).total).toBe((await list({})).total);
    await platform.call(verifyAuditChain, {}, auditor);
    expect((await exportChain(platform, auditor)).length).toBeGreaterThan(1000);
    for (const path of ["/v2/admin/monitor/operlog/1", "/v2/admin/monitor/operlog/clean"]) {
      const headers = bearer(await platform.admin());
      expect((await platform.request(path, { method: "DELETE", headers })).body).toMatchObject({ code: 500 });
    }
  });

  test("is found by user, operation, thing, address, result and time", async () => {
    const unitId = await platform.unit();
    const engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    await add("SEARCH-100%", engineer);
    await platform.refusal(samplingPoints.calls.add, { body: {} }, engineer);
    const of = async (query: Record<string, string>) =>
      (await list({ operName: engineer.userName, ...query })).rows.map((row) => row.call);
    expect(await of({ thing: "search-100%" })).toEqual(["addSamplingPoint"]);
    expect(await of({ thing: "search-200%" })).toEqual([]);
    expect(await of({ title: "新增采样点", status: "1" })).toEqual(["addSamplingPoint"]);
    expect(await of({ title: "no such" })).toEqual([]);
    expect(await of({ operIp: "127.0.0" })).toHaveLength(3);
    expect(await of({ operIp: "10.1.1.1" })).toEqual([]);
    expect(await of({ beginTime: "2020-01-01", endTime: "2020-12-31" })).toEqual([]);
    expect(await of({ beginTime: "2020-01-01", "params[endTime]": "2999-12-31 23:59:59" })).toHaveLength(3);
    const admin = await platform.admin();
    for (const beginTime of ["2026-02-30", "yesterday", "2026-01-01 25:00:00"]) {
      expect(await platform.refusal(listOperations, { query: { beginTime } }, admin)).toMatchObject({
        code: 400,
      });
    }
    const ascending = await list({ isAsc: "asc", orderByColumn: "operId" });
    expect(ascending.rows[0]?.operId).toBe(1);
  });

  test("goes out as a spreadsheet, which is recorded too; the chain only whole", async () => {
    const admin = await platform.admin();
    const response = await fetch(`${platform.url}/prod-api/v2/admin/monitor/operlog/export`, {
      headers: bearer(admin),
    });
    note(exportOperations, "success");
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await response.arrayBuffer());
    const sheet = workbook.worksheets[0];
    expect(sheet?.getCell("C1").value).toBe("User");
    expect(sheet?.rowCount).toBeGreaterThan(10);
    const form = { ...bearer(admin), "content-type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", headers: form, body: "status=1" };
    const byForm = await fetch(`${platform.url}/prod-api/v2/admin/monitor/operlog/export`, init);
    expect(byForm.headers.get("download-filename")).toContain("Operation");
    note(exportOperationsByForm, "success");
    const exported = (await list({ title: "Export the operation log" })).rows.map((row) => row.call);
    expect(exported.filter((call) => call !== exportAuditChain.name)).toEqual([
      "exportOperationsByForm",
      "exportOperations",
    ]);
    const unitAdmin = await platform.addUser({ unitId: await platform.unit(), roles: ["unitAdmin"] });
    expect(await platform.refusal(exportAuditChain, {}, unitAdmin)).toMatchObject({ code: 403 });
    await exportChain(platform, admin);
    note(exportAuditChain, "success");
    expect((await platform.call(getAuditChain, {}, admin)).data.signedTo).toBeGreaterThan(10);
  });

  test("keeps what cannot be kept as it came: broken characters, very long input", async () => {
    const admin = await platform.admin();
    await platform.request("/v2/admin/samplePoint?x=%00", {
      method: "POST",
      headers: { ...bearer(admin), "content-type": "application/json" },
      body: JSON.stringify({ code: "y".repeat(20_000) }),
    });
    const record = await newest({ title: "Add sampling", status: "1" });
    expect(record.code).toBe(400);
    expect(JSON.parse(record.operParam)).toMatchObject({ query: { x: "\uFFFD" }, body: { cut: true } });
  });
});
