import { beforeAll, expect, test } from "vitest";
import { openMatrix, sample } from "../../test/access/access-matrix.ts";
import { onPlatform } from "../../test/test-platform.ts";

/** The whole matrix is in access-matrix.long.test.ts. */
onPlatform("Access, one cell of each call", (platform) => {
  let matrix: Awaited<ReturnType<typeof openMatrix>>;
  beforeAll(async () => {
    matrix = await openMatrix(platform);
  });

  test("every declared call is in the matrix", () => expect(matrix.ruleless).toEqual([]));

  test("answers as permission, grants and scope say", async () => {
    const faults: string[] = [];
    for (const cell of sample) {
      const fault = await matrix.faultOf(cell);
      if (fault !== null) faults.push(`${cell.call.name}, ${cell.actor}, ${cell.side}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});
