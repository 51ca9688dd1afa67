import { decodePicture, type PictureFile } from "./decode/decode-picture.ts";
import type { JudgingLot, ReadingContext } from "./judge/board-lot.ts";
import { type Judgement, judgeBoard } from "./judge/judge-board.ts";
import { toLineValues } from "./judge/line-values.ts";
import { type BoardMeasurement, isRefused } from "./read/board-measurement.ts";
import { measureBoard } from "./read/measure-board.ts";
import type { DrawnRegion, ReadingMethod } from "./read/reading-method.ts";

/** All that a reading of a stored picture gives: the same bytes, method and lot give the same text as JSON. */
export interface BoardReading {
  readonly file: PictureFile;
  readonly measurement: BoardMeasurement;
  readonly judgement: Judgement;
}

/** Errors: PictureError for what is no picture, too large or damaged. */
export async function readBoard(input: {
  bytes: Uint8Array;
  method: ReadingMethod;
  region?: DrawnRegion | undefined;
  lot: JudgingLot;
  context: ReadingContext;
}): Promise<BoardReading> {
  const { file, picture } = await decodePicture(input.bytes);
  const measurement = measureBoard({ picture, method: input.method, region: input.region });
  const judgement = judgeBoard({
    ...{ lot: input.lot, context: input.context },
    ...{ values: toLineValues(measurement), isRefused: isRefused(measurement) },
  });
  return { file, measurement, judgement };
}
