import type { ReplyOf } from "@tracewater/contract/call";
import { listAssays } from "@tracewater/contract/laboratory/assays";
import { addSheetMapping, previewSheet, storeSheet } from "@tracewater/contract/laboratory/instrument-files";
import { beforeAll, expect, test } from "vitest";
import { sendFile } from "../../../../test/send-file.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, takeSample } from "../../../../test/test-samples.ts";

onPlatform("Results of numbered samples", (platform) => {
  let unitId = 0;
  let chief: Session = { token: "" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    chief = await platform.addUser({ unitId, roles: ["unitAdmin"] });
  });

  test("are refused at what contradicts the sample, and taken where the row says the same or nothing", async () => {
    const point = await addPoint(platform, unitId);
    const sample = await takeSample(platform, point.pointId, chief);
    const other = await takeSample(platform, (await addPoint(platform, unitId, "S-OUT")).pointId, chief);
    // Of a day in the server's zone until the noon of the next.
    const times = { began: new Date("2026-03-05T04:00:00Z"), ended: new Date("2026-03-06T04:00:00Z") };
    await platform.db.updateTable("waterSampling").set(times).where("id", "=", sample.id).execute();
    const columns = [
      { head: "No", role: "sampleNo" as const },
      { head: "Bottle", role: "bodyCode" as const },
      { head: "Date", role: "sampledOn" as const },
      { head: "Point", role: "pointCode" as const },
      { head: "Analyte", role: "analyte" as const },
      { head: "Conc.", role: "value" as const, unit: "ng/L" as const },
      { head: "LOQ", role: "loq" as const, unit: "ng/L" as const },
    ];
    const body = { name: "numbered", columns };
    const mappingId = (await platform.call(addSheetMapping, { body }, chief)).data.id;
    const { sampleNo, bodyCode } = sample;
    const file = [
      columns.map((one) => one.head).join(","),
      `${sampleNo},,2026-03-07,,Cocaine,1,1`,
      `${sampleNo},${other.bodyCode},,S-OUT,MDMA,1,1`,
      `${sampleNo},,some day,,MDA,1,1`,
      `${sampleNo},${bodyCode},2026-03-06,${point.code},Morphine,1,1`,
      `${sampleNo},,,,Codeine,1,1`,
    ].join("\n");
    const query = { mappingId };
    const shown = await sendFile(platform, previewSheet, file, { query }, chief);
    const { rows } = shown.data as ReplyOf<typeof previewSheet>["data"];
    expect(rows.map((row) => [row.ending, ...row.faults.map((one) => one.field)])).toEqual([
      ["faulty", "sampledOn"],
      ["faulty", "bodyCode", "pointCode"],
      ["faulty", "sampledOn"],
      ["new"],
      ["new"],
    ]);
    expect(rows[0]?.faults[0]?.message).toBe(
      "does not match the sample with this number, which has 2026-03-05 – 2026-03-06",
    );
    const stored = await sendFile(platform, storeSheet, file, { query }, chief);
    expect(stored.data).toMatchObject({ fresh: 2, faulty: 3 });
    // A result is of the day on which its sample began.
    const { rows: listed } = await platform.call(listAssays, { query: { bodyCode } }, chief);
    expect(listed.map((one) => one.sampledOn)).toEqual(["2026-03-05", "2026-03-05"]);
  });
});
