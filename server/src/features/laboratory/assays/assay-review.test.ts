import { addAssays, changeAssay, reviewAssays, supersedeAssay } from "@tracewater/contract/laboratory/assays";
import { addApiKey } from "@tracewater/contract/system/api-keys";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { assayWorld, toBody } from "../../../../test/test-assays.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Water assays under review", (platform) => {
  const { at, analyst, reviewer, both, foreign, cocaine, enterOne, read, submit, approve } =
    assayWorld(platform);

  test("are reviewed by another person than any who entered them", async () => {
    const { assayId } = await enterOne();
    // A second person who wrote a number of it is no reviewer of it either.
    const figures = { assayId, value: "0.36", loq: "0.005", lod: null, uncertainty: null, recovery: null };
    await platform.call(changeAssay, { body: figures }, both);
    const decision = { body: { ids: [assayId], decision: "approve" as const } };
    expect(await platform.refusal(reviewAssays, decision, reviewer)).toMatchObject({
      code: 500,
      msg: expect.stringContaining("is draft"),
    });
    await submit(assayId);
    expect(await platform.refusal(reviewAssays, decision, analyst)).toMatchObject({ code: 403 });
    expect(await platform.refusal(reviewAssays, decision, both)).toMatchObject({
      code: 500,
      msg: expect.stringContaining("You entered"),
    });
    expect(await platform.refusal(reviewAssays, decision, foreign)).toMatchObject({ code: 404 });
    await approve([assayId]);
    expect(await read(assayId)).toMatchObject({
      ...{ state: "approved", analyst: expect.any(String), reviewer: reviewer.userName },
      reviewedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
    });
    // The database itself keeps the rule.
    const own = platform.db
      .updateTable("assay")
      .set({ analystIds: sql`array_append(analyst_ids, reviewer_id)` })
      .where("id", "=", assayId)
      .execute();
    await expect(own).rejects.toThrow(/check constraint/);
  });

  test("are not reviewed by anyone who made the key that entered them, though it acts for a service account", async () => {
    const boss = await platform.addUser({ unitId: at.unitId, roles: ["unitAdmin"] });
    const service = await platform.addServiceAccount({ unitId: at.unitId, roles: ["analyst"] });
    const permissions = ["add", "edit", "list"].map((verb) => `laboratory:assay:${verb}`);
    const body = { name: "Instrument", days: 1, permissions, userId: service.id };
    const { data } = await platform.call(addApiKey, { body }, boss);
    const { assayId } = await enterOne(cocaine, { token: data.key });
    await submit(assayId);
    const decision = { body: { ids: [assayId], decision: "approve" as const } };
    expect(await platform.refusal(reviewAssays, decision, boss)).toMatchObject({
      ...{ code: 500, msg: expect.stringContaining("You entered") },
    });
    await approve([assayId]);
    expect(await read(assayId)).toMatchObject({ state: "approved", analyst: service.userName });
  });

  test("go back to their analyst, or are rejected, with a reason; nothing of it is lost", async () => {
    const { assayId, bodyCode } = await enterOne();
    await submit(assayId);
    const back = { ids: [assayId], decision: "return" as const };
    expect(await platform.refusal(reviewAssays, { body: back }, reviewer)).toMatchObject({
      code: 400,
      errors: [{ field: "reason" }],
    });
    await platform.call(reviewAssays, { body: { ...back, reason: "recovery is missing" } }, reviewer);
    expect(await read(assayId)).toMatchObject({ state: "draft", reviewNote: "recovery is missing" });
    await submit(assayId);
    const no = { ids: [assayId], decision: "reject" as const, reason: "the blank was dirty" };
    await platform.call(reviewAssays, { body: no }, reviewer);
    expect(await read(assayId)).toMatchObject({ state: "rejected", value: "0.3400", flag: "quantified" });
    // What was rejected leaves room for another measurement.
    const again = toBody({ bodyCode }, [cocaine]) as never;
    const { data } = await platform.call(addAssays, { body: again }, analyst);
    expect(data.ids).toHaveLength(1);
  });

  test("are superseded with a reason once approved; the old one counts until the new one is approved", async () => {
    const { assayId, bodyCode } = await enterOne();
    await submit(assayId);
    await approve([assayId]);
    const figures = { assayId, value: "0.3100", loq: "0.005", lod: null, uncertainty: null, recovery: null };
    expect(await platform.refusal(changeAssay, { body: figures }, analyst)).toMatchObject({
      code: 500,
      msg: expect.stringContaining("Supersede them with a reason"),
    });
    const same = toBody({ bodyCode }, [cocaine]);
    expect(await platform.refusal(addAssays, { body: same }, analyst)).toMatchObject({ code: 409 });
    const asked = { ...figures, reason: "" };
    expect(await platform.refusal(supersedeAssay, { body: asked }, analyst)).toMatchObject({
      code: 400,
      errors: [{ field: "reason" }],
    });
    const { data } = await platform.call(
      supersedeAssay,
      { body: { ...asked, reason: "integration" } },
      analyst,
    );
    const body = { ...asked, reason: "once more" };
    expect(await platform.refusal(supersedeAssay, { body }, analyst)).toMatchObject({ code: 409 });
    expect(await read(assayId)).toMatchObject({ state: "approved", supersededBy: data.id });
    await submit(data.id);
    await approve([data.id]);
    expect(await read(assayId)).toMatchObject({ state: "superseded", value: "0.3400" });
    expect(await read(data.id)).toMatchObject({
      ...{ state: "approved", value: "0.3100", supersedes: assayId, reason: "integration" },
    });
  });
});
