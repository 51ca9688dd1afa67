import { addAssays, findAssaySample, getAssay } from "@tracewater/contract/laboratory/assays";
import { getSampling } from "@tracewater/contract/laboratory/samplings";
import { expect, test } from "vitest";
import { assayWorld } from "../../../../test/test-assays.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { takeSample } from "../../../../test/test-samples.ts";

onPlatform("The sample of a result", (platform) => {
  const { at, analyst, foreign, addPoint, addBottle, cocaine } = assayWorld(platform);
  const find = async (code: string, as: Session = analyst) =>
    (await platform.call(findAssaySample, { query: { code } }, as)).data;

  test("gives the result its day and its point, by the code of the bottle or the number of the sample", async () => {
    const admin = await platform.admin();
    const { id, sampleNo, bodyCode } = await takeSample(platform, at.pointId, admin);
    const { data: sampling } = await platform.call(getSampling, { params: { id } }, admin);
    const sample = await find(bodyCode);
    expect(sample).toMatchObject({
      ...{ sampleNo, bodyCode, state: "taken", pointCode: "NORTH-IN", began: sampling.began },
      sampledOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(await find(sampleNo)).toEqual(sample);
    expect(await find(bodyCode, foreign)).toBeUndefined();
    expect(await find((await addBottle()).bodyCode)).toBeUndefined();

    const { sampledOn = "" } = sample ?? {};
    await addPoint("NORTH-OUT", at.unitId);
    const entering = (more: object) => ({
      body: { bodyCode, sampledOn, results: [{ ...cocaine, analyte: "cocaine" as const }], ...more },
    });
    const refused = (more: object) => platform.refusal(addAssays, entering(more), analyst);
    expect(await refused({ sampledOn: "2026-03-03", pointCode: "NORTH-IN" })).toMatchObject({
      ...{ code: 400, errors: [{ field: "sampledOn", message: expect.stringContaining(sampledOn) }] },
      msg: expect.stringContaining(sampleNo),
    });
    expect(await refused({ pointCode: "NORTH-OUT" })).toMatchObject({
      ...{ code: 400, errors: [{ field: "pointCode", message: expect.stringContaining("NORTH-IN") }] },
    });
    const { data } = await platform.call(addAssays, entering({}), analyst);
    const params = { id: data.ids[0] ?? 0 };
    expect((await platform.call(getAssay, { params }, analyst)).data.assay).toMatchObject({
      ...{ sampledOn, pointCode: "NORTH-IN", bodyCode },
    });
  });
});
