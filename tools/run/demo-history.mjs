/** The demo's past: two days of everything at short intervals, and before them the samplers' weeks by the hour. */
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
]);

/** Its last positive control board failed: its results are withheld until the next one passes. */
const spoilt = /** @type {const} */ (["badControl", "HF-0203", 1.2]);

/**
 * @param {{ credentials: string, env: NodeJS.ProcessEnv, wholeDays: number }} options
 * @returns {Promise<void>}
 */
export function playDemoHistory({ credentials, env, wholeDays }) {
  const now = Date.now();
  const denseFrom = now - days.dense * day;
  const known = incidents.filter(([, , ago]) => ago < wholeDays);
  const faults = known.flatMap(([fault, device, ago, hours]) => {
    const from = Math.round(now - ago * day);
    return ["--fault", `${fault}@${device}@${from}@${from + hours * 3_600_000}`];
  });
  const more = ["--sparse", "yes", "--only", "waterSample", ...faults];
  const [fault, device, ago] = spoilt;
  const failing = ["--fault", `${fault}@${device}@${Math.round(now - ago * day)}@${now}`];
  return playHistory({
    credentials,
    env,
    stored: ["--laboratory", String(Math.min(days.laboratory, wholeDays))],
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
