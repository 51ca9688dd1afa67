import { listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { addLot, drawBoard } from "../../../../test/test-boards.ts";
import type { Credentials, TestDevice } from "../../../../test/test-device.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { uploadSteps } from "../../../../test/test-uploads.ts";

const [devices, each] = [50, 20];
const minute = 60_000;

onPlatform("A thousand boards of fifty handheld detectors", (platform) => {
  const { put } = uploadSteps(platform);
  const began = Date.now() - 3_600_000;
  let credentials: Credentials[] = [];

  beforeAll(async () => {
    await addLot(platform, await platform.admin(), "MAM2610");
    const unitId = await platform.addUnit("North");
    credentials = await Promise.all(
      Array.from({ length: devices }, () => platform.addDevice({ family: "handFastDetector", unitId })),
    );
  });

  const pictureOf = (device: number, place: number) =>
    drawBoard({ c: 99, t: (7 * place) % 120, seed: 1000 * device + place + 1 });

  /** Reports one board and sends its picture, where the platform asks for it. */
  async function report(link: TestDevice, device: number, place: number): Promise<void> {
    const picture = pictureOf(device, place);
    const t = Math.round((12_000 * ((7 * place) % 120)) / 99);
    const value = {
      ...{ sampleId: `F-${device}-${place}`, boardLot: "MAM2610", analyte: "mamp", outcome: 2, c: 12_000, t },
      ...{ ratio: t / 12_000, background: 900, concentration: 2, readAfter: 600 },
      ...{ sha256: picture.sha256, bytes: picture.bytes.length },
    };
    const reply = await link.post({ value, time: began + 1000 * place }, "thing/event/result/post");
    expect(reply.code).toBe(200);
    const { upload } = (reply.data ?? {}) as { upload?: { url: string } };
    if (upload !== undefined) await put(upload.url, picture.bytes, { "content-type": "image/png" });
  }

  const total = async () => (await platform.call(listBoardTests, {}, await platform.admin())).total;
  const places = Array.from({ length: each }, (_, place) => place);

  test("are stored in a minute, each once, though every second detector replays its queue", async () => {
    const from = performance.now();
    await Promise.all(
      credentials.map(async (one, device) => {
        const link = await platform.connect(one);
        const isCut = device % 2 === 1;
        for (const place of isCut ? places.slice(0, 8) : places) await report(link, device, place);
        if (!isCut) return;
        // It was offline for a while and does not know what arrived: all of it again.
        const again = await platform.connect(one);
        for (const place of places) await report(again, device, place);
      }),
    );
    await eventually(total, { timeout: 2 * minute }).toBe(devices * each);
    const took = performance.now() - from;
    process.stdout.write(`1,000 boards of 50 detectors, 1,200 messages: ${(took / 1000).toFixed(1)} s\n`);
    expect(took).toBeLessThan(minute);
    const { rows } = await sql<{ samples: number; tests: number; pictures: number }>`
      select count(distinct sample_no)::int as samples, count(*)::int as tests,
        (select count(*)::int from device_media where state = 'stored') as pictures from board_test`.execute(
      platform.db,
    );
    expect(rows).toEqual([{ samples: 1000, tests: 1000, pictures: 1000 }]);
  });

  test("have their pictures read by the scheduled job", async () => {
    const readings = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from board_reading`.execute(
        platform.db,
      );
      return rows[0]?.count ?? 0;
    };
    const from = performance.now();
    for (let run = 0; run < 12 && (await readings()) < devices * each; run++)
      await runTask(platform, "boardPictures", 10 * minute);
    const took = performance.now() - from;
    process.stdout.write(
      `1,000 pictures read: ${(took / 1000).toFixed(1)} s, ${(took / 1000).toFixed(0)} ms each\n`,
    );
    expect(await readings()).toBe(devices * each);
  });
});
