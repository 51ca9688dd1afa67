import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMatrix, sample } from "../../test/access/access-matrix.ts";
import { onPlatform } from "../../test/test-platform.ts";

/** The whole matrix is in access-matrix.long.test.ts. */
const dataDir = await mkdtemp(join(tmpdir(), "tw-access-"));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

onPlatform(
  "Access, one cell of each call",
  (platform) => {
    let matrix: Awaited<ReturnType<typeof openMatrix>>;
    beforeAll(async () => {
      matrix = await openMatrix(platform);
    });

    test("every declared call has its rule in server/test/access", () => expect(matrix.ruleless).toEqual([]));

    test.each(sample.map((cell) => [cell.call.name, cell.actor, cell.side, cell] as const))(
      "%s answers %s on the %s unit as permission, grants and scope say",
      async (_name, _actor, _side, cell) => expect(await matrix.faultOf(cell)).toBeNull(),
    );
  },
  { env: { DATA_DIR: dataDir } },
);
