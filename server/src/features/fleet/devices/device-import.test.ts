import { envelope } from "@tracewater/contract/envelope";
import { deviceImport } from "@tracewater/contract/fleet/device-import";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { type ImportProgress, importProgress } from "@tracewater/contract/resource/imports";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { attemptConnect } from "../../../../test/test-device.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

const family = "evidenceBox";
const { calls } = deviceImport;
const path = `/prod-api/v2/admin/device/${family}`;

onPlatform("Devices from a spreadsheet", (platform) => {
  const heads = ["设备名称", "Nickname", "unit", "Sampling point code", "标签", "Latitude (°)", "经度 (°)"];

  async function sheetOf(rows: readonly (string | number | null)[][], head = heads): Promise<Blob> {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet("devices");
    sheet.addRow(head);
    for (const row of rows) sheet.addRow(row);
    return new Blob([await workbook.xlsx.writeBuffer()]);
  }

  async function bringIn(as: Session, file: Blob): Promise<ImportProgress> {
    const form = new FormData();
    form.append("file", file, "devices.xlsx");
    const init = { method: "POST", headers: bearer(as), body: form };
    const response = await fetch(`${platform.url}${path}/importData`, init);
    const answer = envelope.parse(await response.json());
    note(calls.import, answer.code === 200 ? "success" : "refusal");
    expect(answer).toMatchObject({ code: 200 });
    const begun = importProgress.parse(answer["data"]);
    const params = { family, id: begun.importId } as const;
    await eventually(async () => (await platform.call(calls.getImport, { params }, as)).data.state).not.toBe(
      "running",
    );
    return (await platform.call(calls.getImport, { params }, as)).data;
  }

  const fetchFile = (as: Session, name: string | null) =>
    fetch(`${platform.url}/prod-api/common/download?fileName=${name}`, { headers: bearer(as) });

  test("come in row by row, their secrets once as a file; a second run adds nothing", async () => {
    const admin = await platform.admin();
    const unitId = await platform.unit();
    await platform.db
      .insertInto("samplingPoint")
      .values({ code: "IMP-1", name: "Import", kind: "outfall", unitId })
      .execute();
    const file = await sheetOf([
      ["box-imp-1", "First", "City water", "IMP-1", "cold, east；spare", 52.1, 4.3],
      ["box-imp-2", "", "City water", "", "", null, null],
      ["box-imp-2", "", "City water", "", "", null, null],
      ["no", "", "City water", "", "", null, null],
      ["box-imp-3", "", "Nowhere", "", "", null, null],
      ["box-imp-4", "", "City water", "IMP-9", "", null, null],
      ["box-imp-5", "", "City water", "", "", 52.1, null],
    ]);
    const first = await bringIn(admin, file);
    expect(first).toMatchObject({ state: "done", read: 7, added: 2, refused: 5 });
    expect(first.faults.map((fault) => [fault.row, fault.field])).toEqual([
      [4, "deviceName"],
      [5, "deviceName"],
      [6, "unitId"],
      [8, "longitude"],
      [7, "pointCode"],
    ]);
    expect(await readXlsx(await (await fetchFile(admin, first.errorsFile)).arrayBuffer())).toHaveLength(6);

    const stranger = await platform.addUser({ unitId, roles: ["engineer"] });
    expect(await (await fetchFile(stranger, first.resultFile)).json()).toMatchObject({ code: 404 });
    const secrets = await readXlsx(await (await fetchFile(admin, first.resultFile)).arrayBuffer());
    expect(secrets).toHaveLength(3);
    expect(await (await fetchFile(admin, first.resultFile)).json()).toMatchObject({ code: 404 });
    const [productKey = "", deviceName = "", deviceSecret = ""] = (secrets[1] ?? []).map(String);
    const credentials = { id: 0, productKey, deviceName, deviceSecret };
    expect((await attemptConnect(platform.mqttUrl, credentials)).code).toBe(0);

    const input = { params: { family }, query: { keyword: "box-imp" } } as const;
    const { rows } = await platform.call(listDevices, input, admin);
    expect(rows.map((row) => [row.deviceName, row.pointName, row.tags])).toEqual([
      ["box-imp-1", "Import", ["cold", "east", "spare"]],
      ["box-imp-2", null, []],
    ]);
    const second = await bringIn(admin, file);
    expect(second).toMatchObject({ added: 0, refused: 7, resultFile: null });
  });

  test("fill a unit as far as its authorization allows, and no further", async () => {
    const unitId = await platform.addUnit("Room for two");
    await platform.db.updateTable("licence").set({ mostDevices: 2 }).where("unitId", "=", unitId).execute();
    const engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    const rows = [1, 2, 3, 4, 5].map((n) => [`box-room-${n}`, "Room for two"]);
    const done = await bringIn(engineer, await sheetOf(rows, ["deviceName", "Unit"]));
    expect(done).toMatchObject({ state: "done", added: 2, refused: 3 });
    expect(done.faults[0]).toMatchObject({ field: "unitId", message: expect.stringContaining("2") });
  });

  test("a sheet without its columns, another's import and a template are answered as they should", async () => {
    const admin = await platform.admin();
    const failed = await bringIn(admin, await sheetOf([["x"]], ["nothing"]));
    expect(failed).toMatchObject({ state: "failed", added: 0 });
    const params = { family, id: failed.importId } as const;
    expect((await platform.call(calls.cancelImport, { params }, admin)).data.state).toBe("failed");
    const unknown = { params: { family, id: "none" } };
    expect(await platform.refusal(calls.getImport, unknown, admin)).toMatchObject({ code: 404 });
    expect(await platform.refusal(calls.cancelImport, unknown, admin)).toMatchObject({ code: 404 });
    const form = { ...bearer(admin), "content-type": "application/x-www-form-urlencoded" };
    const template = await fetch(`${platform.url}${path}/importTemplate`, { method: "POST", headers: form });
    note(calls.importTemplate, "success");
    expect((await readXlsx(await template.arrayBuffer()))[0]).toContain("Device name");
    expect(await platform.refusal(calls.import, { params: { family } }, admin)).toMatchObject({ code: 400 });
    const viewer = await platform.addUser({ unitId: await platform.unit(), roles: ["viewer"] });
    expect(await platform.refusal(calls.importTemplate, { params: { family } }, viewer)).toMatchObject({
      code: 403,
    });
  });
});
