import { realtime } from "@tracewater/contract/fleet/realtime";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** It stands: a refusal is not forgotten while the test is slow. */
const clock = Date.now();

onPlatform(
  "A user who has all of their live connections",
  (platform) => {
    test("is refused again without a look at their session, and let in once one of them has ended", async () => {
      const user = await platform.addUser({ roles: ["viewer"] });
      const ask = () => platform.refusal(realtime, { query: { topics: "alarms" } }, user);
      const streams = await Promise.all(
        Array.from({ length: 20 }, () => listenLive(platform.url, user, "alarms")),
      );
      const first = await ask();
      const again = await platform.db.transaction().execute(async (trx) => {
        await sql`lock table session in access exclusive mode`.execute(trx);
        return ask();
      });
      expect([first.msg, again.msg]).toEqual(Array(2).fill(expect.stringContaining("at most 20")));
      streams.pop()?.close();
      await expect
        .poll(() =>
          listenLive(platform.url, user, "alarms").then(
            (one) => one.close(),
            (failure: Error) => failure.message,
          ),
        )
        .toBeUndefined();
      for (const one of streams) one.close();
    });
  },
  { now: () => clock },
);
