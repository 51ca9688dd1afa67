import { judgeBoard } from "@tracewater/boards/judge/judge-board";
import { toLineValues } from "@tracewater/boards/judge/line-values";
import { isRefused } from "@tracewater/boards/read/board-measurement";
import type { BoardRegion } from "@tracewater/contract/laboratory/board-readings";
import type { BoardReading, BoardTest, BoardTestDetail } from "@tracewater/contract/laboratory/board-tests";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createBoardCatalogStore, type JudgedLot } from "./board-catalog.store.ts";
import { judgingLotOf, methodOf } from "./board-lot.model.ts";
import type { BoardReader, BoardThreadMessage } from "./board-reader.ts";
import { createBoardTestStore, type StoredBoardTest, type StoredReading } from "./board-test.store.ts";

export type BoardPictureService = ReturnType<typeof createBoardPictureService>;

export type Measured = BoardThreadMessage & { kind: "measured" };
type ReadAt = Pick<BoardTest, "measuredAt" | "readAfter" | "boardTemp">;

/** Where the pictures of tests are, and what is read in them; a reading stands next to the older ones. */
export function createBoardPictureService(options: {
  db: Db;
  reader: BoardReader;
  /** What people uploaded, and what devices sent. */
  files: BlobStore;
  media: Pick<BlobStore, "pathOf">;
  dayOf: (at: Date) => string;
  printMoment: PrintMoment;
}) {
  const { db, reader, files, media, dayOf } = options;
  const store = createBoardTestStore(db);
  const catalog = createBoardCatalogStore(db);

  /** A null path where the picture is not here. */
  async function find(
    test: StoredBoardTest,
  ): Promise<{ state: BoardTestDetail["picture"]; path: string | null }> {
    if (test.file !== null) return { state: "stored", path: files.pathOf(test.file) };
    if (test.sha256 === null || test.deviceId === null) return { state: "none", path: null };
    const found = await store.findMedia(test.deviceId, test.sha256);
    if (found?.state === "stored" && found.file !== null)
      return { state: "stored", path: media.pathOf(found.file) };
    return { state: found?.state === "waiting" ? "waiting" : "missing", path: null };
  }

  async function lotOf(test: StoredBoardTest): Promise<JudgedLot> {
    const { lotId, lotNo } = test;
    const lot = lotId === null ? await catalog.findJudged(lotNo) : await catalog.findJudgedById(lotId);
    if (lot === undefined) throw fieldError("lotNo", { en: "lot not found", zh: "批次不存在" });
    return lot;
  }

  const show = ({ madeAt, ...rest }: StoredReading): BoardReading => ({
    ...rest,
    madeAt: options.printMoment(madeAt),
  });

  return {
    find,
    lotOf,
    show,

    measure: (owner: string, path: string, lot: JudgedLot): Promise<Measured> =>
      reader.measure(owner, { path, method: methodOf(lot), region: null }),

    judge(lot: JudgedLot, { measurement }: Pick<Measured, "measurement">, at: ReadAt) {
      const { readAfter, boardTemp } = at;
      const context = { readOn: dayOf(new Date(at.measuredAt)), readAfter, boardTemp };
      const judged = { values: toLineValues(measurement), isRefused: isRefused(measurement) };
      return judgeBoard({ lot: judgingLotOf(lot, "picture"), context, ...judged });
    },

    /** A reading that differs from the older ones is kept; the same again is that one. */
    async read(
      owner: string,
      test: StoredBoardTest,
      region: BoardRegion | null,
      madeBy: string,
    ): Promise<BoardReading> {
      const lot = await lotOf(test);
      const { path } = await find(test);
      if (path === null) throw new AppError("refused", noPicture);
      const measured = await reader.measure(owner, { path, method: methodOf(lot), region });
      const { file, measurement } = measured;
      const judgement = this.judge(lot, measured, test);
      const made = { region, file, measurement, judgement };
      const known = (await store.listReadings(test.testId)).find((one) => isSame(one, made));
      if (known !== undefined) return show(known);
      await store.addReading(test.testId, { madeBy, ...made });
      if (region === null && differs(test, judgement.outcome))
        await store.addFlag(test.testId, "differsFromPicture");
      const [stored] = await store.listReadings(test.testId);
      if (stored === undefined) throw new Error("a reading stored a moment ago is missing");
      return show(stored);
    },
  };
}

/** Whether the picture says something else than the figures of the detector; one that was refused says nothing. */
function differs(test: StoredBoardTest, outcome: string): boolean {
  return test.source === "device" && outcome !== "refused" && outcome !== test.outcome;
}

type Made = { region: BoardRegion | null; file: object; measurement: object; judgement: object };

function isSame(one: StoredReading, made: Made): boolean {
  const textOf = ({ region, file, measurement, judgement }: Made) =>
    JSON.stringify([region, file, measurement, judgement].map(sortKeys));
  return textOf(one) === textOf(made);
}

/** The database returns the keys of an object in an order of its own. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sortKeys(one)]),
  );
}

const noPicture = {
  en: "The picture of this test is not on the platform. Wait until the device has uploaded it.",
  zh: "平台上没有该检测的图片，请等待设备上传。",
};
