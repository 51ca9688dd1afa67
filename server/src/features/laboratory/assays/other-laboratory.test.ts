import type { ReplyOf } from "@tracewater/contract/call";
import { getDelivery } from "@tracewater/contract/field/sampler-bottles";
import { addAssayBatch, assignAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";
import {
  addAssays,
  getAssay,
  listAssays,
  removeAssays,
  reviewAssays,
  submitAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import { addSheetMapping, previewSheet, storeSheet } from "@tracewater/contract/laboratory/instrument-files";
import { computeLoads, listLoads } from "@tracewater/contract/laboratory/loads";
import {
  addDelivery,
  handOverDelivery,
  receiveDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { getThread } from "@tracewater/contract/laboratory/traceability";
import { beforeAll, expect, test } from "vitest";
import { sendFile } from "../../../../test/send-file.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, sealSample } from "../../../../test/test-samples.ts";

type Staff = { operator: Session; analyst: Session; reviewer: Session };

onPlatform("Results of a laboratory of another unit", (platform) => {
  const units = { plant: 0, institute: 0, third: 0 };
  const nobody = { operator: { token: "" }, analyst: { token: "" }, reviewer: { token: "" } };
  const of: Record<keyof typeof units, Staff> = { plant: nobody, institute: nobody, third: nobody };
  let point = { pointId: 0, code: "" };

  beforeAll(async () => {
    for (const name of ["plant", "institute", "third"] as const) {
      const unitId = await platform.addUnit(name);
      units[name] = unitId;
      of[name] = {
        operator: await platform.addUser({ unitId, roles: ["operator"] }),
        analyst: await platform.addUser({ unitId, roles: ["analyst"] }),
        reviewer: await platform.addUser({ unitId, roles: ["reviewer"] }),
      };
    }
    point = await addPoint(platform, units.plant);
    const design = { designFlow: 1000, population: 1000 };
    await platform.db.updateTable("samplingPoint").set(design).where("id", "=", point.pointId).execute();
  });

  /** A sealed sample of the plant on its way to the institute; `receive` ends the way. */
  async function send() {
    const { plant, institute } = of;
    const sample = await sealSample(platform, point.pointId, plant.operator);
    const sealNo = `BS-${sample.id}`;
    const about = { unitId: units.plant, toUnitId: units.institute, courier: "J. Ortega", sealNo };
    const body = { ...about, samplingIds: [sample.id] };
    const { id, deliveryNo } = (await platform.call(addDelivery, { body }, plant.operator)).data;
    await platform.call(handOverDelivery, { body: { deliveryId: id } }, plant.operator);
    const samples = [{ code: sample.bodyCode, condition: "ok" as const }];
    const receipt = { deliveryId: id, sealNo, decision: "accept" as const, samples };
    const receive = () => platform.call(receiveDelivery, { body: receipt }, institute.analyst);
    return { ...sample, deliveryNo, receive };
  }
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(
    Date.now() - 3_600_000,
  );
  type AssayValues = { analyte?: "mdma" | "cocaine" | "ketamine"; value?: string; pointCode?: string };
  const bodyOf = (
    bodyCode: string,
    { analyte = "mdma", value = "0.1", pointCode = "" }: AssayValues = {},
  ) => ({
    body: {
      ...{ bodyCode, sampledOn: today, pointCode },
      results: [{ analyte, value, flag: "quantified" as const, loq: "0.005", lod: null }],
    },
  });
  const enter = async (bodyCode: string, as: Session, figures: AssayValues = {}) =>
    (await platform.call(addAssays, bodyOf(bodyCode, figures), as)).data.ids;
  const listed = async (bodyCode: string, as: Session) =>
    (await platform.call(listAssays, { query: { bodyCode } }, as)).rows;

  test("are entered once it has the sample, reached from both units and from no third one", async () => {
    const { plant, institute, third } = of;
    const { bodyCode, receive } = await send();
    const early = await platform.refusal(addAssays, bodyOf(bodyCode), institute.analyst);
    expect(early).toMatchObject({ code: 400, errors: [{ field: "bodyCode" }] });
    expect(early.msg).toContain("is not at your laboratory");
    await receive();
    const elsewhere = bodyOf(bodyCode, { pointCode: "P-other" });
    expect(await platform.refusal(addAssays, elsewhere, institute.analyst)).toMatchObject({
      errors: [{ field: "pointCode", message: expect.stringContaining(point.code) }],
    });
    const unknown = await platform.refusal(addAssays, bodyOf(bodyCode), third.analyst);
    expect(unknown).toMatchObject({ code: 400, errors: [{ field: "bodyCode" }] });
    expect(unknown.msg).toContain("bottle not found");

    const ids = await enter(bodyCode, institute.analyst, { pointCode: point.code });
    const row = { unitName: "plant", labUnitName: "institute", pointCode: point.code, state: "draft" };
    for (const as of [plant.analyst, institute.analyst]) {
      expect(await listed(bodyCode, as)).toMatchObject([row]);
    }
    expect(await listed(bodyCode, third.analyst)).toEqual([]);
    const [id = 0] = ids;
    const kind = "assay" as const;
    const approve = { body: { ids, decision: "approve" as const } };
    for (const [call, input, as] of [
      [getAssay, { params: { id } }, third.analyst],
      [submitAssays, { body: { ids } }, third.analyst],
      [removeAssays, { params: { ids: String(id) } }, third.analyst],
      [reviewAssays, approve, third.reviewer],
      [getThread, { params: { kind, id } }, third.analyst],
    ] as const) {
      expect(await platform.refusal(call, input, as), call.name).toMatchObject({ code: 404 });
    }
    const { data } = await platform.call(getThread, { params: { kind, id } }, institute.analyst);
    expect(data.assays).toMatchObject([{ assayId: id }]);
    expect(data.samples).toHaveLength(1);
  });

  test("are approved by another person of either unit, and superseded by who entered them", async () => {
    const { plant, institute } = of;
    const { bodyCode, receive } = await send();
    await receive();
    const approveBy = async (ids: number[], as: Session) => {
      await platform.call(submitAssays, { body: { ids } }, institute.analyst);
      await platform.call(reviewAssays, { body: { ids, decision: "approve" } }, as);
    };
    const own = await enter(bodyCode, institute.analyst);
    await approveBy(own, institute.reviewer);
    await approveBy(
      await enter(bodyCode, institute.analyst, { analyte: "cocaine", value: "0.2" }),
      plant.reviewer,
    );
    const figures = { value: "0.3", flag: "quantified" as const, loq: "0.005", lod: null };
    const body = { assayId: own[0] ?? 0, ...figures, reason: "second injection" };
    await approveBy(
      [(await platform.call(supersedeAssay, { body }, institute.analyst)).data.id],
      plant.reviewer,
    );
    const rows = await listed(bodyCode, plant.analyst);
    expect(rows.map((one) => [one.analyte, one.value, one.state, one.labUnitName]).sort()).toEqual([
      ["cocaine", "0.2", "approved", "institute"],
      ["mdma", "0.1", "superseded", "institute"],
      ["mdma", "0.3", "approved", "institute"],
    ]);
    // The loads are of the point, and so of its unit alone.
    const span = { pointId: point.pointId, from: today, until: today };
    const asked = { body: { ...span, includeKinds: ["grab" as const] } };
    const { computed } = (await platform.call(computeLoads, asked, plant.analyst)).data;
    expect(computed).toBe(2);
    const { rows: loads } = await platform.call(listLoads, { query: {} }, institute.analyst);
    expect(loads).toEqual([]);
  });

  test("come in from its instrument's file by the sample's number, and are measured in its own batches", async () => {
    const { plant, institute } = of;
    const { sampleNo, bodyCode, receive } = await send();
    await receive();
    const columns = [
      { head: "No", role: "sampleNo" as const },
      { head: "Analyte", role: "analyte" as const },
      { head: "Conc.", role: "value" as const, unit: "ug/L" as const },
      { head: "LOQ", role: "loq" as const, unit: "ug/L" as const },
    ];
    const mapping = { body: { name: "own", columns } };
    const query = { mappingId: (await platform.call(addSheetMapping, mapping, institute.analyst)).data.id };
    const file = `No,Analyte,Conc.,LOQ\n${sampleNo},Ketamine,0.0307,0.005`;
    const shown = await sendFile(platform, previewSheet, file, { query }, institute.analyst);
    const { rows } = shown.data as ReplyOf<typeof previewSheet>["data"];
    expect(rows).toMatchObject([{ ending: "new", bodyCode, pointCode: point.code }]);
    await sendFile(platform, storeSheet, file, { query }, institute.analyst);
    const [row] = await listed(bodyCode, institute.analyst);
    expect(row).toMatchObject({ value: "0.0307", labUnitName: "institute" });
    const batch = { batchNo: "Q-7", instrument: "LC-MS 1", method: "M1", runAt: Date.now() };
    const { data } = await platform.call(addAssayBatch, { body: batch }, institute.analyst);
    const assign = { body: { ids: [row?.assayId ?? 0], batchId: data.id } };
    await platform.call(assignAssayBatch, assign, institute.analyst);
    expect(await listed(bodyCode, plant.analyst)).toMatchObject([{ batchNo: "Q-7" }]);
  });

  test("are in the answer of their delivery for both units, with their values as they were entered", async () => {
    const { plant, institute, third } = of;
    const { bodyCode, sampleNo, deliveryNo, receive } = await send();
    await receive();
    await enter(bodyCode, institute.analyst, { value: "0.01234567" });
    const ask = async (type: "assay" | "all" | "transport", as: Session) =>
      (await platform.call(getDelivery, { query: { deliveryNo, type } }, as)).data;
    const found = [{ sampleNo, bodyCode, analyte: "mdma", value: "0.01234567", state: "draft" }];
    for (const as of [plant.operator, institute.operator]) {
      for (const type of ["assay", "all"] as const) {
        expect(await ask(type, as)).toMatchObject({ assays: found });
      }
      expect(await ask("transport", as)).not.toHaveProperty("assays.0");
    }
    expect(await ask("all", third.operator)).toBeUndefined();
  });
});
