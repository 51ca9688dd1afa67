import type { DeviceEntry } from "./credentials-file.ts";
import type { FaultSpan } from "./fault-order.ts";
import type { Instrument, Output } from "./instruments/instrument.ts";
import type { Picture } from "./pictures/png.ts";
import { joinSeeds } from "./random.ts";

export type HistoryMade = {
  entries: readonly DeviceEntry[];
  seed: number;
  fromMs: number;
  /** Not included. */
  untilMs: number;
  everySeconds: number;
  /** Nothing between the regular reports but events; a report shows what is other than in the one before. */
  sparse?: boolean;
  faults?: readonly FaultSpan[];
};

const hour = 3_600_000;
/** Of sparse reports every so many notifies all properties again. */
const reportsToWhole = 24;

/**
 * What the devices would have said in a span, as pieces of JSON lines: `{deviceName, time, params}` for reports,
 * with `event` for events, and with the `file` that a device announced with it: pictures of boards, result files of
 * batches. The devices take turns hour by hour, each in the order of time.
 */
export function* replayHistory(made: HistoryMade): Generator<string> {
  const { fromMs, untilMs, everySeconds, sparse = false } = made;
  const devices = made.entries.map(({ identity, seed, make }) => {
    const instrument = make({ seed: joinSeeds(seed, made.seed), atMs: fromMs, reportInterval: null });
    const { deviceName } = identity;
    const faults = (made.faults ?? []).filter((fault) => fault.device === deviceName);
    return { deviceName, instrument, life: live(instrument, { fromMs, everySeconds, sparse, faults }) };
  });
  for (let start = fromMs; start < untilMs; start += hour) {
    const end = Math.min(start + hour, untilMs) - 1;
    for (const { deviceName, instrument, life } of devices) {
      const first = start === fromMs ? begin(instrument, fromMs, sparse ? null : everySeconds) : [];
      const lines = [...first, ...life(end)].map((output) => writeLine(deviceName, output));
      yield lines.join("");
    }
  }
}

function begin(instrument: Instrument, fromMs: number, everySeconds: number | null): Output[] {
  if (everySeconds !== null) instrument.startReporting(fromMs, everySeconds);
  return instrument.refresh(fromMs);
}

/** Brings an instrument on to a moment, its faults switched and its sparse reports reported on the way. */
function live(
  instrument: Instrument,
  made: { fromMs: number; everySeconds: number; sparse: boolean; faults: readonly FaultSpan[] },
): (toMs: number) => Output[] {
  const { fromMs, everySeconds, sparse } = made;
  const switches = made.faults
    .flatMap(({ fault, fromMs: from, untilMs: until }) => [
      { fault, at: Math.max(from, fromMs), on: true },
      { fault, at: until, on: false },
    ])
    .sort((a, b) => a.at - b.at);
  const reported = new Map<string, string>();
  let reports = 0;
  let nextReport = sparse ? fromMs + everySeconds * 1000 : Number.POSITIVE_INFINITY;
  return (toMs) => {
    const outputs: Output[] = [];
    for (;;) {
      const next = switches[0];
      const at = Math.min(nextReport, next?.at ?? Number.POSITIVE_INFINITY);
      if (at > toMs) break;
      if (next !== undefined && next.at === at) {
        outputs.push(...instrument.setFault(next.fault, next.on, at));
        switches.shift();
      } else {
        const isWhole = reports % reportsToWhole === reportsToWhole - 1;
        outputs.push(...instrument.refresh(at).map((output) => (isWhole ? output : thin(output, reported))));
        nextReport += everySeconds * 1000;
        reports += 1;
      }
    }
    outputs.push(...instrument.advance(toMs));
    return outputs;
  };
}

/** Only what the report before did not report alike. */
function thin(output: Output, reported: Map<string, string>): Output {
  if (output.kind !== "report") return output;
  const isNew = ([name, value]: [string, unknown]) => {
    const text = JSON.stringify(value);
    if (reported.get(name) === text) return false;
    reported.set(name, text);
    return true;
  };
  return { ...output, params: Object.fromEntries(Object.entries(output.params).filter(isNew)) };
}

const keptEvents = new Set(["result", "batchDone"]);

function toFile({ png, type = "image/png" }: Picture): { type: string; base64: string } {
  return { type, base64: png.toString("base64") };
}

function writeLine(deviceName: string, output: Output): string {
  switch (output.kind) {
    case "report":
      return `${JSON.stringify({ deviceName, time: output.time, params: output.params })}\n`;
    case "event": {
      const { time, event, params, picture } = output;
      const file = picture === undefined || !keptEvents.has(event) ? undefined : toFile(picture);
      return `${JSON.stringify({ deviceName, time, event, params, ...(file ? { file } : {}) })}\n`;
    }
    case "reply":
      return "";
  }
}
