import { computeLoads, listLoads } from "@tracewater/contract/laboratory/loads";
import { getReportPdf } from "@tracewater/contract/laboratory/reports";
import { expect, test } from "vitest";
import { readPdf } from "../../../../test/pdf-text.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { reportWorld } from "../../../../test/test-reports.ts";

onPlatform("Loads and reports by what the aliquots of a composite stand for", (platform) => {
  const { analyst, days, addPoint, addAssay, addSample, make, fetchFile } = reportWorld(platform);
  const compute = async (pointId: number, more: object) =>
    (await platform.call(computeLoads, { body: { pointId, ...days, ...more } }, analyst)).data;
  const list = async (pointId: number) =>
    (await platform.call(listLoads, { query: { pointId, isAsc: "asc" as const } }, analyst)).rows;

  test("a long gap and flow that was not sampled are flagged, widen the interval, and far beyond need a reason", async () => {
    const { pointId } = await addPoint({ designFlow: 1000, population: 2000 });
    const add = async (day: string, facts: object) =>
      addSample(
        await addAssay(pointId, "mdma", `2026-03-${day}`, { value: "0.02", uncertainty: "0.002" }),
        "composite24",
        { aliquotsTaken: 96, aliquotsMissed: 0, maxGap: 15, flowSampled: 99.4, ...facts },
      );
    await add("02", {});
    await add("03", { maxGap: 150 });
    await add("04", { flowSampled: 81 });
    const long = await add("05", { maxGap: 300 });
    const little = await add("06", { flowSampled: 64 });
    const uncertainty = { sampling: 20, flow: 0, population: 0 };
    const { skipped } = await compute(pointId, { uncertainty });
    expect(skipped.map((one) => [one.sample, one.reason])).toEqual([
      [long, "poorQuality"],
      [little, "poorQuality"],
    ]);
    await compute(pointId, { qualityReason: "pilot", uncertainty });
    const byDay = new Map((await list(pointId)).map((one) => [one.sampledOn.slice(8), one]));
    expect(
      [...byDay.values()].map((one) => one.warnings.filter((warning) => warning !== "flowByDesign")),
    ).toEqual([[], ["longGap"], ["flowMissed"], ["longGap"], ["flowMissed"]]);
    // Of the analysis 5 %; 64 % of the flow widen 20 % to 25 %.
    expect(byDay.get("06")?.expanded).toBeCloseTo(2 * Math.sqrt(20 ** 2 / 0.64 + 25), 1);
    expect(byDay.get("03")?.expanded).toBeCloseTo(2 * Math.sqrt(20 ** 2 / 0.994 + 25), 1);
    const report = await make(pointId, { analytes: ["mdma"], qualityReason: "pilot" });
    const pdf = readPdf(await fetchFile(report.reportId, getReportPdf))
      .join(" ")
      .replace(/\s+/g, " ");
    expect(pdf).toContain("More than two hours passed without an aliquot.");
    expect(pdf).toContain("Less than 95 % of the day's flow was sampled.");
  });
});
