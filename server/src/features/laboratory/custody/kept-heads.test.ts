import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getCustodyChain, verifyCustodyChain } from "@tracewater/contract/laboratory/custody";
import { getAuditChain, listOperations, verifyAuditChain } from "@tracewater/contract/system/audit";
import type { Json } from "@tracewater/custody/canonical";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asSuperuser, exportChain, forgeRows, verifyExport } from "../../../../test/test-chain.ts";
import { createTestPlatform, onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";
import { addPoint, sealSample } from "../../../../test/test-samples.ts";
import { readEnv } from "../../../platform/env.ts";
import { openPostgres } from "../../../platform/store/open-postgres.ts";
import { chainsCommand } from "../../../programs/chains-command.ts";

const chains = [
  {
    ...{ name: "custody", table: "custody_event", verify: verifyCustodyChain, read: getCustodyChain },
    exported: "/prod-api/v2/admin/laboratory/custody/chain/export",
  },
  {
    ...{ name: "audit", table: "audit_log", verify: verifyAuditChain, read: getAuditChain },
    exported: "/prod-api/v2/admin/monitor/operlog/chain/export",
  },
] as const;
type TestChain = (typeof chains)[number];

/** A process of its own verifies each export: that takes long on a machine under load. */
vi.setConfig({ testTimeout: 120_000 });

const headsFile = (platform: TestPlatform, name: string) =>
  join(platform.dataDir, "keys", "heads", `${name}.jsonl`);

async function makeEvents(platform: TestPlatform): Promise<void> {
  const unitId = await platform.unit();
  const admin = await platform.admin();
  const { pointId } = await addPoint(platform, unitId);
  for (let made = 0; made < 3; made += 1) await sealSample(platform, pointId, admin);
}

/** What the platform's own verification answers. */
async function verified(platform: TestPlatform, chain: TestChain) {
  const { data } = await platform.call(chain.verify, {}, await platform.admin());
  return data;
}

async function lastHead(platform: TestPlatform, name: string): Promise<{ seq: number; hash: string }> {
  const lines = (await readFile(headsFile(platform, name), "utf8")).trimEnd().split("\n");
  return JSON.parse(lines.at(-1) ?? "").head;
}

async function countHeads(platform: TestPlatform, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chain_head where chain = ${name}`.execute(platform.db);
  return rows[0]?.count ?? 0;
}

/** The chain in the database as it is, to be put back: a restore of the newest backup. */
async function copyOf(platform: TestPlatform, { name, table }: TestChain): Promise<() => Promise<void>> {
  const columns = "seq, at, prev, hash, record";
  const ofChain = `where chain = '${name}'`;
  await asSuperuser(platform, [
    `create table copy_row as select ${columns} from ${table}`,
    `create table copy_head as select * from chain_head ${ofChain}`,
    `create table copy_end as select * from chain_end ${ofChain}`,
  ]);
  return () =>
    asSuperuser(platform, [
      ...[`delete from ${table}`, `insert into ${table} (${columns}) select * from copy_row`],
      ...[`delete from chain_head ${ofChain}`, "insert into chain_head select * from copy_head"],
      ...[`delete from chain_end ${ofChain}`, "insert into chain_end select * from copy_end"],
      ...["drop table copy_row", "drop table copy_head", "drop table copy_end"],
    ]);
}

type Attack = {
  does: string;
  /** Statements for a superuser who knows how rows are hashed; `end` is the last signed row. */
  statements(platform: TestPlatform, chain: TestChain, end: number): Promise<string[]> | string[];
  finds(end: number, chain: string): object;
  says: RegExp;
};

const attacks: Attack[] = [
  {
    does: "changes who did an event and when, and hashes everything after it again",
    statements: (platform, chain, end) =>
      forgeRows(platform, chain, end - 3, ([first, ...rest]) => {
        const record = {
          ...(first?.record as Record<string, Json>),
          time: 1,
          actor: { id: 9, name: "Nobody" },
        };
        return [{ at: first?.at ?? "", record }, ...rest];
      }),
    finds: (end) => ({ kind: "rewritten", until: end }),
    says: /rewritten/,
  },
  {
    does: "deletes an event and hashes everything after it again",
    statements: (platform, chain, end) => forgeRows(platform, chain, end - 3, ([, ...rest]) => rest),
    // The operation log has got a record since it was signed, which moves into the place of the last signed one.
    finds: (end, chain) =>
      chain === "audit" ? { kind: "rewritten", until: end } : { kind: "cutOff", seq: end },
    says: /cut off|rewritten/,
  },
  {
    does: "cuts off the last three events with their heads",
    statements: (platform, chain, end) => forgeRows(platform, chain, end - 2, () => []),
    finds: (end) => ({ kind: "cutOff", seq: end - 2, until: end }),
    says: /cut off|rewritten/,
  },
  {
    does: "deletes all signed heads",
    statements: (_, chain) => [`delete from chain_head where chain = '${chain.name}'`],
    finds: () => ({ kind: "headMissing" }),
    says: /no signed head covers rows/,
  },
];

onPlatform("A superuser of the database, who has no key,", (platform) => {
  for (const chain of chains) {
    for (const attack of attacks) {
      test(`${attack.does} (${chain.name}): verification names it and nothing is signed`, async () => {
        const admin = await platform.admin();
        await makeEvents(platform);
        expect(await verified(platform, chain)).toMatchObject({ check: { fault: null }, refusal: null });
        const { seq, hash } = await lastHead(platform, chain.name);
        const heads = [headsFile(platform, chain.name), `${seq}:${hash.slice(0, 16)}`];
        const restore = await copyOf(platform, chain);
        try {
          await asSuperuser(platform, await attack.statements(platform, chain, seq));
          const left = await countHeads(platform, chain.name);
          const { check, refusal } = await verified(platform, chain);
          expect(check?.fault).toMatchObject(attack.finds(seq, chain.name));
          expect(refusal?.fault).toMatchObject(attack.finds(seq, chain.name));
          const verdict = await verifyExport(platform, admin, chain.exported, heads);
          expect(verdict).toMatchObject({ code: 1, says: expect.stringMatching(attack.says) });
          expect(await countHeads(platform, chain.name)).toBe(left);
        } finally {
          await restore();
        }
        expect(platform.takeErrors().join("")).toContain("nothing is signed");
        expect(await verified(platform, chain)).toMatchObject({ check: { fault: null }, refusal: null });
        expect(await verifyExport(platform, admin, chain.exported, heads)).toMatchObject({ code: 0 });
      });
    }
  }
});

onPlatform("The file of signed heads", (platform) => {
  beforeAll(() => makeEvents(platform));
  const custody = chains[0];

  test("is made from the database once; a file that is lost afterwards stops the signing", async () => {
    const admin = await platform.admin();
    await exportChain(platform, admin, custody.exported);
    const file = headsFile(platform, "custody");
    const text = await readFile(file, "utf8");
    // As an installation of before this file: heads in the database, neither file nor a note that there was one.
    await rm(file);
    await asSuperuser(platform, ["delete from setting where key like 'chain.heads.custody.%'"]);
    expect(await verified(platform, custody)).toMatchObject({ check: { fault: null }, refusal: null });
    expect(await readFile(file, "utf8")).toBe(text);
    await rm(file);
    await makeEvents(platform);
    const lost = await verified(platform, custody);
    expect(lost).toMatchObject({ refusal: { fault: { kind: "headsLost" } } });
    expect(lost.check?.fault).toMatchObject({ kind: "headsLost" });
    expect(lost.signedTo).toBeLessThan(lost.rows);
    await writeFile(file, text, { mode: 0o600 });
    expect(await verified(platform, custody)).toMatchObject({ check: { fault: null }, refusal: null });
    expect(platform.takeErrors().join("")).toContain("nothing is signed");
  });

  test("stops the signing while a line of it cannot be read, and is mended after a power cut tore its last line", async () => {
    const file = headsFile(platform, "custody");
    const text = await readFile(file, "utf8");
    await writeFile(file, `${text}no head\n`);
    await makeEvents(platform);
    expect(await verified(platform, custody)).toMatchObject({ refusal: { fault: { kind: "headsDamaged" } } });
    expect(platform.takeErrors().join("")).toContain("nothing is signed");
    const torn = text.trimEnd().slice(0, -40);
    await writeFile(file, torn);
    expect(await verified(platform, custody)).toMatchObject({ check: { fault: null }, refusal: null });
    const mended = await readFile(file, "utf8");
    expect(mended.startsWith(text)).toBe(true);
    expect((await lastHead(platform, "custody")).seq).toBeGreaterThan(0);
  });
});

onPlatform("A database that was restored from a backup", (platform) => {
  const [custody, audit] = chains;
  const accept = (args: string[]) =>
    chainsCommand({
      env: readEnv({ DATA_DIR: platform.dataDir, DATABASE_URL: owner, TZ: "Asia/Shanghai" }),
      log: pino({ level: "silent" }),
      args: ["accept-restore", ...args],
    });
  let owner = "";

  test("is named, and accepted by an operator's command with a reason that is chained", async () => {
    const admin = await platform.admin();
    await makeEvents(platform);
    await verified(platform, custody);
    const restore = await copyOf(platform, custody);
    await makeEvents(platform);
    await verified(platform, custody);
    const { seq, hash } = await lastHead(platform, "custody");
    await restore();
    const restored = await verified(platform, custody);
    expect(restored.check?.fault).toEqual({ kind: "cutOff", seq: seq - 5, until: seq });

    owner = platform.owner.connectionString ?? "";
    await writeFile(join(platform.dataDir, "keys", "custody.key"), platform.secretKey, { mode: 0o600 });
    await platform.stop();
    await expect(accept([])).rejects.toThrow("--reason");
    expect(await accept(["--reason", "the disk failed on Monday"])).toBe(0);
    await expect(accept(["--reason", "again"])).rejects.toThrow("nothing to accept");
    await platform.start();
    platform.takeErrors();

    expect(await verified(platform, custody)).toMatchObject({ check: { fault: null }, refusal: null });
    expect(await verified(platform, audit)).toMatchObject({ check: { fault: null }, refusal: null });
    const text = await exportChain(platform, admin, custody.exported);
    expect(text).toContain(`rows ${seq - 5} to ${seq} were cut off`);
    expect(text).toContain("accepted: the disk failed on Monday");
    const { rows } = await platform.call(listOperations, { query: { operName: "operator" } }, admin);
    expect(rows).toMatchObject([{ call: "acceptRestore", thing: "chain custody" }]);
    const file = headsFile(platform, "custody");
    const byFile = await verifyExport(platform, admin, custody.exported, [file]);
    expect(byFile).toMatchObject({ code: 0, says: expect.stringContaining("the disk failed on Monday") });
    // Who wrote a head down before the restore still sees that the chain is another one.
    await makeEvents(platform);
    const byValue = await verifyExport(platform, admin, custody.exported, [`${seq}:${hash}`]);
    expect(byValue).toMatchObject({ code: 1, says: expect.stringContaining("rewritten") });
  });
});

onPlatform("A chain that differs from its kept heads", (platform) => {
  const custody = chains[0];

  test("is not signed at a start either, and its state says why", async () => {
    const admin = await platform.admin();
    await makeEvents(platform);
    await verified(platform, custody);
    await asSuperuser(platform, await forgeRows(platform, custody, 4, () => []));
    await makeEvents(platform);
    await platform.restart();
    const { data } = await platform.call(custody.read, {}, admin);
    expect(data.refusal).toMatchObject({ fault: { kind: "rewritten", until: 6 } });
    expect(await countHeads(platform, "custody")).toBe(0);
    expect(platform.takeErrors().join("")).toContain("nothing is signed");
  });
});

onPlatform("Two nodes on one database", (platform) => {
  const custody = chains[0];
  const other = createTestPlatform(
    {
      open: (log) => openPostgres({ databaseUrl: platform.owner.connectionString, dataDir: "", log }),
      drop: async () => undefined,
    },
    {},
  );
  beforeAll(() => other.start());
  afterAll(() => other.end());

  test("keep heads of their own, and each names what the heads in the database no longer show", async () => {
    await makeEvents(platform);
    for (const node of [platform, other, platform]) {
      expect(await verified(node, custody)).toMatchObject({ check: { fault: null }, refusal: null });
      await makeEvents(platform);
    }
    const { seq } = await lastHead(other, "custody");
    expect(await readFile(headsFile(other, "custody"), "utf8")).not.toContain(platform.keyId);
    await asSuperuser(platform, await forgeRows(platform, custody, seq - 2, () => []));
    for (const node of [platform, other]) {
      const { check } = await verified(node, custody);
      expect(check?.fault).toMatchObject({ kind: "cutOff", seq: seq - 2 });
      expect(node.takeErrors().join("")).toContain("nothing is signed");
    }
  });
});
