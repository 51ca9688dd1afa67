/*
 * Labels of items as a label printer has them: printed by the browser at their size, at 203 dots to the inch in black and
 * white, and read back by programs that are not ours: `dmtxread` (dmtx-utils) and `zbarimg` (zbar-tools). Skipped where
 * one of them or `pdftoppm` (poppler-utils) is not installed.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { addEntrustment } from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem } from "@tracewater/contract/evidence/items";
import { listDepts } from "@tracewater/contract/system/dept";
import { expect, test } from "vitest";
import { openBrowser } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { makeFolder } from "../support/data-folder.ts";
import { startPlatform } from "../support/platform-process.ts";
import { enter } from "./visitor.ts";

const run = promisify(execFile);
const programs = ["dmtxread", "zbarimg", "pdftoppm"].map((name) => `/usr/bin/${name}`);
const isHere = programs.every((one) => existsSync(one));

const labels = [
  { name: "20 × 10 mm, Data Matrix", width: "20mm", height: "10mm", reads: "dmtxread" },
  { name: "50 × 30 mm, QR code", width: "50mm", height: "30mm", reads: "zbarimg" },
] as const;

test.skipIf(!isHere)("a label printed at 203 dpi is read back by dmtxread and zbarimg", async () => {
  const platform = await startPlatform({ seed: { devices: 1, points: 1 } });
  const browser = await openBrowser();
  const api = await openApi(platform.http);
  const unitId = (await api.call(listDepts, { query: {} })).data[0]?.deptId ?? 0;
  const letter = { unitId, clientName: "District court", matters: "?", workTypes: ["other" as const] };
  const { id } = (await api.call(addEntrustment, { body: letter })).data;
  const item = { entrustmentId: id, name: "Bag of powder", quantity: 1, sealNo: "SE-1" };
  const added = (await api.call(addEvidenceItem, { body: item })).data;
  const { page, faults } = await enter(browser, platform.http, { at: `/evidence/item?id=${added.id}` });
  const folder = await makeFolder();
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Print label" }).click();
  for (const { name, width, height, reads } of labels) {
    await page.getByText(name, { exact: true }).click();
    const pdf = join(folder, `${reads}.pdf`);
    await writeFile(pdf, await page.pdf({ width, height, printBackground: true }));
    const dots = join(folder, reads);
    await run("pdftoppm", ["-r", "203", "-mono", "-png", "-singlefile", pdf, dots]);
    const { stdout: pages } = await run("pdfinfo", [pdf]);
    expect(pages, name).toMatch(/^Pages:\s+1$/m);
    const args = reads === "dmtxread" ? ["-N1", "-m2000"] : ["--quiet", "--raw"];
    const { stdout } = await run(reads, [...args, `${dots}.png`]);
    process.stdout.write(`label ${name}: ${reads} reads ${stdout.trim()}\n`);
    expect(stdout.trim(), name).toBe(added.itemNo);
  }
  expect(faults).toEqual([]);
});
