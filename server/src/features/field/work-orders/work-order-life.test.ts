import {
  acceptWorkOrder,
  arriveAtWorkOrder,
  dispatchWorkOrder,
  finishWorkOrder,
  listWorkOrderAssignees,
  returnWorkOrder,
  tickWorkOrderStep,
  verifyWorkOrder,
} from "@tracewater/contract/field/work-order-steps";
import {
  addWorkOrder,
  cancelWorkOrder,
  getWorkOrder,
  listWorkOrders,
} from "@tracewater/contract/field/work-orders";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint } from "../../../../test/test-samples.ts";

onPlatform("The life of a work order", (platform) => {
  type Person = Session & { id: number; userName: string };
  let unitId = 0;
  let pointId = 0;
  let olga: Person;
  let other: Person;
  let head: Person;

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    pointId = (await addPoint(platform, unitId, "NL-01")).pointId;
    olga = await platform.addUser({ unitId, roles: ["operator"], userName: "life-olga" });
    other = await platform.addUser({ unitId, roles: ["operator"], userName: "life-other" });
    head = await platform.addUser({ unitId, roles: ["unitAdmin"], userName: "life-head" });
  });

  const draft = async () => {
    const steps = [
      { en: "Stop the pump", zh: "停泵" },
      { en: "Clean it", zh: "清洗" },
    ];
    const body = { title: "Clean the strainer", titleZh: "清洗滤网", pointId, steps };
    return (await platform.call(addWorkOrder, { body }, olga)).data.id;
  };
  const read = (id: number) => platform.call(getWorkOrder, { params: { id } }, head);
  const stateOf = async (id: number) => (await read(id)).data.state;
  const dispatch = (orderId: number, to = olga) =>
    platform.call(dispatchWorkOrder, { body: { orderId, assigneeId: to.id } }, head);
  const onSite = async () => {
    const orderId = await draft();
    await dispatch(orderId);
    await platform.call(acceptWorkOrder, { body: { orderId } }, olga);
    await platform.call(arriveAtWorkOrder, { body: { orderId } }, olga);
    return orderId;
  };
  const tick = (orderId: number, step: number, done = true) =>
    platform.call(tickWorkOrderStep, { body: { orderId, step, done } }, olga);

  test("leads from the draft to its verification, and each step is kept with who took it", async () => {
    const orderId = await draft();
    const { data: people } = await platform.call(listWorkOrderAssignees, { params: { id: orderId } }, head);
    expect(people).toContainEqual(expect.objectContaining({ userId: olga.id, openOrders: 0 }));
    const due = Date.now() + 3_600_000;
    const body = { orderId, assigneeId: olga.id, due, note: "before noon" };
    await platform.call(dispatchWorkOrder, { body }, head);
    const mine = { query: { mine: "1" as const, open: "1" as const } };
    expect((await platform.call(listWorkOrders, mine, olga)).rows).toMatchObject([
      { orderId, state: "dispatched", assignee: "life-olga", assigneeId: olga.id, due },
    ]);
    expect((await platform.call(listWorkOrders, mine, other)).rows).toEqual([]);
    await platform.call(acceptWorkOrder, { body: { orderId } }, olga);
    await platform.call(arriveAtWorkOrder, { body: { orderId } }, olga);
    await Promise.all([tick(orderId, 1), tick(orderId, 0)]);
    await platform.call(finishWorkOrder, { body: { orderId } }, olga);
    await platform.call(verifyWorkOrder, { body: { orderId, note: "looked at it" } }, head);
    const { data, events } = await read(orderId);
    expect(data).toMatchObject({ state: "verified", ticked: [0, 1] });
    expect(events.map(({ state, by, note }) => [state, by, note])).toEqual([
      ["dispatched", "life-head", "before noon"],
      ["accepted", "life-olga", ""],
      ["onSite", "life-olga", ""],
      ["done", "life-olga", ""],
      ["verified", "life-head", "looked at it"],
    ]);
    expect((await platform.call(listWorkOrders, mine, olga)).rows).toEqual([]);
  });

  test("refuses a step out of order, and the order stays as it was", async () => {
    const orderId = await draft();
    const body = { orderId };
    for (const [call, input] of [
      [acceptWorkOrder, { body }],
      [arriveAtWorkOrder, { body }],
      [finishWorkOrder, { body: { orderId, note: "x" } }],
      [tickWorkOrderStep, { body: { orderId, step: 0, done: true } }],
    ] as const) {
      expect(await platform.refusal(call, input as never, olga)).toMatchObject({ code: 500 });
    }
    expect(await platform.refusal(verifyWorkOrder, { body }, head)).toMatchObject({ code: 500 });
    expect(await platform.refusal(returnWorkOrder, { body: { orderId, reason: "x" } }, head)).toMatchObject({
      code: 500,
    });
    const { data, events } = await read(orderId);
    expect([data.state, data.ticked, events]).toEqual(["draft", [], []]);
  });

  test("goes to people of its unit who may carry it out: anyone else is refused at the field", async () => {
    const orderId = await draft();
    const south = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["operator"] });
    const viewer = await platform.addUser({ unitId, roles: ["viewer"] });
    const admin = await platform.admin();
    for (const assigneeId of [south.id, viewer.id, 999_999]) {
      const refused = await platform.refusal(dispatchWorkOrder, { body: { orderId, assigneeId } }, admin);
      expect(refused).toMatchObject({ code: 400, errors: [{ field: "assigneeId" }] });
    }
    const { data } = await platform.call(listWorkOrderAssignees, { params: { id: orderId } }, admin);
    const listed = data.map(({ userId }) => userId);
    expect([listed.includes(olga.id), listed.includes(south.id), listed.includes(viewer.id)]).toEqual([
      true,
      false,
      false,
    ]);
    const found = { params: { id: orderId }, query: { keyword: "life-oth" } };
    expect((await platform.call(listWorkOrderAssignees, found, head)).data).toMatchObject([
      { userId: other.id },
    ]);
    const refused = await platform.refusal(
      dispatchWorkOrder,
      { body: { orderId, assigneeId: olga.id } },
      olga,
    );
    expect(refused).toMatchObject({ code: 403 });
    expect(await stateOf(orderId)).toBe("draft");
  });

  test("is its assignee's: a colleague takes no step of it, and it can be given to them instead", async () => {
    const orderId = await draft();
    await dispatch(orderId);
    expect(await platform.refusal(acceptWorkOrder, { body: { orderId } }, other)).toMatchObject({
      code: 500,
    });
    await dispatch(orderId, other);
    await platform.call(acceptWorkOrder, { body: { orderId } }, other);
    expect(await stateOf(orderId)).toBe("accepted");
  });

  test("is completed with every step ticked off, or with a reason", async () => {
    const orderId = await onSite();
    await tick(orderId, 0);
    await tick(orderId, 1);
    await tick(orderId, 1, false);
    const wrong = { body: { orderId, step: 2, done: true } };
    expect(await platform.refusal(tickWorkOrderStep, wrong, olga)).toMatchObject({
      errors: [{ field: "step" }],
    });
    expect(await platform.refusal(finishWorkOrder, { body: { orderId } }, olga)).toMatchObject({
      errors: [{ field: "note" }],
    });
    await platform.call(finishWorkOrder, { body: { orderId, note: "no water today" } }, olga);
    expect((await read(orderId)).data).toMatchObject({ state: "done", ticked: [0] });
  });

  test("is verified by someone other than its assignee, or goes back to them with a reason", async () => {
    const orderId = await onSite();
    const engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    await dispatchable(orderId, engineer);
    const verify = { body: { orderId } };
    expect(await platform.refusal(verifyWorkOrder, verify, engineer)).toMatchObject({ code: 500 });
    await platform.call(returnWorkOrder, { body: { orderId, reason: "still dirty" } }, head);
    const { data } = await read(orderId);
    expect([data.state, data.stateReason]).toEqual(["accepted", "still dirty"]);
  });

  /** Another one of the same kind, done by this person. */
  async function dispatchable(orderId: number, by: Person): Promise<void> {
    await platform.db.updateTable("workOrder").set({ assigneeId: by.id }).where("id", "=", orderId).execute();
    await platform.call(finishWorkOrder, { body: { orderId, note: "done" } }, by);
  }

  test("is canceled before it is done, once dispatched only by those who dispatch", async () => {
    const orderId = await draft();
    await dispatch(orderId);
    const cancel = { body: { orderId, reason: "no longer needed" } };
    expect(await platform.refusal(cancelWorkOrder, cancel, olga)).toMatchObject({ code: 500 });
    await platform.call(cancelWorkOrder, cancel, head);
    expect(await stateOf(orderId)).toBe("cancelled");
    expect(await platform.refusal(cancelWorkOrder, cancel, head)).toMatchObject({ code: 500 });
  });
});
