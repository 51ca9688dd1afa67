/** The demo's past: two days of everything at short intervals, and before them the samplers' and evidence boxes' weeks by the hour. */
import { Sentence } from "../setup/sentence.mjs";
import { playHistory } from "./history.mjs";

const day = 86_400_000;
// The laboratory goes step by step: five weeks of it cost the first start what it may cost.
const days = { dense: 2, laboratory: 35 };

/** What went wrong in those weeks: the fault, the sampler, how many days ago it began, for how many hours. */
const incidents = /** @type {const} */ ([
  ["noLiquid", "WS-0391", 44.3, 5],
  ["noLiquid", "WS-0365", 23.6, 30],
  ["armJam", "WS-0402", 31.2, 9],
  ["pumpFault", "WS-0388", 17.8, 3],
  ["powerFail", "WS-0409", 38.5, 14],
  ["doorOpen", "WS-0366", 12.4, 2],
  // Its bottles of that day were delivered warm.
  ["warmBox", "WS-0376", 9.5, 7],
  ["wrongItem", "EB-0302", 6.3, 1],
  ["forced", "EB-0303", 11.6, 1],
  ["weightChange", "EB-0301", 4.4, 1],
]);

/**
 * What went wrong in the last two days: the fault, the device, how many days ago it began, for how many hours. A control
 * board that failed withholds what is read until the next one passes; a detector drifts until a quality control fails, one
 * carries over, and one finds what somebody poured into the sewer.
 */
const latest = /** @type {const} */ ([
  ["badControl", "HF-0203", 1.2, 29],
  ["drift", "LE-0104", 1.99, 48],
  ["carryOver", "LE-0103", 1.4, 14],
  ["discharge", "LE-0101", 0.3, 3],
]);

/**
 * What went wrong at the mass spectrometers, on the last working days: a calibration and a blank for a day, so that the
 * day's batches show it, and a gap of the audit trail while a batch runs.
 * @param {number} untilMs of what is played by the hour
 * @returns {[fault: string, device: string, fromMs: number, untilMs: number][]}
 */
function instrumentIncidents(untilMs) {
  const calibration = lastWeekday(untilMs - day, 3);
  const blank = lastWeekday(untilMs - day, 2);
  const gap = lastWeekday(untilMs - day, 4) + 10 * 3_600_000;
  return [
    ["calFail", "MS-0401", calibration, calibration + day],
    ["blankFail", "MS-0402", blank, blank + day],
    ["auditTrailGap", "MS-0401", gap, gap + 3_600_000],
  ];
}

/**
 * The begin of the last such day that ended by then, UTC; 0 is Sunday.
 * @param {number} ms
 * @param {number} weekday
 * @returns {number}
 */
function lastWeekday(ms, weekday) {
  const today = Math.floor(ms / day) * day;
  return today - ((new Date(today).getUTCDay() - weekday + 7) % 7) * day;
}

/**
 * @param {{ credentials: string, env: NodeJS.ProcessEnv, wholeDays: number, more?: readonly string[] }} options
 *   more: further arguments of the command that stores it
 * @returns {Promise<void>}
 */
export function playDemoHistory({ credentials, env, wholeDays, more: stored = [] }) {
  const now = Date.now();
  const denseFrom = now - days.dense * day;
  const known = incidents.filter(([, , ago]) => ago < wholeDays);
  const faults = known.flatMap(([fault, device, ago, hours]) => {
    const from = Math.round(now - ago * day);
    return ["--fault", `${fault}@${device}@${from}@${from + hours * 3_600_000}`];
  });
  const ofInstruments = instrumentIncidents(denseFrom)
    .filter(([, , from]) => from > now - wholeDays * day)
    .flatMap(([fault, device, from, until]) => ["--fault", `${fault}@${device}@${from}@${until}`]);
  const only = ["--only", "waterSample", "--only", "mass", "--only", "evidenceBox"];
  const more = ["--sparse", "yes", ...only, ...faults, ...ofInstruments];
  const failing = latest.flatMap(([fault, device, ago, hours]) => {
    const from = Math.round(now - ago * day);
    return ["--fault", `${fault}@${device}@${from}@${Math.min(now, from + hours * 3_600_000)}`];
  });
  return playHistory({
    credentials,
    env,
    stored: ["--laboratory", String(Math.min(days.laboratory, wholeDays)), ...stored],
    spans: [
      { fromMs: now - wholeDays * day, untilMs: denseFrom, everySeconds: 3600, more },
      { fromMs: denseFrom, untilMs: now, everySeconds: 90, more: failing },
    ],
  });
}

/**
 * How many days the samplers have behind them: 60, or from 3 to 60 where DEMO_DAYS says so.
 * @param {string | undefined} text
 * @returns {number}
 */
export function demoDays(text) {
  const asked = Number(text ?? 60);
  if (Number.isInteger(asked) && asked >= 3 && asked <= 60) return asked;
  throw new Sentence(`DEMO_DAYS ${text} must be a number from 3 to 60.`, 2);
}
