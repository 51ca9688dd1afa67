import {
  addAssayBatch,
  addControlResults,
  assignAssayBatch,
} from "@tracewater/contract/laboratory/analytical-batches";
import { addAssays, reviewAssays, submitAssays } from "@tracewater/contract/laboratory/assays";
import { computeLoads, getLoad, listLoads } from "@tracewater/contract/laboratory/loads";
import {
  getMethodUncertainty,
  setMethodUncertainty,
} from "@tracewater/contract/laboratory/method-uncertainty";
import { addProficiencyResult } from "@tracewater/contract/laboratory/proficiency-rounds";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Uncertainty of a method", (platform) => {
  let unitId = 0;
  let analyst: Session = { token: "" };
  let reviewer: Session = { token: "" };
  let foreign: Session = { token: "" };
  const about = { instrument: "LC 1", method: "M 1" };
  const day = Date.parse("2026-03-05T08:00:00Z");

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] });
  });

  const read = async () => {
    const query = { unitId, analyte: "mdma" as const, ...about };
    return (await platform.call(getMethodUncertainty, { query }, analyst)).data;
  };
  const put = { analyte: "mdma" as const, ...about, reason: "charts of 2026" };

  test("comes of control materials, recoveries and rounds, and loads use it from then on", async () => {
    const { data } = await platform.call(
      addAssayBatch,
      { body: { batchNo: "U-1", unitId, ...about, runAt: day } },
      analyst,
    );
    const batchId = data.id;
    expect(await read()).toMatchObject({ calculated: null, gap: "fewControls", inForce: null });
    const controls = ["0.9", "1.1", "0.9", "1.1", "0.9", "1.1", "0.9", "1.1", "0.9", "1.1"];
    const results = controls.map((value) => ({ kind: "control", analyte: "mdma", material: "QC", value }));
    await platform.call(addControlResults, { body: { batchId, results } as never }, analyst);
    expect(await read()).toMatchObject({ calculated: null, gap: "noBias", controls: 10 });
    const refused = await platform.refusal(setMethodUncertainty, { body: { unitId, ...put } }, analyst);
    expect(refused).toMatchObject({ code: 500 });
    const spike = { kind: "spike", analyte: "mdma", native: "1", spiked: "1.9", added: "1" };
    await platform.call(addControlResults, { body: { batchId, results: [spike] } as never }, analyst);
    await platform.call(
      addProficiencyResult,
      {
        body: {
          ...{ provider: "SCORE", round: "2025", analyte: "mdma", heldOn: "2025-11-03", source: "report" },
          ...{ assigned: "1", sigma: "0.2", value: "1.06" },
        },
      },
      analyst,
    );
    const { calculated } = await read();
    // s = sqrt(10 x 0.1^2 / 9); sqrt((0.1^2 + 0.06^2) / 2)
    expect(calculated?.within).toBeCloseTo(10.54, 2);
    expect(calculated?.bias).toBeCloseTo(8.25, 2);
    expect(calculated?.standard).toBeCloseTo(13.39, 1);

    await platform.call(setMethodUncertainty, { body: { unitId, ...put } }, analyst);
    expect((await read()).inForce).toMatchObject({ ...calculated, reason: "charts of 2026" });
    const other = { body: { unitId, ...put } };
    expect(await platform.refusal(setMethodUncertainty, other, foreign)).toMatchObject({ code: 404 });

    const pointId = await addResult(batchId);
    await platform.call(
      computeLoads,
      { body: { pointId, from: "2026-03-01", until: "2026-03-31" } },
      analyst,
    );
    const { rows } = await platform.call(listLoads, { query: { pointId } }, analyst);
    // The result states no uncertainty: sampling 10 %, flow 20 %, population 20 %, and that of its method.
    expect(rows[0]?.expanded).toBeCloseTo(2 * Math.hypot(10, 20, 20, calculated?.standard ?? 0), 1);
    const load = await platform.call(getLoad, { params: { id: rows[0]?.loadId ?? 0 } }, analyst);
    expect(load.data).toMatchObject({ isSame: true, uncertainty: { bias: calculated?.bias } });
  });

  /** An approved result of the batch without an uncertainty of its own. */
  async function addResult(batchId: number): Promise<number> {
    const { db } = platform;
    const { id: pointId } = await db
      .insertInto("samplingPoint")
      .values({
        ...{ code: "U-IN", name: "Inlet", kind: "plantInlet", unitId, designFlow: 1000, population: 2000 },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("bottle").values({ bodyCode: "U4000", unitId }).execute();
    const result = { analyte: "mdma", value: "0.5", loq: "0.005" };
    const body = {
      bodyCode: "U4000",
      sampledOn: "2026-03-05",
      pointCode: "U-IN",
      results: [result],
    } as never;
    const { ids } = (await platform.call(addAssays, { body }, analyst)).data;
    await platform.call(assignAssayBatch, { body: { ids, batchId } }, analyst);
    await platform.call(submitAssays, { body: { ids } }, analyst);
    await platform.call(reviewAssays, { body: { ids, decision: "approve", reason: "reviewed" } }, reviewer);
    return pointId;
  }
});
