import { getAssay, reviewAssays } from "@tracewater/contract/laboratory/assays";
import { applyDetection } from "@tracewater/contract/laboratory/detections";
import { getWaitingWork } from "@tracewater/contract/operations/waiting-work";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { assayWorld } from "../../../../test/test-assays.ts";
import { detectionWorld } from "../../../../test/test-detections.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const minute = 60_000;

onPlatform("A control that fails after its detection was applied", (platform) => {
  const { at, analyst, reviewer, viewer, addBottle } = assayWorld(platform);
  const { oneRun, read, send } = detectionWorld(platform, at, viewer);
  const assayOf = async (id: number) => (await platform.call(getAssay, { params: { id } }, viewer)).data;

  async function applied() {
    const { device, run } = await oneRun();
    const { bodyCode } = await addBottle();
    const sampledOn = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(run.startedAt);
    const body = { detectionId: run.detectionId, bodyCode, sampledOn };
    const { ids } = (await platform.call(applyDetection, { body: body as never }, analyst)).data;
    const [first] = ids;
    if (first === undefined) throw new Error("nothing was applied");
    return { device, run, ids, first };
  }

  test("marks results in review, which are approved for a reason alone", async () => {
    const { device, run, ids, first } = await applied();
    await send(device, "qcFail", { recovery: 41 }, run.startedAt - 10 * minute);
    await eventually(async () => (await assayOf(first)).assay.isQuestioned).toBe(true);
    const { assay, doubts } = await assayOf(first);
    expect(assay).toMatchObject({ state: "inReview", qc: "failed", qcFailures: ["control"] });
    expect(doubts).toMatchObject([{ kind: "control", origin: "detector", figure: 41, confirmed: null }]);
    const body = { ids, decision: "approve" as const };
    expect(await platform.refusal(reviewAssays, { body }, reviewer)).toMatchObject({
      errors: [{ field: "reason" }],
    });
    const reason = "The standard was old; a second control passed.";
    await platform.call(reviewAssays, { body: { ...body, reason } }, reviewer);
    const after = await assayOf(first);
    expect(after.assay).toMatchObject({ isQuestioned: false, qc: "none", qcFailed: ["control"] });
    expect(after.doubts).toMatchObject([{ confirmed: { by: reviewer.userName, reason } }]);
  });

  test("calls approved ones in question once, though it is reported three times and after a restart", async () => {
    const { device, run, ids, first } = await applied();
    await platform.call(reviewAssays, { body: { ids, decision: "approve" as const } }, reviewer);
    const time = run.startedAt - 10 * minute;
    for (let times = 0; times < 3; times += 1) await send(device, "carryOver", { value: 250 }, time);
    await eventually(async () => (await assayOf(first)).assay.isQuestioned).toBe(true);
    await platform.restart();
    const again = await platform.connect(device.credentials);
    await send(again, "carryOver", { value: 250 }, time);
    expect(await read(run)).toMatchObject({ state: "applied", blank: "failed" });
    const { assay, doubts } = await assayOf(first);
    expect(assay).toMatchObject({ state: "approved", qcFailures: ["blank"] });
    expect(doubts).toMatchObject([{ kind: "blank", figure: 0.25 }]);
    const { data } = await platform.call(getWaitingWork, {}, reviewer);
    expect(data.doubts).toMatchObject({ count: ids.length, since: expect.any(Number) });
  });
});
