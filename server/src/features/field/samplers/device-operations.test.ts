import { listDeviceOperations } from "@tracewater/contract/field/samplers";
import { callService } from "@tracewater/contract/fleet/commands";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("What was done to a device", (platform) => {
  test("is reported with what it replied, and nothing of another device", async () => {
    const device = await platform.connectNew();
    await platform.addDevice();
    const { id, deviceName } = device.credentials;
    const admin = await platform.admin();
    const params = { family: "waterSample" as const, service: "grab" };
    const body = { params: { volume: 200 } };
    await platform.call(callService, { params, query: { deviceName }, body }, admin);
    const { id: asked } = await device.downlink("thing/service/grab");
    device.send("thing/service/grab_reply", { id: asked, code: 200, data: { index: 3 } });
    const list = async () => platform.call(listDeviceOperations, { params: { id } }, admin);
    await eventually(async () => (await list()).rows[0]).toMatchObject({
      ...{ title: "Send a command", operName: "admin", status: "0" },
      command: { id: asked, identifier: "grab", state: "replied", code: 200, reply: { index: 3 } },
    });
    const { rows, total } = await list();
    expect(rows.map((row) => row.call)).toEqual(["callService", "addDevice"]);
    expect([total, rows[1]?.command]).toEqual([2, null]);
    const paged = { params: { id }, query: { pageNum: 2, pageSize: 1 } };
    expect((await platform.call(listDeviceOperations, paged, admin)).rows).toMatchObject([
      { call: "addDevice" },
    ]);
    const foreign = await platform.addUser({ unitId: await platform.addUnit("F2"), roles: ["engineer"] });
    expect(await platform.refusal(listDeviceOperations, { params: { id } }, foreign)).toMatchObject({
      code: 404,
    });
  });
});
