import { tmpdir } from "node:os";
import pg from "pg";
import { pino } from "pino";
import { expect, test } from "vitest";
import { onPlatform } from "../../../test/test-platform.ts";
import { openPostgres } from "./open-postgres.ts";

onPlatform("A PostgreSQL of somebody else's", (platform) => {
  async function readJit(options: string | null): Promise<string | undefined> {
    const { host, port, database = "", user = "", password } = new pg.Client(platform.owner);
    const url = new URL(`postgres:///${database}`);
    const known = { host, port: String(port), user, ...(password ? { password } : {}) };
    for (const [name, value] of Object.entries(known)) url.searchParams.set(name, value);
    if (options !== null) url.searchParams.set("options", options);
    const log = pino({ level: "silent" });
    const store = await openPostgres({ databaseUrl: url.toString(), dataDir: tmpdir(), log, poolSize: 1 });
    try {
      return (await store.database.pool.query<{ jit: string }>("show jit")).rows[0]?.jit;
    } finally {
      await store.close();
    }
  }

  test("that compiles costly statements is asked not to, unless its address says so", async () => {
    const owner = new pg.Client(platform.owner);
    const { user = "" } = owner;
    await owner.connect();
    await owner.query(`alter role ${pg.escapeIdentifier(user)} set jit = on`);
    try {
      expect(await readJit(null)).toBe("off");
      expect(await readJit("-c jit=on")).toBe("on");
    } finally {
      await owner.query(`alter role ${pg.escapeIdentifier(user)} reset jit`);
      await owner.end();
    }
  });
});
