import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  changeEntrustment,
  printEntrustment,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { getItemLabel } from "@tracewater/contract/evidence/item-files";
import { listEvidenceItems, refuseItemDestruction } from "@tracewater/contract/evidence/items";
import { checkEvidence } from "@tracewater/custody/evidence-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { readPdf } from "../../../../test/pdf-text.ts";
import { evidenceWorld, fetchEvidence } from "../../../../test/test-evidence.ts";
import { addressOf, bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** Dots of a 203 dpi printer in 9 mm, the height of the symbol on a label of 20 x 10 mm. */
const dots = 72;

// The reader's own program, from the disk: by itself it would be fetched from the network.
const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });

onPlatform("Papers of evidence", (platform) => {
  const world = evidenceWorld(platform);
  const { custodian, reviewer, foreign } = world;

  const fetchForm = async (id: number, language: string, as = custodian) =>
    fetch(`${platform.url}/prod-api${addressOf(printEntrustment, { params: { id } })}`, {
      headers: { ...bearer(as), "accept-language": language },
    });
  const readForm = async (id: number, language: string) =>
    readPdf(Buffer.from(await (await fetchForm(id, language)).arrayBuffer())).join("\n");

  test("a label is read back from its picture at 203 dpi, as a Data Matrix and as a QR code", async () => {
    const { itemId, itemNo } = await world.begin();
    const { data } = await platform.call(getItemLabel, { params: { id: itemId } }, custodian);
    expect(data.itemNo).toBe(itemNo);
    for (const [format, rows] of [
      ["DataMatrix", data.dataMatrix],
      ["QRCode", data.qr],
    ] as const) {
      const read = await readBarcodes(printed(rows), { formats: [format] });
      expect(
        read.map(({ text }) => text),
        format,
      ).toEqual([itemNo]);
      // A picture without the symbol is read as nothing: the reader does not know the answer.
      expect(await readBarcodes(printed(rows.map((row) => row.replaceAll("1", "0"))))).toEqual([]);
    }
    expect(await platform.refusal(getItemLabel, { params: { id: itemId } }, foreign)).toMatchObject({
      code: 404,
    });
  });

  test("the letter of entrustment is a form on A4 in the reader's language with its material and two signatures", async () => {
    const { id, itemNo } = await world.begin({ sealNo: "SE-77", packaging: "Paper bag" });
    const english = await readForm(id, "en");
    note(printEntrustment, "success");
    for (const text of ["Letter of entrustment", "District court", "2026-117", "Identity?", itemNo, "SE-77"])
      expect(english).toContain(text);
    expect(english).toContain("For the client: signature or seal, date");
    expect(english).toContain("Recorded on the platform");
    const chinese = await readForm(id, "zh");
    for (const text of ["司法鉴定委托书", "委托鉴定事项", "法医毒物", "鉴定事项确认", itemNo])
      expect(chinese).toContain(text);
    const refused = await fetchForm(id, "en", foreign);
    note(printEntrustment, "refusal");
    expect(await refused.json()).toMatchObject({ code: 404 });
  });

  test("a fee is kept and printed with its currency in both languages, and a currency without a fee is dropped", async () => {
    const { id } = await world.entrust({ fee: 1200, feeCurrency: "CNY" });
    expect(await world.read(id)).toMatchObject({ fee: 1200, feeCurrency: "CNY" });
    for (const language of ["en", "zh"]) expect(await readForm(id, language)).toContain("1200.00 CNY");
    const written = { entrustmentId: id, clientName: "Court", matters: "?", workTypes: ["other" as const] };
    const change = (fee: number | null, feeCurrency: "CHF" | "JPY") =>
      platform.call(changeEntrustment, { body: { ...written, fee, feeCurrency } }, custodian);
    await change(99.5, "CHF");
    expect(await readForm(id, "en")).toContain("99.50 CHF");
    await change(99, "JPY");
    expect(await readForm(id, "en")).toContain("99 JPY");
    await change(null, "CHF");
    expect(await world.read(id)).toMatchObject({ fee: null, feeCurrency: null });
    expect(await readForm(id, "en")).not.toContain("CHF");
    const other = await world.entrust({ feeCurrency: "CNY" });
    expect(await world.read(other.id)).toMatchObject({ fee: null, feeCurrency: null });
  });

  test("a draft from before fees had a currency is submitted only with one, and keeps it", async () => {
    const { id } = await world.entrust({ fee: 1200, feeCurrency: "CNY" });
    await world.register(id);
    await sql`update entrustment set fee_currency = null where id = ${id}`.execute(platform.db);
    const body = { entrustmentId: id, step: "submit" as const };
    expect(await platform.refusal(stepEntrustment, { body }, custodian)).toMatchObject({
      ...{ code: 400, errors: [{ field: "feeCurrency", message: "choose the currency of the fee" }] },
    });
    expect(await world.read(id)).toMatchObject({ state: "draft", feeCurrency: null });
    await platform.call(stepEntrustment, { body: { ...body, feeCurrency: "JPY" } }, custodian);
    const whole = await world.entrust({ fee: 5, feeCurrency: "CNY" });
    await world.register(whole.id);
    const needless = { ...body, entrustmentId: whole.id, feeCurrency: "EUR" as const };
    expect(await platform.refusal(stepEntrustment, { body: needless }, custodian)).toMatchObject({
      ...{ code: 400, errors: [{ field: "feeCurrency" }] },
    });
    expect(await world.read(whole.id)).toMatchObject({ state: "draft", feeCurrency: "CNY" });
    expect(await world.read(id)).toMatchObject({ state: "submitted", fee: 1200, feeCurrency: "JPY" });
  });

  test("the file for the court shows a fee with its currency; older documents have no such member", async () => {
    const { id } = await world.entrust({ fee: 1200, feeCurrency: "CNY" });
    const documentOf = async () => {
      const html = await fetchEvidence.of(platform, id, custodian.token);
      const { document, verdicts } = checkEvidence(fetchEvidence.blocksOf(html));
      expect(verdicts.find(({ kind }) => kind === "records")).toMatchObject({ state: "ok" });
      return document?.entrustment ?? {};
    };
    const readFile = async () => readPdf(await fetchEvidence.as(platform, id, custodian.token, "pdf"));
    const document = await documentOf();
    expect(document).toMatchObject({ fee: 1200, feeCurrency: "CNY" });
    expect(await readFile()).toContain("1200.00 CNY");
    await sql`update entrustment set fee_currency = 'JPY' where id = ${id}`.execute(platform.db);
    expect(await documentOf()).toEqual({ ...document, feeCurrency: "JPY" });
    expect(await readFile()).toContain("1200 JPY");
    // As it was written before currencies were recorded.
    await sql`update entrustment set fee_currency = null where id = ${id}`.execute(platform.db);
    const { feeCurrency: _, ...rest } = document;
    expect(await documentOf()).toEqual(rest);
    expect(await readFile()).toContain("1200");
    expect(await readForm(id, "en")).toMatch(/^1200$/m);
  });

  test("a destruction waits in the queue with its order until a second person refuses it with a reason", async () => {
    const { itemId } = await world.begin();
    await world.record(itemId, { step: "destroy", authority: "Court order 7" }, custodian);
    const queue = async () =>
      (await platform.call(listEvidenceItems, { query: { only: "disposal", pageSize: 100 } }, reviewer)).rows;
    const waiting = (await queue()).find((row) => row.itemId === itemId);
    expect(waiting).toMatchObject({ destroyAuthority: "Court order 7", destroyAskedAt: expect.any(Number) });
    const refuse = (reason: string, as: typeof custodian) =>
      platform.refusal(refuseItemDestruction, { body: { itemId, reason } }, as);
    expect(await refuse("", reviewer)).toMatchObject({ code: 400, errors: [{ field: "reason" }] });
    expect(await refuse("no", custodian)).toMatchObject({ code: 403 });
    const before = (await world.readItem(itemId)).events.length;
    await platform.call(refuseItemDestruction, { body: { itemId, reason: "Appeal pending" } }, reviewer);
    const item = await world.readItem(itemId);
    expect(item).toMatchObject({ destroyAskedBy: null, destroyAuthority: "", state: "registered" });
    expect(item.events).toHaveLength(before + 1);
    expect(item.events.at(-1)).toMatchObject({ condition: "destroyRefused", note: "Appeal pending" });
    expect((await queue()).map((row) => row.itemId)).not.toContain(itemId);
    expect(await refuse("again", reviewer)).toMatchObject({ code: 409 });
  });
});

type Picture = Parameters<typeof readBarcodes>[0];

/** The symbol as a printer puts it on a label: whole dots, black on white, with a quiet zone of two modules. */
function printed(rows: readonly string[]): Picture {
  const border = 2;
  const modules = rows.length + 2 * border;
  const scale = Math.max(1, Math.floor(dots / modules));
  const size = modules * scale;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [y, row] of rows.entries())
    for (const [x, one] of [...row].entries()) {
      if (one !== "1") continue;
      for (let dy = 0; dy < scale; dy += 1)
        for (let dx = 0; dx < scale; dx += 1)
          data.fill(
            0,
            4 * (((y + border) * scale + dy) * size + (x + border) * scale + dx),
            4 * (((y + border) * scale + dy) * size + (x + border) * scale + dx) + 3,
          );
    }
  return { data, width: size, height: size, colorSpace: "srgb" } as Picture;
}
