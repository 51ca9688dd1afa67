import { makeEvidenceFile } from "@tracewater/contract/evidence/entrustments";
import { getCustodyChain } from "@tracewater/contract/laboratory/custody";
import { readNoteKey } from "@tracewater/custody/checkpoint";
import { checkEvidence } from "@tracewater/custody/evidence-check";
import { type Blocks, readEvidencePage } from "@tracewater/custody/evidence-file";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { asSuperuser, forgeRows, verifyFile } from "../../../../test/test-chain.ts";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

const custodyTable = { name: "custody", table: "custody_event" };

onPlatform("The file of an entrustment", (platform) => {
  const world = evidenceWorld(platform);
  const { custodian, analystA, foreign } = world;

  test("verifies in every respect without the platform, with its events alone, and leaves an event", async () => {
    const other = await world.entrust({ clientName: "Someone else's client" });
    const { id, itemId, itemNo } = await world.begin();
    await world.pass(itemId, custodian, analystA);
    await world.register(other.id, { name: "Someone else's knife" });
    const html = await fetchFile(platform, id, custodian.token);
    const { blocks } = readEvidencePage(html);
    const { document, rows, verdicts, checkpoint, fileKey } = checkEvidence(blocks);
    const { events } = await world.track(id);
    expect(rows.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
    expect(events.at(-1)).toMatchObject({ kind: "step", condition: "exported" });
    expect(document?.entrustment).toMatchObject({ entrustmentId: id, clientName: "District court" });
    expect(document?.items).toMatchObject([{ itemNo, name: "Bag of powder" }]);
    expect(Object.fromEntries(verdicts.map(({ kind, state }) => [kind, state]))).toEqual({
      ...{ records: "ok", complete: "ok", log: "unconfirmed" },
      ...{ files: "missing", signatures: "missing", time: "missing" },
    });
    // Another unit's records and names are in none of its bytes; what links to them are hashes.
    expect(html).not.toContain("Someone else");
    expect(checkpoint?.rows.size).toBeGreaterThan(rows.length);
    const chain = await platform.call(getCustodyChain, {}, await platform.admin());
    expect(chain.data.checkpointKey).toBe(fileKey);
    const verified = await verifyFile("file.html", html, ["--key", fileKey]);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.says).toContain("OK: Place in the log");
    expect(verified.says).not.toContain("is not the one of this version");
    const [audited] = await auditOf(platform, id);
    expect(audited).toMatchObject({ file: expect.stringMatching(/^EVIDENCE-EN/), events: rows.length });
    note(makeEvidenceFile, "success");
  });

  test("is for those who may read the entrustment and export: nobody else's call writes an event", async () => {
    const { id } = await world.entrust();
    const path = { params: { id } };
    expect(await platform.refusal(makeEvidenceFile, path, foreign)).toMatchObject({ code: 404 });
    const viewer = await platform.addUser({ unitId: world.at.unitId, roles: ["viewer"] });
    expect(await platform.refusal(makeEvidenceFile, path, viewer)).toMatchObject({ code: 403 });
    expect((await world.track(id)).events.map(({ kind }) => kind)).toEqual(["register"]);
  });

  test("goes on from the checkpoint before: the log only grew", async () => {
    const { id } = await world.entrust();
    const first = checkEvidence(blocksOf(await fetchFile(platform, id, custodian.token)));
    await world.register(id);
    const second = checkEvidence(blocksOf(await fetchFile(platform, id, custodian.token)));
    expect(second.fileKey).toBe(first.fileKey);
    expect(second.checkpoint?.origin).toBe(first.checkpoint?.origin);
    expect(second.checkpoint?.rows.size).toBe((first.checkpoint?.rows.size ?? 0) + 2);
    const kept = await sql<{
      size: number;
    }>`select size::float8 as size from checkpoint order by size`.execute(platform.db);
    expect(kept.rows.map(({ size }) => size)).toContain(first.checkpoint?.rows.size);
  });

  test("names what a superuser changed or deleted past the chain", async () => {
    const { id, itemId } = await world.begin();
    const key = readNoteKey(checkEvidence(blocksOf(await fetchFile(platform, id, custodian.token))).fileKey);
    if (key === null) throw new Error("the file names no key");
    await world.pass(itemId, custodian, analystA);
    const { events } = await world.track(id);
    const victim = events[2];
    const lost = events[4];
    if (victim === undefined || lost === undefined) throw new Error("too few events");
    const stored = await sql<{ record: string }>`
      select record from custody_event where seq = ${victim.seq}::bigint`.execute(platform.db);
    await asSuperuser(platform, [
      `update custody_event set record = replace(record, '"place":', '"placed":') where seq = ${victim.seq}`,
    ]);
    const changed = checkEvidence(blocksOf(await fetchFile(platform, id, custodian.token)), [key]);
    expect(changed.verdicts.filter(({ state }) => state === "failed")).toMatchObject([
      { kind: "records", findings: [{ code: "changed", seq: victim.seq }] },
    ]);
    const record = stored.rows[0]?.record.replaceAll("'", "''");
    await asSuperuser(platform, [
      `update custody_event set record = '${record}' where seq = ${victim.seq}`,
      `delete from custody_event where seq = ${lost.seq}`,
    ]);
    const cut = checkEvidence(blocksOf(await fetchFile(platform, id, custodian.token)), [key]);
    expect(cut.verdicts.filter(({ state }) => state === "failed")).toMatchObject([
      { kind: "complete", findings: [{ code: "left", about: `entrustment:${id}`, nth: 5 }] },
    ]);
  });

  test("is not made of a chain whose end a superuser cut off, and the refusal names the first record that is gone", async () => {
    const { id, itemId } = await world.begin();
    await world.pass(itemId, custodian, analystA);
    const { events } = await world.track(id);
    const first = events.at(-2);
    if (first === undefined) throw new Error("too few events");
    const kept = await sql<{ text: string }>`
      select string_agg(format('(%s, %L, %L, %L, %L)', seq, at, prev, hash, record), ', ') as text
      from custody_event where seq >= ${first.seq}::bigint`.execute(platform.db);
    await asSuperuser(platform, [`delete from custody_event where seq >= ${first.seq}`]);
    const answer = await platform.refusal(makeEvidenceFile, { params: { id } }, custodian);
    expect(answer).toMatchObject({ code: 409 });
    expect(answer.msg).toContain(`The custody chain is damaged at record ${first.seq}`);
    for (const line of platform.takeErrors()) expect(line).toContain("were deleted");
    // The chain is whole again for what follows.
    await asSuperuser(platform, [
      `insert into custody_event (seq, at, prev, hash, record) values ${kept.rows[0]?.text}`,
    ]);
  });

  test("shows a chain that a superuser rewrote with every hash right again", async () => {
    const { id } = await world.entrust({ clientName: "The true client" });
    await fetchFile(platform, id, custodian.token);
    const { events } = await world.track(id);
    const first = events[0]?.seq ?? 0;
    const forged = await forgeRows(platform, custodyTable, first, (rows) =>
      rows.map(({ at, record }) => ({
        at,
        record: JSON.parse(JSON.stringify(record).replace("true client", "new")),
      })),
    );
    await asSuperuser(platform, forged);
    const answer = await platform.refusal(makeEvidenceFile, { params: { id } }, custodian);
    expect(answer).toMatchObject({ code: 409 });
    expect(answer.msg).toContain("custody chain is damaged");
    platform.takeErrors(); // the platform says so in its log too
  });
});

const blocksOf = (html: string): Blocks => readEvidencePage(html).blocks;

async function fetchFile(platform: TestPlatform, id: number, token: string): Promise<string> {
  const response = await fetch(`${platform.url}/prod-api/v2/admin/evidence/entrustment/${id}/file`, {
    method: "POST",
    headers: bearer({ token }),
  });
  if (!response.headers.get("content-type")?.startsWith("text/html"))
    throw new Error(`no file: ${await response.text()}`);
  return response.text();
}

/** What the audit log says that the exports of this entrustment gave out. */
async function auditOf(platform: TestPlatform, id: number): Promise<unknown[]> {
  const { rows } = await sql<{ record: string }>`
    select record from audit_log where call = 'makeEvidenceFile' order by seq`.execute(platform.db);
  return rows
    .map(({ record }) => JSON.parse(record))
    .filter((record) => JSON.stringify(record).includes(`"id":${id}`))
    .map((record) => record.changes?.[0]?.after ?? record.after);
}
