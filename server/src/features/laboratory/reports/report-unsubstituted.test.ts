import { getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { computeLoads } from "@tracewater/contract/laboratory/loads";
import { getReportPdf } from "@tracewater/contract/laboratory/reports";
import { expect, test } from "vitest";
import { readPdf } from "../../../../test/pdf-text.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { reportWorld } from "../../../../test/test-reports.ts";

onPlatform("Means without substitution", (platform) => {
  const { analyst, days, addPoint, addAssay, make, fetchFile } = reportWorld(platform);

  test("from five results on the mean without substitutes is offered, each result bounded by its own limit", async () => {
    const { pointId } = await addPoint({ designFlow: 1000, population: 1000 });
    const below = { value: null, uncertainty: null };
    // 10, 6, < LOQ of 5, 4 and not detected at an LOD of 3: 10/5 + 6/5 + 4 x 3/10 + 3 x 3/10 = 5.3, as in the arithmetic.
    const results = [
      ...[{ value: "0.010" }, { value: "0.006" }, { ...below, flag: "belowLoq", loq: "0.005" }],
      ...[
        { value: "0.004", loq: "0.004" },
        { ...below, flag: "notDetected", lod: "0.003", loq: "0.005" },
      ],
    ];
    const trend = async () => {
      const query = { pointId, analyte: "mdma" as const, ...days };
      return (await platform.call(getLoadTrend, { query }, analyst)).data.kaplanMeier;
    };
    for (const [at, facts] of results.entries()) {
      await addAssay(pointId, "mdma", `2026-03-0${at + 2}`, facts);
      await platform.call(computeLoads, { body: { pointId, ...days } }, analyst);
      if (at < 4) expect(await trend()).toBeNull();
    }
    expect(await trend()).toBeCloseTo(5.3, 12);
    for (const [language, words] of [
      ["en", "Daily mean without substitution (Kaplan-Meier)"],
      ["zh", "日均值（Kaplan-Meier 估计，不作替代）"],
    ] as const) {
      const report = await make(pointId, { language });
      const texts = readPdf(await fetchFile(report.reportId, getReportPdf));
      // A long name is written over two lines.
      expect(texts.join("").replaceAll(" ", "")).toContain(words.replaceAll(" ", ""));
      expect(texts).toContain("5.3");
    }
  });
});
