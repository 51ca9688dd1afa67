import type { JudgingLot } from "@tracewater/boards/judge/board-lot";
import { judgeBoard, type Outcome } from "@tracewater/boards/judge/judge-board";
import { responseAt, type StandardCurve } from "@tracewater/wbe/standard-curve";
import { drawBoardStrip } from "../../pictures/board-strip.ts";
import { type Picture, toPicture } from "../../pictures/png.ts";
import { chance } from "../../random.ts";
import { toStep } from "../machine/machine.ts";
import { type Catchment, concentrationAt, type Residue, residues } from "../site/residues.ts";
import { stream } from "../site/stream.ts";

/** A lot of boards: its curve (T/C against ng/mL), and its cut-off. */
export type BoardLot = {
  lot: string;
  label: "gold" | "fluorescent";
  polarity: "competitive" | "turnOn";
  analyte: Residue;
  curve: StandardCurve;
  cutOff: number;
  expiresAt: number;
};

export const outcome = {
  none: 0,
  positive: 1,
  negative: 2,
  invalid: 3,
  outOfRange: 4,
  expiredLot: 5,
} as const;

const outcomeCodes: Readonly<Record<Outcome, number>> = {
  positive: outcome.positive,
  negative: outcome.negative,
  invalid: outcome.invalid,
  outOfRange: outcome.outOfRange,
  expiredLot: outcome.expiredLot,
  refused: outcome.invalid,
};

/** Extracts are concentrated before they go onto a board: 200 mL of sewage to 0.5 mL. */
const preconcentration = 400;
/** Camera counts of a line that is fully coloured, and the least a control line may have. */
const fullLine = 24_000;
const weakestControl = 4_000;
/** Of a fluorescent board, which is read though an excess took most of its label; and the C line of a good board. */
const weakestShine = 1_500;
const nominalControl = fullLine * 0.52;
const halfWay = { mamp: 40, mdma: 40, ketamine: 30, benzoylEconine: 60, morphine: 60, thcCooh: 20 } as const;

/** The boards that the platform hands out: six analytes, two lots each, the older of which is near its end, and cotinine. */
export function boardLots(version: number): BoardLot[] {
  return [...goldLots(version), cotinineLot(version)];
}

function goldLots(version: number): BoardLot[] {
  return [0, 1].flatMap((age) =>
    Object.entries(halfWay).map(([analyte, c], place) => ({
      label: "gold" as const,
      polarity: "competitive" as const,
      lot: `${analyte.slice(0, 3).toUpperCase()}${2600 + 10 * version + age}`,
      analyte: analyte as keyof typeof halfWay,
      curve: { a: 1.25 + 0.02 * place, b: 1.1, c, d: 0.04, low: 0.5, high: 2000 },
      cutOff: c,
      expiresAt: Date.UTC(2027, 5 * age + place, 1),
    })),
  );
}

/** Cotinine is plentiful: an extract that is not diluted is often beyond what the boards can bind. */
function cotinineLot(version: number): BoardLot {
  return {
    ...{ lot: `COT-F${2600 + 10 * version}`, label: "fluorescent", polarity: "turnOn" },
    ...{ analyte: "cotinine", cutOff: 50 },
    curve: { a: 0.03, b: 1.1, c: 400, d: 1.6, low: 5, high: 2500 },
    expiresAt: Date.UTC(2027, 9, 1),
  };
}

/** ng/mL at which half of the label is bound before it reaches the C line of a fluorescent board. */
const labelUsedUp = 4000;

export type BoardTest = {
  lot: BoardLot;
  outcome: number;
  /** The C line is so faint that the sample may be in excess. */
  isHooked: boolean;
  c: number;
  t: number;
  ratio: number;
  background: number;
  /** Seconds from the application to the reading. */
  readAfter: number;
  preconcentration: number;
  /** ng/mL of the extract; 0 where the curve does not reach. */
  concentration: number;
  picture: Picture;
};

/** Reads a board onto which the water of a moment was put. The lines follow the curve of its lot. */
export function readBoard(asked: {
  catchment: Catchment;
  lot: BoardLot;
  sampledMs: number;
  readMs: number;
  /** Too little liquid ran: the control line stays weak. */
  weak: boolean;
  number: number;
  /** The sample that it is a board of; several boards are read of one. */
  sample: number;
  /** The extract was diluted so many times; once without it. */
  dilution?: number;
  /** ng/mL on a control board, instead of the water of the moment. */
  control?: number;
}): BoardTest {
  const { catchment, lot, number, dilution = 1 } = asked;
  const { seed } = catchment;
  const noise = (place: number) => chance(seed, stream.boardTest + 50 * place, number) - 0.5;
  const share = shareOf(seed, asked.sample, lot.analyte);
  const sewage = share * concentrationAt(catchment, lot.analyte, asked.sampledMs);
  const { low, high } = lot.curve;
  const onBoard = asked.control ?? (sewage * preconcentration) / dilution / 1000;
  const real = Math.min(high, Math.max(low, onBoard));
  const weakest = weakestOf(lot);
  // Control boards are read with care.
  const mishap = asked.control !== undefined ? null : mishapOf(chance(seed, stream.boardTest + 150, number));
  const left = lot.polarity === "competitive" ? 1 : 1 / (1 + onBoard / labelUsedUp);
  const c = toStep(
    asked.weak || mishap === "dry"
      ? 0.525 * weakest + 400 * noise(0)
      : fullLine * 0.52 * left * (1 + 0.12 * noise(0)),
    1,
    0,
    65_535,
  );
  const t = toStep(
    c * responseAt({ curve: lot.curve, concentration: real }) * (1 + 0.05 * noise(1)),
    1,
    0,
    65_535,
  );
  const ratio = toStep(t / c, 3, 0, 20);
  const background = toStep(900 + 120 * noise(2), 1, 0, 65_535);
  const scale = 190 / fullLine;
  const strip = {
    glows: lot.label === "fluorescent",
    ...{ c: c * scale, t: t * scale, background: background / 100, seed: seed + number },
    ...{ angle: mishap === "crooked" ? 5 : 2 * noise(4), glare: mishap === "glare" },
  };
  const readAfter = mishap === "late" ? 1500 : 600;
  const judged = judgeBoard({
    lot: judgingLotOf(lot),
    context: { readOn: dayOf(asked.readMs), readAfter, boardTemp: null },
    values: {
      ...{ c, cSnr: null, t, tSnr: null, ratio: t / c, ratioU: 0.005, background: null, isCInPlace: true },
    },
    isRefused: false,
  });
  const { outcome: concluded, quantity, flags } = judged;
  return {
    isHooked: flags.includes("possibleHook"),
    ...{ lot, c, t, ratio, background, readAfter },
    preconcentration: asked.control === undefined ? preconcentration / dilution : 1,
    concentration: quantity?.kind === "value" ? toStep(quantity.value, 2, 0, 1_000_000) : 0,
    outcome: outcomeCodes[concluded],
    picture: toPicture(drawBoardStrip(strip)),
  };
}

/**
 * Samples are drawn from the manholes of a catchment: what a whole town sends down comes from few of them. Of what the
 * plant's inlet has, most carry a hundredth, one in six as much or more; tobacco is everywhere.
 */
function shareOf(seed: number, sample: number, analyte: Residue): number {
  const luck = chance(seed, stream.boardTest + 250 + residues.indexOf(analyte), sample);
  if (analyte === "cotinine") return 0.6 + 0.6 * luck;
  return luck < dryShare
    ? 10 ** (-2.6 + (1.2 * luck) / dryShare)
    : 10 ** (-0.3 + (0.8 * (luck - dryShare)) / (1 - dryShare));
}

const dryShare = 5 / 6;

/** What goes wrong with a board in the hands of its operator: one in fifty each; "dry": too little liquid ran. */
function mishapOf(share: number): "late" | "crooked" | "glare" | "dry" | null {
  if (share < 0.02) return "late";
  if (share < 0.04) return "crooked";
  if (share < 0.06) return "glare";
  return share < 0.08 ? "dry" : null;
}

function weakestOf({ label }: BoardLot): number {
  return label === "gold" ? weakestControl : weakestShine;
}

/** As the platform judges the same lot: a weak control line is invalid, never negative; an expired lot says nothing. */
function judgingLotOf(lot: BoardLot): JudgingLot {
  return {
    polarity: lot.polarity,
    ...{ readFrom: 300, readUntil: 900, tempLow: 15, tempHigh: 30 },
    ...{
      minimumC: weakestOf(lot),
      nominalC: nominalControl,
      maxBackground: null,
      repeat: 0.05,
    },
    expiresOn: dayOf(lot.expiresAt - 1),
    cutOff: { kind: "concentration", value: lot.cutOff },
    curve: { ...lot.curve, covariance: null },
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
