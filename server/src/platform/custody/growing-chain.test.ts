import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signingKey } from "@tracewater/custody/head";
import { expect, test } from "vitest";
import { onPlatform } from "../../../test/test-platform.ts";
import { createOffsetPrinter } from "../moments.ts";
import { auditChain, createChainStore } from "./chain.store.ts";
import { createChainKeeper } from "./chain-keeper.ts";
import { createGuardedChain } from "./guarded-chain.ts";

onPlatform("A chain that grows while it is walked", (platform) => {
  test("is whole, although a head is signed over rows that came after the last one that was read", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "tracewater-chain-"));
    const printIso = createOffsetPrinter("UTC");
    const log = { error: () => undefined, warn: () => undefined, info: () => undefined } as never;
    const given = { chain: auditChain, key: signingKey(), now: () => Date.now(), log };
    const { guard, keeper } = createGuardedChain({ ...given, db: platform.db, dataDir, zone: "UTC" });
    await keeper.start();
    const store = createChainStore(platform.db, printIso);
    const record = (what: string) =>
      platform.db.transaction().execute((trx) => store.appendTo(auditChain, trx, [{ what }], Date.now()));
    await record("before");
    expect(await keeper.signNow()).toMatchObject({ state: "signed" });
    let grown = 0;
    const growing = createChainKeeper({
      ...{ ...given, guard, printIso },
      store: {
        ...store,
        async readRows(chain, afterSeq, limit) {
          const rows = await store.readRows(chain, afterSeq, limit);
          if (rows.length === limit || grown > 0) return rows;
          // The last rows are read: another is recorded and signed before the heads are.
          grown += 1;
          await record("meanwhile");
          expect(await keeper.signNow()).toMatchObject({ state: "signed" });
          return rows;
        },
      },
    });
    expect(await growing.walkRows()).toMatchObject({ fault: null });
    expect(grown).toBe(1);
    await keeper.stop();
    await rm(dataDir, { recursive: true });
  });
});
