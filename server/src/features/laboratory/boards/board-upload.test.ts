import { listBoardTests, uploadBoardTest } from "@tracewater/contract/laboratory/board-tests";
import { beforeAll, expect, test } from "vitest";
import { hostilePictures } from "../../../../../boards/test/hostile-pictures.ts";
import { sendFile } from "../../../../test/send-file.ts";
import { addLot, drawBoard } from "../../../../test/test-boards.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** What the refusal says, by its name in the decoder. */
const sentences: Readonly<Record<string, string>> = {
  empty: "is empty",
  notAPicture: "is neither PNG nor JPEG",
  tooManyBytes: "is larger than 20 MB",
  tooManyPixels: "has more than 24 megapixels or a side above 12,000 pixels",
  cmyk: "is in CMYK colours; save it as RGB",
  animated: "is animated; upload a single picture",
  truncated: "ends too early; upload it again",
  damaged: "is damaged",
  unsupported: "is of a kind of JPEG or PNG that is not supported",
};

const tooLarge = "The file is too large (limit 50 MB; pictures 20 MB, clips 500 MB, firmware 256 MB).";

onPlatform("Uploads of what is no picture of a board", (platform) => {
  let analyst: Session;
  const send = (bytes: Uint8Array) =>
    sendFile(platform, uploadBoardTest, bytes, { query: { lotNo: "MAM2610", readAfter: 600 } }, analyst);

  beforeAll(async () => {
    await addLot(platform, await platform.admin(), "MAM2610");
    analyst = await platform.addUser({ unitId: await platform.addUnit("North"), roles: ["analyst"] });
    // The first upload of a platform finds nothing in memory yet.
    await send(drawBoard({ c: 99, t: 50 }).bytes);
  });

  test.each(hostilePictures)(
    "%s is refused by name, within 200 ms once it is here",
    async (_, make, code) => {
      const bytes = make();
      // The best of three: a machine that does other things takes longer now and then.
      let fastest = Number.POSITIVE_INFINITY;
      for (let round = 0; round < (code === "tooManyBytes" ? 1 : 3); round++) {
        const began = performance.now();
        const refused = await send(bytes);
        fastest = Math.min(fastest, performance.now() - began);
        // The call takes no more than it reads: those are refused before they are here.
        if (code === "tooManyBytes") expect([refused.status, refused.msg]).toEqual([413, tooLarge]);
        else expect(refused.errors).toEqual([{ field: "file", message: sentences[code] }]);
      }
      // 100 megabytes take their time to be sent; they are refused after twenty of them.
      if (code !== "tooManyBytes") expect(fastest).toBeLessThan(200);
    },
  );

  test("they store nothing, and the memory of the platform does not grow with them", async () => {
    const measure = () => {
      globalThis.gc?.();
      return process.memoryUsage().rss;
    };
    const before = measure();
    for (let round = 0; round < 3; round++)
      for (const [, make] of hostilePictures.filter(([, , code]) => code !== "tooManyBytes"))
        await send(make());
    expect(measure() - before).toBeLessThan(150 * 1024 * 1024);
    expect((await platform.call(listBoardTests, {}, analyst)).total).toBe(1);
  });
});
