import {
  addWorkOrder,
  cancelWorkOrder,
  changeWorkOrder,
  getWorkOrder,
  listWorkOrders,
} from "@tracewater/contract/field/work-orders";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint } from "../../../../test/test-samples.ts";

onPlatform("Work orders", (platform) => {
  let unitId = 0;
  let pointId = 0;
  let operator: Session = { token: "" };
  let viewer: Session = { token: "" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    pointId = (await addPoint(platform, unitId, "NG-01")).pointId;
    operator = await platform.addUser({ unitId, roles: ["operator"] });
    viewer = await platform.addUser({ unitId, roles: ["viewer"] });
  });

  const due = Date.now() + 86_400_000;
  const given = () => ({
    ...{ title: "Clean the strainer", titleZh: "Clean the strainer", pointId, assignee: "Li Na", due },
    ...{ steps: [{ en: "Stop the pump", zh: "Stop the pump" }], note: "at the north gate" },
  });
  const read = async (id: number) => (await platform.call(getWorkOrder, { params: { id } }, viewer)).data;

  test("hold what is to be done where, by whom and until when, and are found by it", async () => {
    const { data } = await platform.call(addWorkOrder, { body: given() }, operator);
    expect(data.orderNo).toMatch(/^WO-\d{6}-\d{4}$/);
    expect(await read(data.id)).toMatchObject({
      ...{ ...given(), state: "draft", source: "hand", pointCode: "NG-01", unitName: "North", assayId: null },
    });
    const query = { keyword: "strainer", state: "draft" as const, orderByColumn: "due" as const };
    const { rows, total } = await platform.call(listWorkOrders, { query }, viewer);
    expect([total, rows[0]?.orderNo]).toEqual([1, data.orderNo]);
  });

  test("name a point or a device of one's own; what is missing is reported by its field", async () => {
    const refused = (more: object) =>
      platform.refusal(addWorkOrder, { body: { ...given(), ...more } }, operator);
    for (const [more, field] of [
      [{ pointId: null }, "pointId"],
      [{ pointId: 999_999 }, "pointId"],
      [{ deviceId: 999_999 }, "deviceId"],
      [{ title: " " }, "title"],
      [{ steps: [{ en: "", zh: "x" }] }, "steps.0.en"],
    ] as const) {
      expect(await refused(more)).toMatchObject({ code: 400, errors: [{ field }] });
    }
    expect(await platform.refusal(addWorkOrder, { body: given() }, viewer)).toMatchObject({ code: 403 });
    const device = await platform.addDevice({ unitId });
    const atDevice = { ...given(), pointId: null, deviceId: device.id };
    const { data } = await platform.call(addWorkOrder, { body: atDevice }, operator);
    expect(await read(data.id)).toMatchObject({ deviceName: device.deviceName, unitName: "North" });
  });

  test("are changed as drafts alone; who cancels one says why, and it stays", async () => {
    const { data } = await platform.call(addWorkOrder, { body: given() }, operator);
    const changed = { ...given(), orderId: data.id, assignee: "Wang Wei" };
    await platform.call(changeWorkOrder, { body: changed }, operator);
    expect((await read(data.id)).assignee).toBe("Wang Wei");
    const cancel = { body: { orderId: data.id, reason: "done already" } };
    expect(
      await platform.refusal(cancelWorkOrder, { body: { ...cancel.body, reason: " " } }, operator),
    ).toMatchObject({ errors: [{ field: "reason" }] });
    await platform.call(cancelWorkOrder, cancel, operator);
    expect(await read(data.id)).toMatchObject({ state: "cancelled", stateReason: "done already" });
    expect(await platform.refusal(changeWorkOrder, { body: changed }, operator)).toMatchObject({ code: 500 });
    expect(await platform.refusal(cancelWorkOrder, cancel, operator)).toMatchObject({ code: 500 });
  });
});
