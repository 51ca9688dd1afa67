import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { readPem } from "@tracewater/custody/certificate";
import { checkEvidence } from "@tracewater/custody/evidence-check";
import { createTestAuthority, openssl } from "@tracewater/custody/stamp-authority.fixture";
import { readZip } from "@tracewater/custody/zip";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { asSuperuser, verifyFile } from "../../../test/test-chain.ts";
import { evidenceWorld, fetchEvidence } from "../../../test/test-evidence.ts";
import { onPlatform } from "../../../test/test-platform.ts";

const tools = { execFile: promisify(execFile), mkdtemp, readFile, rm, writeFile, tmpdir };
const hasOpenssl = existsSync(openssl);
const authority = hasOpenssl ? await createTestAuthority(tools, "Stamp office") : null;
const wrong = hasOpenssl ? await createTestAuthority(tools, "Stamp office") : null;
/** What the office does at present. */
const office: { mode: "open" | "away" | "wrong"; asked: number } = { mode: "open", asked: 0 };
const server = createServer((request, response) => {
  const stamps = office.mode === "wrong" ? wrong : authority;
  office.asked += 1;
  if (office.mode === "away" || stamps === null) return void response.writeHead(503).end();
  bodyOf(request)
    .then((body) => stamps.answer(body))
    .then((answer) => response.writeHead(200, { "content-type": "application/timestamp-reply" }).end(answer))
    .catch(() => response.writeHead(500).end());
}).listen(0, "127.0.0.1");
await once(server, "listening");

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await Promise.all([authority?.remove(), wrong?.remove()]);
});

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

describe.skipIf(!hasOpenssl)("Where openssl stands in for an authority", () => {
  onPlatform(
    "A time stamp",
    (platform) => {
      const world = evidenceWorld(platform);
      const { custodian } = world;
      const trusted = readPem(authority?.rootPem ?? "");
      const stamps = async () =>
        (
          await sql<{ size: number; at: Date }>`select size::float8 as size, stamped_at as at
            from checkpoint_stamp order by size`.execute(platform.db)
        ).rows;
      const timeOf = (html: string, from = trusted) =>
        checkEvidence(fetchEvidence.blocksOf(html), [], [], from).verdicts.find(
          ({ kind }) => kind === "time",
        );
      const fileOf = (id: number) => fetchEvidence.of(platform, id, custodian.token);

      test("of the authority is in the file, verifies in it and by openssl, and is missing with no other", async () => {
        const { id } = await world.begin();
        const html = await fileOf(id);
        expect(timeOf(html)).toMatchObject({
          state: "ok",
          findings: [{ code: "stamped", name: "Stamp office" }],
        });
        const { stamped, events } = await world.track(id);
        expect(stamped?.to, "the track").toBeGreaterThanOrEqual(events.at(-1)?.seq ?? 0);
        expect(timeOf(html, [])).toMatchObject({ state: "unconfirmed", findings: [{ code: "ownStamp" }] });
        expect(timeOf(html, readPem(wrong?.rootPem ?? ""))).toMatchObject({
          ...{ state: "failed", findings: [{ code: "otherAuthority" }] },
        });
        const zip = await fetchEvidence.as(platform, id, custodian.token, "zip");
        const entries = readZip(zip);
        const body = Buffer.from(entries.get("checkpoint-body.txt") ?? []).toString("utf8");
        const token = entries.get("checkpoint.tst") ?? new Uint8Array();
        expect(await authority?.verify(token, body)).toContain("Verification: OK");
        await expect(authority?.verify(token, `${body} `)).rejects.toThrow();
        for (const name of ["file.zip", "file.pdf"]) {
          const bytes =
            name === "file.zip" ? zip : await fetchEvidence.as(platform, id, custodian.token, "pdf");
          const verified = await verifyFile(name, bytes, ["--tsa-ca", authority?.rootFile ?? ""]);
          expect(verified.says, name).toContain("OK: Time: All records existed at");
          expect(verified.code, name).toBe(0);
        }
        const bad = Buffer.from(zip);
        const at = bad.indexOf("District court");
        bad.write("Distinct", at);
        expect(await verifyFile("bad.zip", bad, [])).toMatchObject({ code: 2 });
      });

      test("that cannot be had does not hold a file up: it says so, and the stamps follow in their order", async () => {
        const { id } = await world.entrust();
        await fileOf(id);
        const before = await stamps();
        office.mode = "away";
        for (let day = 0; day < 3; day += 1) {
          await world.register(id);
          const html = await fileOf(id);
          expect(timeOf(html)).toMatchObject({
            state: "unconfirmed",
            findings: [{ code: "stampFollows" }, {}],
          });
        }
        expect(platform.takeErrors()).toEqual([]);
        // As if that had been over three days.
        await asSuperuser(platform, [
          `update checkpoint set made_at = made_at - interval '3 days' where size > ${before.at(-1)?.size}`,
        ]);
        expect(await stamps()).toHaveLength(before.length);
        office.mode = "open";
        await world.register(id);
        const html = await fileOf(id);
        expect(timeOf(html)).toMatchObject({ state: "ok" });
        await expect
          .poll(async () => (await stamps()).length, { timeout: 20_000 })
          .toBeGreaterThanOrEqual(before.length + 4);
        const followed = (await stamps())
          .slice(before.length, before.length + 3)
          .map(({ at }) => at.getTime());
        expect(followed).toEqual([...followed].sort((one, other) => one - other));
        // Records of before are shown to have existed when their own checkpoint was stamped.
        const again = timeOf(await fileOf(id));
        expect(again?.findings.filter(({ code }) => code === "stampedBy").length).toBeGreaterThan(1);
      });

      test("of somebody with another certificate is refused and kept nowhere", async () => {
        const { id } = await world.entrust();
        const before = (await stamps()).length;
        office.mode = "wrong";
        const html = await fileOf(id);
        expect(timeOf(html)).toMatchObject({ state: "missing", findings: [{ code: "noStamp" }] });
        expect(await stamps()).toHaveLength(before);
        office.mode = "open";
      });
    },
    {
      env: {
        TSA_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        TSA_CA: authority?.rootFile ?? "/nowhere",
      },
    },
  );
});
