import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cells, openMatrix } from "../../test/access/access-matrix.ts";
import { onPlatform } from "../../test/test-platform.ts";

const dataDir = await mkdtemp(join(tmpdir(), "tw-access-"));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

onPlatform(
  "Access: every call, every actor, one's own unit and another's",
  (platform) => {
    let matrix: Awaited<ReturnType<typeof openMatrix>>;
    beforeAll(async () => {
      matrix = await openMatrix(platform);
    });

    test("each cell answers as permission, grants and scope say", async () => {
      const faults: string[] = [];
      for (const cell of cells) {
        const fault = await matrix.faultOf(cell);
        if (fault !== null) faults.push(`${cell.call.name}, ${cell.actor}, ${cell.side}: ${fault}`);
      }
      process.stdout.write(
        `${JSON.stringify({ name: "access matrix", cells: cells.length, faults: faults.length })}\n`,
      );
      expect(faults).toEqual([]);
    });
  },
  { env: { DATA_DIR: dataDir } },
);
