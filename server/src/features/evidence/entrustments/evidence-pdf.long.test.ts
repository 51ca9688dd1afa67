/*
 * The signed PDF, judged by programs that are not ours: `pdfsig` (poppler-utils) and `openssl cms`. Skipped where one of
 * them is not installed.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { evidenceWorld, fetchEvidence } from "../../../../test/test-evidence.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const run = promisify(execFile);
const programs = ["/usr/bin/pdfsig", "/usr/bin/pdfdetach", "/usr/bin/openssl"];
const folder = await mkdtemp(join(tmpdir(), "tw-pdf-"));
const at = (name: string) => join(folder, name);
const isHere = programs.every((one) => existsSync(one));
if (isHere) {
  const subject = ["-subj", "/CN=Institute of forensics", "-days", "30"];
  await run("openssl", [
    "req",
    "-x509",
    "-nodes",
    "-newkey",
    "rsa:2048",
    "-keyout",
    at("key.pem"),
    "-out",
    at("cert.pem"),
    ...subject,
  ]);
}
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(!isHere)("Beside programs of others", () => {
  onPlatform(
    "A signed PDF",
    (platform) => {
      const world = evidenceWorld(platform);

      test("is valid to pdfsig and openssl, covers the whole file, and carries the archive", async () => {
        const { id } = await world.begin();
        const pdf = await fetchEvidence.as(platform, id, world.custodian.token, "pdf");
        await writeFile(at("file.pdf"), pdf);
        const { stdout } = await run("pdfsig", ["-nocert", at("file.pdf")]);
        expect(stdout).toContain("Signature is Valid");
        expect(stdout).toContain("Total document signed");
        expect(stdout).toContain("ETSI.CAdES.detached");
        const [, first = "", start = "", length = ""] =
          /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(pdf.toString("latin1")) ?? [];
        const hex = pdf.subarray(Number(first) + 1, Number(start) - 1).toString("latin1");
        await writeFile(at("signature.der"), Buffer.from(hex.replace(/(00)+$/, ""), "hex"));
        const content = Buffer.concat([
          pdf.subarray(0, Number(first)),
          pdf.subarray(Number(start), Number(start) + Number(length)),
        ]);
        await writeFile(at("content"), content);
        const cms = [
          "cms",
          "-verify",
          "-inform",
          "DER",
          "-in",
          at("signature.der"),
          "-content",
          at("content"),
          "-binary",
        ];
        const verified = await run("openssl", [
          ...cms,
          "-CAfile",
          at("cert.pem"),
          "-purpose",
          "any",
          "-out",
          at("out"),
        ]);
        expect(verified.stderr).toMatch(/success/i);
        const { stdout: attached } = await run("pdfdetach", ["-list", at("file.pdf")]);
        expect(attached).toMatch(/EVIDENCE-EN.*\.zip/);
        const bad = Buffer.from(pdf);
        bad[2000] = (bad[2000] ?? 0) ^ 1;
        await writeFile(at("bad.pdf"), bad);
        const refused = await run("pdfsig", ["-nocert", at("bad.pdf")]).catch((error) => error);
        expect(String(refused.stdout)).not.toContain("Signature is Valid");
      });
    },
    { env: { PDF_CERT: at("cert.pem"), PDF_KEY: at("key.pem") } },
  );
});
