import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { getAuditChain, verifyAuditChain } from "@tracewater/contract/system/audit";
import { canonicalize } from "@tracewater/custody/canonical";
import { hashOfRow } from "@tracewater/custody/chain";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { asSuperuser, exportChain, verifyExport } from "../../../../test/test-chain.ts";
import { onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

let points = 0;

async function makeRows(platform: TestPlatform, count: number): Promise<void> {
  const unitId = await platform.unit();
  for (let made = 0; made < count; made += 1) {
    points += 1;
    const body = { code: `T-${points}`, name: "Inlet", kind: "other" as const, unitId };
    await platform.call(samplingPoints.calls.add, { body }, await platform.admin());
  }
}

async function lastSeq(platform: TestPlatform): Promise<number> {
  const found = await sql<{ seq: number }>`select max(seq)::int as seq from audit_log`.execute(platform.db);
  return found.rows[0]?.seq ?? 0;
}

/** What the chain's own check says, over HTTP. */
async function checked(platform: TestPlatform) {
  const { data } = await platform.call(verifyAuditChain, {}, await platform.admin());
  return data.check;
}

onPlatform("The chain of the audit log", (platform) => {
  test("is whole as the platform writes it, by its own check and by the command on its export", async () => {
    await makeRows(platform, 5);
    const verdict = await verifyExport(platform, await platform.admin());
    expect(verdict).toMatchObject({ code: 0, says: expect.stringContaining("VALID") });
    expect(verdict.lines).toBeGreaterThan(5);
    expect(await checked(platform)).toMatchObject({ fault: null });
    const { data } = await platform.call(getAuditChain, {}, await platform.admin());
    expect(data).toMatchObject({ publicKey: platform.publicKey, check: { fault: null } });
  });

  test("numbers 50 calls at once without a gap, each with its record", async () => {
    const before = await lastSeq(platform);
    const unitId = await platform.unit();
    const admin = await platform.admin();
    const bodies = Array.from({ length: 50 }, (_, number) => ({
      code: `C-${number}`,
      name: "n",
      kind: "other" as const,
      unitId,
    }));
    await Promise.all(bodies.map((body) => platform.call(samplingPoints.calls.add, { body }, admin)));
    expect((await lastSeq(platform)) - before).toBe(50);
    expect(await verifyExport(platform, admin)).toMatchObject({ code: 0 });
  });

  test("lets the program neither change, delete nor empty it; the owner neither, as long as they keep the triggers", async () => {
    for (const table of ["audit_log", "chain_head", "chain_key"]) {
      for (const statement of [
        `update ${table} set hash = ''`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        const fitting = table === "chain_key" ? statement.replace("hash", "id") : statement;
        await expect(sql.raw(fitting).execute(platform.db), fitting).rejects.toThrow(/permission denied/);
      }
    }
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(platform.db);
    expect(rows).toEqual([{ name: "tracewater_program" }]);
    for (const statement of [
      "update audit_log set hash = ''",
      "delete from chain_head",
      "truncate audit_log",
    ]) {
      await expect(asOwner(platform, statement), statement).rejects.toThrow(/written once/);
    }
  });
});

onPlatform("R10: a superuser changes a row", (platform) => {
  test("and the command on the export names it", async () => {
    await makeRows(platform, 6);
    await exportChain(platform, await platform.admin()); // signs the head
    const seq = (await lastSeq(platform)) - 3;
    await asSuperuser(platform, [
      `update audit_log set record = replace(record, 'T-', 'X-') where seq = ${seq}`,
    ]);
    const verdict = await verifyExport(platform, await platform.admin());
    expect(verdict).toMatchObject({ code: 1, says: expect.stringContaining(`row ${seq} was changed`) });
    expect(await checked(platform)).toMatchObject({ fault: { kind: "changed", seq } });
    expect(platform.takeErrors().join("")).toContain("a chain is broken");
  });

  test("and no later head covers it up", async () => {
    await makeRows(platform, 2);
    expect(await verifyExport(platform, await platform.admin())).toMatchObject({ code: 1 });
  });
});

onPlatform("R10: a superuser deletes a row", (platform) => {
  test("and the command on the export names it", async () => {
    await makeRows(platform, 6);
    const seq = (await lastSeq(platform)) - 2;
    await asSuperuser(platform, [`delete from audit_log where seq = ${seq}`]);
    const verdict = await verifyExport(platform, await platform.admin());
    expect(verdict).toMatchObject({ code: 1, says: expect.stringContaining(`row ${seq} was deleted`) });
    expect(await checked(platform)).toMatchObject({ fault: { kind: "deleted", seq } });
    expect(platform.takeErrors().join("")).toContain("a chain is broken");
  });
});

onPlatform("R10: a superuser cuts off the tail", (platform) => {
  test("and the signed head shows the cut, although they mend the chain's end", async () => {
    await makeRows(platform, 6);
    await exportChain(platform, await platform.admin());
    const head = await platform.call(getAuditChain, {}, await platform.admin());
    const { signedTo } = head.data;
    const left = signedTo - 3;
    await asSuperuser(platform, [
      `delete from audit_log where seq > ${left}`,
      `update chain_end set (seq, hash) = (select seq, hash from audit_log where seq = ${left})`,
    ]);
    const verdict = await verifyExport(platform, await platform.admin());
    // The export has left its own record in the place of the first that was cut.
    const says = `rows ${left + 2} to ${signedTo} were cut off`;
    expect(verdict).toMatchObject({ code: 1, says: expect.stringContaining(says) });
    expect((await checked(platform))?.fault).not.toBeNull();
    expect(platform.takeErrors().join("")).toContain("a chain is broken");
  });
});

onPlatform("A tail that is cut before a head covers it", (platform) => {
  test("is missed by the chain's end", async () => {
    await makeRows(platform, 3);
    const seq = await lastSeq(platform);
    await asSuperuser(platform, [`delete from audit_log where seq = ${seq}`]);
    expect(await checked(platform)).toMatchObject({ fault: { kind: "cutOff", seq } });
    expect(platform.takeErrors().join("")).toContain("a chain is broken");
  });
});

onPlatform("R10: a superuser rewrites the chain from a row on, every hash right", (platform) => {
  test("and it no longer leads to what was signed", async () => {
    await makeRows(platform, 4);
    await exportChain(platform, await platform.admin());
    const from = (await lastSeq(platform)) - 3;
    const { rows } = await sql<{ seq: number; at: string; prev: string; hash: string; record: string }>`
      select seq::int as seq, at, prev, hash, record from audit_log where seq >= ${from}::int order by seq`.execute(
      platform.db,
    );
    let prev = rows[0]?.prev ?? "";
    for (const row of rows) {
      const record = JSON.parse(row.record);
      if (row.seq === from) record.address = "10.9.9.9";
      const forged = { seq: row.seq, at: row.at, prev, record };
      const hash = hashOfRow("audit", forged);
      const text = canonicalize(record).replaceAll("'", "''");
      await asSuperuser(platform, [
        `update audit_log set record = '${text}', prev = '${prev}', hash = '${hash}' where seq = ${row.seq}`,
      ]);
      prev = hash;
    }
    await asSuperuser(platform, [`update chain_end set hash = '${prev}'`]);
    const verdict = await verifyExport(platform, await platform.admin());
    expect(verdict).toMatchObject({ code: 1, says: expect.stringMatching(/rewritten/) });
    expect(platform.takeErrors().join("")).toContain("a chain is broken");
  });
});

async function asOwner(platform: TestPlatform, statement: string): Promise<void> {
  const client = new pg.Client(platform.owner);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
