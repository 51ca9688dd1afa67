import {
  confirmEntrustment,
  decideEntrustment,
  recuseFromEntrustment,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import {
  addEvidenceItem,
  approveItemDestruction,
  recordItemEvent,
} from "@tracewater/contract/evidence/items";
import { expect, test } from "vitest";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("A person who is recused from an entrustment", (platform) => {
  const world = evidenceWorld(platform);
  const { at, custodian, second, analystA, analystB, reviewer, boss } = world;
  const ground = "Related to a party";
  const recuse = (entrustmentId: number, userId: number, replacementId: number | null = null) =>
    platform.ask(recuseFromEntrustment, { body: { entrustmentId, userId, ground, replacementId } }, boss);

  test("can examine, approve, receive and sign nothing of it, through any call, and is offered nothing", async () => {
    const third = await platform.addUser({ unitId: at.unitId, roles: ["analyst"] });
    const { id, itemId } = await world.begin();
    await world.pass(itemId, custodian, analystA);
    await world.record(itemId, { step: "destroy", authority: "Order 1" }, analystA);
    expect((await recuse(id, analystA.id)).body).toMatchObject({
      code: 400,
      errors: [{ field: "replacementId" }],
    });
    expect((await recuse(id, analystA.id, reviewer.id)).body).toMatchObject({
      ...{ code: 400, errors: [{ field: "replacementId" }] },
    });
    expect((await recuse(id, analystA.id, third.id)).body).toMatchObject({ code: 200 });
    expect((await recuse(id, analystA.id, third.id)).body).toMatchObject({
      code: 400,
      errors: [{ field: "userId" }],
    });
    const found = await world.read(id);
    expect(found).toMatchObject({
      firstExaminer: { userId: third.id },
      recused: [{ userId: analystA.id, ground }],
    });
    const sentence = "You are recused from entrustment";
    const events = (await world.track(id)).events.length;
    const steps = [
      "receive",
      "test",
      "takeOut",
      "return",
      "audit",
      "seal",
      "split",
      "destroy",
      "collect",
    ] as const;
    for (const step of steps)
      expect(
        (await platform.refusal(recordItemEvent, { body: { itemId, step } }, analystA)).msg,
        step,
      ).toContain(sentence);
    for (const step of ["submit", "start", "report", "return", "close"] as const)
      expect(
        (
          await platform.refusal(
            stepEntrustment,
            { body: { entrustmentId: id, step, reportNo: "R" } },
            analystA,
          )
        ).msg,
      ).toContain(sentence);
    const item = { entrustmentId: id, name: "Bag", quantity: 1 };
    const registering = await platform.ask(addEvidenceItem, { body: item }, analystA);
    expect([403, 500]).toContain(registering.body.code);
    for (const side of ["client", "institution"] as const)
      expect(
        (
          await platform.refusal(
            confirmEntrustment,
            { body: { entrustmentId: id, side, person: "J" } },
            analystA,
          )
        ).msg,
      ).toContain(sentence);
    expect(await world.read(id, analystA)).toMatchObject({
      may: { steps: [], decide: false, confirmClient: false },
    });
    expect((await world.track(id)).events).toHaveLength(events);
    // What they still hold they give away, and nobody gives it to them.
    await world.record(itemId, { step: "handover", toUserId: second.id }, analystA);
    await world.record(itemId, { step: "receive", place: "Store" }, second);
    const back = { body: { itemId, step: "handover" as const, toUserId: analystA.id } };
    expect(await platform.refusal(recordItemEvent, back, second)).toMatchObject({
      ...{ code: 400, errors: [{ field: "toUserId" }] },
    });
    const chain = await world.track(id);
    expect(chain.events.find(({ condition }) => condition === "recused")).toMatchObject({ note: ground });
  });

  test("cannot decide on it, approve a destruction or be named its examiner", async () => {
    const other = await platform.addUser({ unitId: at.unitId, roles: ["unitAdmin"] });
    const { id } = await world.entrust();
    const { id: itemId } = await world.register(id);
    await world.record(itemId, { step: "destroy", authority: "Order 2" }, custodian);
    await world.step(id, "submit", custodian);
    for (const person of [other, analystB])
      expect((await recuse(id, person.id)).body).toMatchObject({ code: 200 });
    const decision = { entrustmentId: id, decision: "accepted" as const, ...world.staff() };
    expect((await platform.refusal(decideEntrustment, { body: decision }, other)).msg).toContain(
      "You are recused",
    );
    expect((await platform.refusal(approveItemDestruction, { body: { itemId } }, other)).msg).toContain(
      "You are recused",
    );
    expect(await platform.refusal(decideEntrustment, { body: decision }, boss)).toMatchObject({
      ...{ code: 400, errors: [{ field: "secondExaminerId" }] },
    });
    const again = { entrustmentId: id, userId: boss.id, ground };
    expect((await platform.refusal(recuseFromEntrustment, { body: again }, other)).msg).toContain(
      "You are recused",
    );
  });
});
