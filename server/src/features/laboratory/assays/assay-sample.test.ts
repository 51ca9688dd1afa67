import { addAssays, changeAssay, findAssaySample, getAssay } from "@tracewater/contract/laboratory/assays";
import { getSampling } from "@tracewater/contract/laboratory/samplings";
import { expect, test } from "vitest";
import { assayWorld } from "../../../../test/test-assays.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { takeSample } from "../../../../test/test-samples.ts";

onPlatform("The sample of a result", (platform) => {
  const { at, analyst, foreign, addPoint, addBottle, cocaine, enter } = assayWorld(platform);
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

  test("has the ratios of its residues, each with its limit or band and its source", async () => {
    const result = (analyte: string, value: string) => ({ analyte, value, loq: "0.0001" });
    const [first] = await enter([
      ...[result("cocaine", "0.76"), result("benzoylEconine", "1")],
      ...[result("ketamine", "0.3"), result("norketamine", "0.1")],
      ...[result("mda", "0.01"), result("mdma", "0.1")],
      ...[result("amp", "0.019"), result("mamp", "0.1")],
    ]);
    const { data } = await platform.call(getAssay, { params: { id: first?.assayId ?? 0 } }, analyst);
    expect(data.ratios.map(({ source, ...one }) => [source.slice(0, 8), one])).toEqual([
      ["van Nuij", { ...ratio("cocaine", "benzoylEconine", 0.76), above: "0.75", isDumped: true }],
      ["no limit", ratio("ketamine", "norketamine", 3)],
      ["no limit", ratio("mda", "mdma", 0.1)],
      ["Refining", { ...ratio("amp", "mamp", 0.19), band: { low: "0.04", high: "0.19" }, isInBand: true }],
    ]);
    const [alone] = await enter([result("cocaine", "0.76")]);
    const read = await platform.call(getAssay, { params: { id: alone?.assayId ?? 0 } }, analyst);
    expect(read.data.ratios).toEqual([]);
  });

  test("keeps the ion ratio, the retention time and the enantiomeric fraction of a result", async () => {
    const identity = { ionRatio: 0.42, retentionTime: 6.31, enantiomericFraction: 0.48 };
    const [row] = await enter([{ ...cocaine, analyte: "mdma", ...identity }]);
    expect(row).toMatchObject(identity);
    const { assayId = 0, value, loq, uncertainty, flag } = row ?? {};
    const body = { assayId, value, loq, uncertainty, flag, ...identity } as never;
    const change = (more: object) => ({ body: { ...(body as object), ...more } as never });
    for (const [field, wrong] of [
      ["enantiomericFraction", 1.01],
      ["ionRatio", 0],
      ["retentionTime", -1],
    ] as const) {
      expect(await platform.refusal(changeAssay, change({ [field]: wrong }), analyst)).toMatchObject({
        ...{ code: 400, errors: [{ field }] },
      });
    }
    await platform.call(changeAssay, change({ enantiomericFraction: 0.5, ionRatio: null }), analyst);
    const { data } = await platform.call(getAssay, { params: { id: assayId } }, analyst);
    expect(data.assay).toMatchObject({ ionRatio: null, retentionTime: 6.31, enantiomericFraction: 0.5 });
  });
});

function ratio(over: string, under: string, value: number) {
  return { over, under, ratio: value, above: null, band: null, isDumped: false, isInBand: false };
}
