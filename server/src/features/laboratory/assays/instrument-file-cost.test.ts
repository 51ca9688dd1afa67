import type { AnyCall } from "@tracewater/contract/call";
import { envelope } from "@tracewater/contract/envelope";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import {
  addAssayBatch,
  previewControlSheet,
  storeControlSheet,
} from "@tracewater/contract/laboratory/analytical-batches";
import {
  addSheetMapping,
  lookAtSheet,
  previewSheet,
  storeSheet,
} from "@tracewater/contract/laboratory/instrument-files";
import { importProgress } from "@tracewater/contract/resource/imports";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { sendFile } from "../../../../test/send-file.ts";
import { bearer, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { makeZip, writePoints } from "../../field/sampling-points/point-workbooks.fixture.ts";

const sheetOf = (rows: string[]) =>
  makeZip([
    ["xl/_rels/workbook.xml.rels", Buffer.from("<Relationships/>")],
    [
      "xl/worksheets/sheet1.xml",
      Buffer.from(`<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`),
    ],
  ]);

/** 100 kB; read as rows as wide as its cells say it is 2.7 GB. */
const sparse = sheetOf(
  Array.from({ length: 19_500 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`),
);

onPlatform("A file that costs more than its size", (platform) => {
  let admin: Session = { token: "" };
  let mappingId = 0;
  let batchId = 0;

  beforeAll(async () => {
    admin = await platform.admin();
    const columns = [
      { head: "Sample", role: "sampleNo" as const },
      { head: "Analyte", role: "analyte" as const },
      { head: "Conc.", role: "value" as const, unit: "ug/L" as const },
    ];
    mappingId = (await platform.call(addSheetMapping, { body: { name: "any", columns } }, admin)).data.id;
    const batch = { batchNo: "C-1", instrument: "LC-MS 1", method: "M1", runAt: Date.now() };
    const unitId = await platform.unit();
    const analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    batchId = (await platform.call(addAssayBatch, { body: batch }, analyst)).data.id;
  });

  const send = (call: AnyCall, file: string | Uint8Array, as = admin) => {
    const input =
      call === previewControlSheet || call === storeControlSheet
        ? { params: { id: batchId } }
        : { query: call === lookAtSheet ? {} : { mappingId } };
    return sendFile(platform, call, file, input, as);
  };
  const calls: [string, AnyCall][] = [
    ["look", lookAtSheet],
    ["preview", previewSheet],
    ["store", storeSheet],
    ["preview of quality control", previewControlSheet],
    ["import of quality control", storeControlSheet],
  ];

  describe.each(calls)("at the %s", (_name, call) => {
    test.each([
      ["a workbook with a cell in its last column", sparse, "row 1 has a cell in column XFD (16384)"],
      ["a line of commas", ",".repeat(1_000_000), "row 1 has a cell in column GS (201)"],
      ["a field of quotes", '"'.repeat(1_000_000), "row 1 is longer than 65536 characters"],
      ["more lines than a table has", "a\n".repeat(30_000), /holds more than (20000|5000) rows/],
      ["empty lines without end", "\n".repeat(300_000), "has more than 200000 lines"],
    ])("%s is refused with its place", async (_what, file, says) => {
      const refused = await send(call, file);
      expect(refused).toMatchObject({ status: 200, code: 400, errors: [{ field: "file" }] });
      expect(refused.msg).toMatch(says);
    });
  });

  test("an import of a workbook with a cell in its last column fails with the place, and stores nothing", async () => {
    const begun = await sendFile(platform, samplingPoints.calls.import, sparse, {}, admin);
    const { importId: id } = importProgress.parse(begun.data);
    const read = async () =>
      (await platform.call(samplingPoints.calls.getImport, { params: { id } }, admin)).data;
    await eventually(async () => (await read()).state).toBe("failed");
    expect(await read()).toMatchObject({ added: 0, read: 0 });
    expect((await read()).reason).toContain("row 1 has a cell in column XFD (16384)");
  });

  test("the server answers others while it reads a costly file", async () => {
    // 400,000 empty fields: all of them are read before the file is found to be empty.
    const file = `${",".repeat(198)}\n`.repeat(2000);
    let isOver = false;
    const looked = send(lookAtSheet, file).finally(() => {
      isOver = true;
    });
    let maxStallMs = 0;
    let answers = 0;
    while (!isOver) {
      const began = performance.now();
      expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
      maxStallMs = Math.max(maxStallMs, performance.now() - began);
      answers += 1;
    }
    expect((await looked).msg).toContain("empty");
    expect(answers).toBeGreaterThan(3);
    expect(maxStallMs).toBeLessThan(1500);
  });

  test("a user's files are read one after the other: the third that waits is refused with the time to try again", async () => {
    const rows = Array.from({ length: 600 }, (_, at) => ({
      code: `C-${at}`,
      name: "x",
      kind: "other",
      unit: "City water",
    }));
    const file = new Uint8Array(await writePoints(rows));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let lock = (): void => undefined;
    const locked = new Promise<void>((resolve) => {
      lock = resolve;
    });
    const holding = platform.db.transaction().execute(async (trx) => {
      await sql`lock table sampling_point in exclusive mode`.execute(trx);
      lock();
      await released;
    });
    await locked;
    const begun = await sendFile(platform, samplingPoints.calls.import, file, {}, admin);
    expect(importProgress.parse(begun.data)).toMatchObject({ state: "running" });
    const look = async () => {
      const form = new FormData();
      form.append("file", new Blob(["Sample;Conc.\n1;2"]), "a.csv");
      const headers = { ...bearer(admin), "accept-language": "en" };
      const address = `${platform.url}/prod-api${lookAtSheet.path}`;
      const answer = await fetch(address, { method: "POST", body: form, headers });
      return { retryAfter: answer.headers.get("retry-after"), body: envelope.parse(await answer.json()) };
    };
    // Two of them wait, so whichever comes last is answered first.
    const looks = [look(), look(), look()];
    expect(await Promise.race(looks)).toMatchObject({
      retryAfter: "10",
      body: { code: 429, msg: expect.stringContaining("still being read") },
    });
    // Another user's file does not wait for them.
    const other = await platform.addUser({ unitId: await platform.unit(), roles: ["analyst"] });
    expect(await send(lookAtSheet, "Sample;Conc.\n1;2", other)).toMatchObject({ code: 200 });
    release();
    await holding;
    const codes = (await Promise.all(looks)).map(({ body }) => body.code);
    expect(codes.sort()).toEqual([200, 200, 429]);
  });
});
