import type { ReplyOf } from "@tracewater/contract/call";
import { addAssayBatch, getAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";
import { getAssay, listAssays, reviewAssays } from "@tracewater/contract/laboratory/assays";
import {
  addSheetMapping,
  lookAtSheet,
  previewSheet,
  storeSheet,
} from "@tracewater/contract/laboratory/instrument-files";
import { beforeAll, expect, test } from "vitest";
import { sendFile } from "../../../../test/send-file.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, takeSample } from "../../../../test/test-samples.ts";
import {
  massHunterFile,
  mzTabFile,
  type RunSample,
  sciexFile,
  targetLynxFile,
} from "./vendor-files.fixture.ts";

onPlatform("Results from vendors' files", (platform) => {
  let unitId = 0;
  let chief: Session = { token: "" };
  let analyst: Session = { token: "" };
  let reviewer: Session = { token: "" };
  let made = 0;
  const next = () => {
    made += 1;
    return made;
  };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    chief = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
  });

  async function takeSamples(count: number): Promise<RunSample[]> {
    const { pointId } = await addPoint(platform, unitId, `V-${next()}`);
    const taken: RunSample[] = [];
    for (let at = 0; at < count; at += 1) {
      const { sampleNo } = await takeSample(platform, pointId, chief);
      taken.push({ name: sampleNo, cocaine: `0.${200 + at}`, mdma: `0.${500 + at}` });
    }
    return taken;
  }
  async function addBatch(): Promise<number> {
    const about = { instrument: "LC-MS 1", method: "LC-MS/MS", runAt: Date.now() };
    const body = { batchNo: `V-${next()}`, unitId, ...about } as never;
    return (await platform.call(addAssayBatch, { body }, analyst)).data.id;
  }
  const look = async (file: string) => {
    const { data } = await sendFile(platform, lookAtSheet, file, {}, analyst);
    return data as ReplyOf<typeof lookAtSheet>["data"];
  };
  /** What was guessed, with the unit that the file does not name. */
  async function keepMapping(file: string): Promise<number> {
    const { guess } = await look(file);
    const concentrations = ["value", "loq", "level"];
    const columns = guess.map((one) => ({
      ...one,
      unit: concentrations.includes(one.role) ? (one.unit ?? ("ug/L" as const)) : null,
    }));
    const body = { name: `vendor ${next()}`, columns, method: "LC-MS/MS" };
    return (await platform.call(addSheetMapping, { body }, analyst)).data.id;
  }
  type Stored = ReplyOf<typeof storeSheet>["data"];
  type Previewed = ReplyOf<typeof previewSheet>["data"];
  async function preview(file: string, query: object): Promise<Previewed> {
    return (await sendFile(platform, previewSheet, file, { query: query as never }, analyst))
      .data as Previewed;
  }
  async function store(file: string, query: object): Promise<Stored> {
    return (await sendFile(platform, storeSheet, file, { query: query as never }, analyst)).data as Stored;
  }
  const read = async (id: number) => (await platform.call(getAssayBatch, { params: { id } }, analyst)).data;
  const listed = async (batchId: number) =>
    (await platform.call(listAssays, { query: { batchId, pageSize: 100 } }, analyst)).rows;

  test.each([
    ["Agilent MassHunter", massHunterFile, "massHunter", 10],
    ["SCIEX OS", sciexFile, "sciexOs", 12],
    ["Waters TargetLynx", targetLynxFile, "targetLynx", 10],
    ["mzTab-M", mzTabFile, "mzTabM", 0],
  ] as const)(
    "of %s are recognised and read with the same figures",
    async (_name, write, layout, controls) => {
      const [one, two] = await takeSamples(2);
      if (one === undefined || two === undefined) throw new Error("no samples");
      const file = write([one, two]);
      expect(await look(file)).toMatchObject({ layout });
      const mappingId = await keepMapping(file);
      const shown = await preview(file, { mappingId });
      const rows = shown.rows.filter((row) => row.ending === "new");
      expect(rows.map((row) => [row.sampleNo, row.analyte, row.value].join(" ")).sort()).toEqual(
        [one, two]
          .flatMap(({ name, cocaine, mdma }) => [`${name} cocaine ${cocaine}`, `${name} mdma ${mdma}`])
          .sort(),
      );
      expect(shown).toMatchObject({ fresh: 4, controls });
    },
  );

  test("of 40 samples with 5 wrong rows go to review but for these, with their quality control, and nothing comes twice", async () => {
    const samples = await takeSamples(40);
    const batchId = await addBatch();
    const file = sciexFile(samples)
      .split("\r\n")
      .filter((line) => !line.includes("\tMDMA\t"))
      .join("\r\n")
      .replace(`${samples[3]?.name}\tUnknown`, "NO-SUCH-SAMPLE\tUnknown")
      .replace("\t0.207\t", "\tabc\t")
      .replace("\t0.211\t", "\t25\t")
      .replace(`${samples[15]?.name}\tUnknown\tCocaine\t`, `${samples[15]?.name}\tUnknown\tKokain\t`)
      .replace(`${samples[20]?.name}\tUnknown`, `${samples[19]?.name}\tUnknown`);
    const query = { mappingId: await keepMapping(file), batchId };
    const shown = await preview(file, query);
    const faulty = shown.rows.filter((row) => row.ending === "faulty");
    expect(faulty.map((row) => row.faults.map((fault) => fault.field))).toEqual([
      ["sampleNo"],
      ["value"],
      ["value"],
      ["analyte"],
      ["analyte"],
    ]);
    expect(faulty[2]?.faults[0]?.message).toContain("outside the calibration range (0.01 to 1 μg/L)");
    expect(await listed(batchId)).toEqual([]);

    const first = await store(file, { ...query, submit: "1" });
    expect(first).toMatchObject({ read: 40, fresh: 35, faulty: 5, controls: 6 });
    expect(first.errorsFile).not.toBeNull();
    const rows = await listed(batchId);
    expect(rows).toHaveLength(35);
    expect(new Set(rows.map((row) => `${row.state} ${row.qc}`))).toEqual(new Set(["inReview passed"]));
    const batch = await read(batchId);
    expect(batch.fits).toMatchObject([{ analyte: "cocaine", low: 0.01, high: 1 }]);
    expect(batch.results.map(({ result }) => result.kind).sort()).toEqual([
      "calibration",
      "calibration",
      "calibration",
      "calibration",
      "control",
      "proceduralBlank",
    ]);
    expect(batch.files).toMatchObject([{ added: 35, leftOut: 5, isReported: false }]);

    expect(await store(file, { ...query, submit: "1" })).toMatchObject({ fresh: 0, same: 35, controls: 0 });
    // Another file with the same rows: known by the rows themselves.
    expect(await store(`${file}\r\n`, query)).toMatchObject({ fresh: 0, same: 35 });
    expect(await listed(batchId)).toHaveLength(35);
    const ids = rows.map((row) => row.assayId);
    await platform.call(reviewAssays, { body: { ids, decision: "approve" as const } }, reviewer);
    const { data } = await platform.call(getAssay, { params: { id: ids[0] ?? 0 } }, analyst);
    expect(data.assay).toMatchObject({ state: "approved", batchId });
    const closed = await sendFile(platform, storeSheet, file, { query: query as never }, analyst);
    expect(closed).toMatchObject({ code: 500 });
  });

  test("are refused into a batch of another unit", async () => {
    const foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] });
    const file = sciexFile(await takeSamples(1));
    const query = { mappingId: await keepMapping(file), batchId: await addBatch() };
    expect(await sendFile(platform, previewSheet, file, { query }, foreign)).toMatchObject({ code: 404 });
  });
});
