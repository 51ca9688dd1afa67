import { addEntrustment, stepEntrustment } from "@tracewater/contract/evidence/entrustments";
import {
  addEvidenceItem,
  approveItemDestruction,
  recordItemEvent,
} from "@tracewater/contract/evidence/items";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { submitAssays } from "@tracewater/contract/laboratory/assays";
import { addPlan, approvePlan } from "@tracewater/contract/laboratory/plans";
import { addSampling } from "@tracewater/contract/laboratory/samplings";
import { getWaitingWork } from "@tracewater/contract/operations/waiting-work";
import { expect, test } from "vitest";
import { assayWorld } from "../../../../test/test-assays.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const day = 86_400_000;

onPlatform("Waiting work", (platform) => {
  const { at, analyst, reviewer, both, viewer, foreign, enter } = assayWorld(platform);
  const waiting = async (as: Session) => (await platform.call(getWaitingWork, {}, as)).data;
  const nothing = { count: 0, since: null };

  test("counts results in review for reviewers, without those that they measured themselves", async () => {
    for (const by of [analyst, both]) {
      const entered = await enter(undefined, by);
      await platform.call(submitAssays, { body: { ids: entered.map((one) => one.assayId) } }, by);
    }
    expect((await waiting(reviewer)).reviews).toMatchObject({ count: 2, since: expect.any(Number) });
    expect((await waiting(both)).reviews).toMatchObject({ count: 1 });
    expect((await waiting(foreign)).reviews).toEqual(nothing);
    expect((await waiting(analyst)).reviews).toBeNull();
  });

  test("counts samples that no laboratory has received in time, the oldest first", async () => {
    const operator = await platform.addUser({ unitId: at.unitId, roles: ["operator"] });
    const take = async (bodyCode: string, days: number) => {
      const ended = Date.now() - days * day;
      const body = { kind: "grab" as const, pointId: at.pointId, bodyCode, samplerPerson: "Li Na" };
      await platform.call(addSampling, { body: { ...body, began: ended, ended, volume: 500 } }, operator);
      return ended;
    };
    const before = (await waiting(operator)).overdueSamples;
    await take("B-fresh", 1);
    expect((await waiting(operator)).overdueSamples).toEqual(before);
    await take("B-old", 3);
    const oldest = await take("B-older", 5);
    const { overdueSamples } = await waiting(operator);
    expect(overdueSamples).toEqual({ count: (before?.count ?? 0) + 2, since: oldest });
    expect((await waiting(viewer)).overdueSamples).toEqual(overdueSamples);
    expect((await waiting(foreign)).overdueSamples).toEqual(nothing);
  });

  test("counts drafts of sampling plans for who may approve them, and not for their author", async () => {
    const [author, approver] = [
      await platform.addUser({ unitId: at.unitId, roles: ["engineer"] }),
      await platform.addUser({ unitId: at.unitId, roles: ["engineer"] }),
    ];
    const body = {
      ...{ name: "Weekdays", pointId: at.pointId, deviceId: null, purpose: "routine", mode: "ctcv" },
      ...{ startsAt: Date.now(), endsAt: Date.now() + 30 * day, zone: "Asia/Shanghai", intervalMin: 15 },
      ...{ aliquot: 200, bottles: 24, days: ["mon"], analytes: ["cocaine"], preservative: "none" },
      ...{ holdingHours: 48, note: "" },
    } as never;
    const { id: planId } = (await platform.call(addPlan, { body }, author)).data;
    expect((await waiting(author)).plans).toEqual(nothing);
    expect((await waiting(approver)).plans).toMatchObject({ count: 1 });
    expect((await waiting(viewer)).plans).toBeNull();
    await platform.call(approvePlan, { body: { planId } }, approver);
    expect((await waiting(approver)).plans).toEqual(nothing);
  });

  test("counts filled bottles in samplers, deliveries on their way here and requests for accounts, for whom they concern", async () => {
    const operator = await platform.addUser({ unitId: at.unitId, roles: ["operator"] });
    const admin = await platform.admin();
    const { id: deviceId } = await platform.addDevice({ unitId: at.unitId, deviceName: "WAIT-1" });
    const before = (await waiting(operator)).bottles?.count ?? 0;
    const put = async (bodyCode: string, state: "inSampler" | "filled", slot: number) => {
      const { id: bottleId } = await platform.db
        .insertInto("bottle")
        .values({ bodyCode, unitId: at.unitId, state })
        .returning("id")
        .executeTakeFirstOrThrow();
      const place = { deviceId, slot, bottleId, since: new Date(slot * 1000), putBy: "somebody" };
      await platform.db.insertInto("bottlePlace").values(place).execute();
    };
    await put("W-empty", "inSampler", 1);
    await put("W-full", "filled", 2);
    expect((await waiting(operator)).bottles).toEqual({ count: before + 1, since: 2000 });
    expect((await waiting(foreign)).bottles).toEqual(nothing);

    const south = await platform.addUnit("South laboratory");
    const receiver = await platform.addUser({ unitId: south, roles: ["analyst"] });
    const delivery = { deliveryNo: "W-1", unitId: at.unitId, toUnitId: south, madeBy: "somebody" };
    await platform.db
      .insertInto("sampleDelivery")
      .values({ ...delivery, state: "inTransit", handedAt: new Date(5000) })
      .execute();
    expect((await waiting(receiver)).deliveries).toEqual({ count: 1, since: 5000 });
    expect((await waiting(analyst)).deliveries).toEqual(nothing);
    expect((await waiting(viewer)).deliveries).toBeNull();

    expect((await waiting(admin)).accountRequests).toEqual(nothing);
    expect((await waiting(operator)).accountRequests).toBeNull();
  });

  test("counts of evidence what the caller has to receive, to decide on and to approve, and boxes that are overdue", async () => {
    const own = await platform.addUnit("Evidence centre");
    const of = (role: string) => platform.addUser({ unitId: own, roles: [role] });
    const [custodian, second, approver] = [
      await of("custodian"),
      await of("custodian"),
      await of("unitAdmin"),
    ];
    const before = await waiting(second);
    expect([before.handovers, before.overdueReturns, before.decisions, before.disposals]).toEqual([
      ...[nothing, { ...nothing, deviceId: null, deviceName: null }, null, null],
    ]);
    const workTypes = ["other" as const];
    const letter = { unitId: own, clientName: "Court", matters: "?", workTypes };
    const entrustmentId = (await platform.call(addEntrustment, { body: letter }, custodian)).data.id;
    const itemOf = async (name: string) => {
      const body = { entrustmentId, name, quantity: 1 };
      return (await platform.call(addEvidenceItem, { body }, custodian)).data.id;
    };
    const [offered, spare] = [await itemOf("Phone"), await itemOf("Bag")];
    await platform.call(stepEntrustment, { body: { entrustmentId, step: "submit" } }, custodian);
    const handover = { itemId: offered, step: "handover" as const, toUserId: second.id };
    await platform.call(recordItemEvent, { body: handover }, custodian);
    const destroy = { itemId: spare, step: "destroy" as const, authority: "Order 3" };
    await platform.call(recordItemEvent, { body: destroy }, custodian);
    const { id: deviceId, deviceName } = await platform.addDevice({ unitId: own, family: "evidenceBox" });
    const kept = {
      unitId: own,
      deviceName,
      undertaker: "City police",
      place: "Station 3",
      purpose: "Search",
    };
    for (const [undertakingNo, dueOn] of [
      ["W-1", "2026-03-02"],
      ["W-2", "2026-03-05"],
      ["W-3", "2999-01-01"],
    ] as const) {
      const body = { ...kept, undertakingNo, beginsOn: "2026-03-01", dueOn };
      await platform.call(undertakings.calls.add, { body }, custodian);
    }
    const one = { count: 1, since: null };
    expect(await waiting(second)).toMatchObject({
      handovers: one,
      overdueReturns: { count: 2, since: Date.parse("2026-03-03T00:00:00+08:00"), deviceId, deviceName },
    });
    expect((await waiting(custodian)).handovers).toEqual(nothing);
    expect(await waiting(approver)).toMatchObject({ decisions: one, disposals: one });
    expect(await waiting(foreign)).toMatchObject({ decisions: nothing, disposals: nothing });
    await platform.call(approveItemDestruction, { body: { itemId: spare } }, approver);
    expect((await waiting(approver)).disposals).toEqual(nothing);
  });

  test("is refused without a session", async () => {
    expect(await platform.refusal(getWaitingWork, {}, null)).toMatchObject({ code: 401 });
  });
});
