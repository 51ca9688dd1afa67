import { sampleEnvStatusLog, sampleModeLog, sampleSettingLog } from "@tracewater/contract/fleet/group-logs";
import { getProduct, listProducts } from "@tracewater/contract/fleet/products";
import { expect, test } from "vitest";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

const at = Date.UTC(2026, 4, 11, 7, 20);
const root = "/prod-api/v2/admin/device/waterSample";

const logs = [
  ["sampleModeMessage", "sampleModeMessage", sampleModeLog.calls, { mode: 1 }],
  ["sampleSettingMessage", "sampleSettingMessage", sampleSettingLog.calls, { aliquot: 50 }],
  ["sampleEnvStatusMessage/v2.1", "sampleEnvStatusMessage", sampleEnvStatusLog.calls, { boxTemp: 4.2 }],
] as const;

onPlatform("A water sampler's own log paths", (platform) => {
  test.each(logs)(
    "%s is the log of its group, and a sheet under export/%s",
    async (path, sheet, calls, received) => {
      const device = await platform.connect(await platform.addDevice());
      const { deviceName } = device.credentials;
      const params = Object.fromEntries(
        Object.entries(received).map(([name, value]) => [name, { value, time: at }]),
      );
      await device.post(params);
      const admin = await platform.admin();
      const listed = await fetch(`${platform.url}${root}/${path}?deviceName=${deviceName}`, {
        headers: bearer(admin),
      });
      expect(await listed.json()).toMatchObject({ code: 200, total: 1, rows: [{ at, values: received }] });
      note(calls.list, "success");
      const asked = { deviceName };
      const byGet = await fetch(`${platform.url}${root}/export/${sheet}?deviceName=${deviceName}`, {
        headers: bearer(admin),
      });
      expect(await readXlsx(await byGet.arrayBuffer())).toHaveLength(2);
      note(calls.export, "success");
      const byForm = await fetch(`${platform.url}${root}/export/${sheet}`, {
        method: "POST",
        headers: { ...bearer(admin), "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(asked),
      });
      expect(await readXlsx(await byForm.arrayBuffer())).toHaveLength(2);
      note(calls.exportByForm, "success");

      const box = await platform.addDevice({ family: "evidenceBox" });
      const ofBox = { deviceName: box.deviceName };
      expect(await platform.refusal(calls.list, { query: ofBox }, admin)).toMatchObject({ code: 404 });
      expect(await platform.refusal(calls.export, { query: ofBox }, admin)).toMatchObject({ code: 404 });
      expect(await platform.refusal(calls.exportByForm, { body: ofBox }, admin)).toMatchObject({ code: 404 });
    },
  );

  test("a sheet holds, cell by cell, what the list of its log reports", async () => {
    const device = await platform.connectNew();
    const { deviceName } = device.credentials;
    const received = (value: unknown, minutes: number) => ({ value, time: at + minutes * 60_000 });
    for (const [minutes, flow] of [
      [0, 812.4],
      [5, 0],
      [9, 1200.5],
    ] as const) {
      await device.post({
        ...{ boxTemp: received(3.9 + minutes / 10, minutes), flow: received(flow, minutes) },
        ...(minutes === 5 ? {} : { mains: received(minutes === 0 ? 1 : 0, minutes) }),
        firmware: received("=WS <2.4>", minutes),
      });
    }
    const admin = await platform.admin();
    const { list, export: sheetOf } = sampleEnvStatusLog.calls;
    const { rows } = await platform.call(list, { query: { deviceName, pageSize: 100 } }, admin);
    const found = await platform.call(listProducts, {}, admin);
    const id = found.data.find((one) => one.typeKey === "waterSample")?.productId ?? 0;
    const { model } = (await platform.call(getProduct, { params: { id } }, admin)).data;
    const properties = model.properties.filter((one) => one.group === "envStatus");
    const answer = await fetch(`${platform.url}/prod-api${sheetOf.path}?deviceName=${deviceName}`, {
      headers: { ...bearer(admin), "accept-language": "en" },
    });
    const [head = [], ...cells] = await readXlsx(await answer.arrayBuffer());
    expect([rows.length, cells.length]).toEqual([3, 3]);
    expect(head).toEqual([
      "Device time",
      "Received",
      ...properties.map(({ name, dataType }) =>
        "unit" in dataType && dataType.unit !== null ? `${name} (${dataType.unit})` : name,
      ),
    ]);
    for (const [index, row] of rows.entries()) {
      const line = cells[index] ?? [];
      expect([Date.parse(String(line[0])), Date.parse(String(line[1]))]).toEqual([
        row.at,
        Math.floor(row.receivedAt / 1000) * 1000,
      ]);
      const wanted = properties.map(({ identifier, dataType }) => {
        const value = row.values[identifier];
        if (value === undefined) return "";
        const option = "options" in dataType && dataType.options.find((one) => one.value === value);
        return option ? option.name : value;
      });
      expect(properties.map((_, column) => line[column + 2] ?? "")).toEqual(wanted);
    }
  });
});
