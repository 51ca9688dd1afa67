import { readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { addEntrustment, makeEvidenceFile } from "@tracewater/contract/evidence/entrustments";
import { addItemPhoto } from "@tracewater/contract/evidence/item-files";
import { addEvidenceItem, recordItemEvent } from "@tracewater/contract/evidence/items";
import { listDepts } from "@tracewater/contract/system/dept";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";

const rounds = 20;
const rowsOfOthers = 5000;
const eventsOfRound = 25;
const photos = 5;

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
});

/** Rows of other units, chained as the platform chains them, in the database itself. */
const others = `do $$ declare
  s bigint; p text; h text; rec text; moment text;
begin
  select seq, hash into s, p from chain_end where chain = 'custody' for update;
  moment := to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '+00:00';
  for i in 1..${rowsOfOthers} loop
    s := s + 1;
    rec := format('{"about":["sampling:%s"],"actor":{"id":1,"name":"Someone else","userName":"else"},"kind":"seal","time":1}',
      s % 30000);
    h := encode(sha256(convert_to(format('{"at":"%s","chain":"custody","prev":"%s","record":%s,"seq":%s}',
      moment, p, rec, s), 'UTF8')), 'hex');
    insert into custody_event (seq, at, prev, hash, record) values (s, moment, p, h, rec);
    p := h;
  end loop;
  update chain_end set seq = s, hash = p where chain = 'custody';
end $$`;

test("of 100,000 records the file of one entrustment with 500 events and 5 photos is small and right within seconds", async () => {
  const api = await openApi(platform.http);
  const unitId = (await api.call(listDepts, { query: {} })).data[0]?.deptId ?? 0;
  const written = { clientName: "District court", matters: "Which substance?" };
  const { id } = (await api.call(addEntrustment, { body: { ...written, unitId, workTypes: ["other"] } }))
    .data;
  const item = { entrustmentId: id, name: "Bag of powder", quantity: 10, unit: "g" as const };
  const itemId = (await api.call(addEvidenceItem, { body: item })).data.id;
  const store = await openDatabaseView(platform);
  for (let round = 0; round < rounds; round += 1) {
    await store.rows(others);
    for (let event = 0; event < eventsOfRound; event += 1)
      await api.call(recordItemEvent, { body: { itemId, step: "audit", amount: 10 } });
  }
  await store.close();
  const pictureBytes = await addPhotos(itemId, api.authorization());
  const first = await make(id, api.authorization());
  const second = await make(id, api.authorization());
  const script = /<script>([\s\S]*)<\/script>/.exec(second.html)?.[1] ?? "";
  const file = join(tmpdir(), `tw-evidence-${process.pid}.html`);
  await writeFile(file, second.html);
  cleanUpLater(async () => writeFile(file, ""));
  const { page, faults } = await openPage(browser, { offline: true });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const began = performance.now();
  await page.goto(pathToFileURL(file).href);
  await page.locator("[data-verdict]").first().waitFor();
  const openedMs = Math.round(performance.now() - began);
  const figures = {
    ...{ firstMs: first.ms, againMs: second.ms, bytes: (await stat(file)).size, pictureBytes, openedMs },
    scriptGzipped: gzipSync(script).length,
  };
  process.stdout.write(`evidence file: ${JSON.stringify(figures)}\n`);
  const failed = await page.locator('[data-state="failed"]').count();
  expect({ failed, faults, requests: requests.length }).toEqual({ failed: 0, faults: [], requests: 1 });
  expect(await page.locator('[data-verdict="complete"][data-state="ok"]').count()).toBe(1);
  expect(await page.locator('[data-verdict="files"][data-state="ok"]').count()).toBe(1);
  expect(await page.locator('img[src^="data:image/"]').count()).toBe(photos);
  expect(await readFile(file, "utf8")).not.toContain("Someone else");
  // Photos are in the file in base64, four bytes for three.
  expect(figures.bytes - Math.ceil(pictureBytes / 3) * 4).toBeLessThan(1_048_576);
  expect(figures.scriptGzipped).toBeLessThan(30 * 1024);
  expect(figures.openedMs).toBeLessThan(5000);
});

/** Pictures of 1280 x 960 pixels; how many bytes they have together. */
async function addPhotos(itemId: number, authorization: string): Promise<number> {
  const { page } = await openPage(browser, { viewport: { width: 1280, height: 960 } });
  let bytes = 0;
  for (let at = 1; at <= photos; at += 1) {
    await page.setContent(
      `<body style="margin:0;height:960px;background:repeating-conic-gradient(from ${at}deg,#123,#cba 3deg,#687 5deg)">`,
    );
    const picture = await page.screenshot({ type: "jpeg", quality: 85 });
    const path = addItemPhoto.path.replace(":id", String(itemId));
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(picture)]), "side.jpg");
    const address = `${platform.http}/prod-api${path}?caption=Side%20${at}`;
    const response = await fetch(address, { method: "POST", body, headers: { authorization } });
    expect(await response.json()).toMatchObject({ code: 200 });
    bytes += picture.length;
  }
  await page.context().close();
  return bytes;
}

async function make(id: number, authorization: string): Promise<{ html: string; ms: number }> {
  const began = performance.now();
  const path = makeEvidenceFile.path.replace(":id", String(id));
  const response = await fetch(`${platform.http}/prod-api${path}`, {
    method: makeEvidenceFile.method,
    headers: { authorization },
  });
  const html = await response.text();
  expect(response.headers.get("content-type"), html.slice(0, 300)).toContain("text/html");
  return { html, ms: Math.round(performance.now() - began) };
}
