import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { verifyCustodyChain } from "@tracewater/contract/laboratory/custody";
import { exportLogIns } from "@tracewater/contract/system/login-log";
import pg from "pg";
import { expect, test } from "vitest";
import { addressOf, bearer, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("What reads whole tables", (platform) => {
  /** Keeps a table from being read while the work runs; `release` ends that. */
  async function whileLocked(table: string, work: (release: () => Promise<void>) => Promise<void>) {
    const owner = new pg.Client(platform.owner);
    await owner.connect();
    let end: Promise<void> | null = null;
    const release = () => {
      end ??= owner.end();
      return end;
    };
    try {
      await owner.query(`begin; lock table ${table} in access exclusive mode`);
      await work(release);
    } finally {
      await release();
    }
  }

  async function fetchExport(call: typeof exportLogIns | typeof samplingPoints.calls.export, as: Session) {
    const answer = await fetch(`${platform.url}/prod-api${addressOf(call, {})}`, {
      headers: { ...bearer(as), "accept-language": "en" },
    });
    return {
      status: answer.status,
      retryAfter: answer.headers.get("retry-after"),
      text: await answer.text(),
    };
  }

  test("a user makes one export of a kind at a time: two wait, the next is refused with the time to try again", async () => {
    const admin = await platform.admin();
    await whileLocked("sampling_point", async (release) => {
      const points = [1, 2, 3, 4].map(() => fetchExport(samplingPoints.calls.export, admin));
      const refused = await Promise.race(points);
      expect(refused).toMatchObject({ status: 429, retryAfter: "10" });
      expect(JSON.parse(refused.text)).toMatchObject({
        ...{ code: 429, msg: expect.stringContaining("An export of yours is still being made") },
      });
      expect(await fetchExport(exportLogIns, admin)).toMatchObject({ status: 200 });
      await release();
      const statuses = (await Promise.all(points)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 200, 200, 429]);
    });
  });

  test("a user has one check of a chain at a time; who else asks shares its answer", async () => {
    const admin = await platform.admin();
    const other = await platform.addUser({ roles: ["admin"] });
    await whileLocked("custody_event", async (release) => {
      const own = [1, 2].map(() => platform.ask(verifyCustodyChain, {}, admin));
      const shared = platform.ask(verifyCustodyChain, {}, other);
      const refused = await Promise.race(own);
      expect(refused).toMatchObject({ status: 429, body: { code: 429 } });
      await release();
      const codes = (await Promise.all([...own, shared])).map(({ body }) => body.code);
      expect(codes.sort()).toEqual([200, 200, 429]);
    });
  });
});
