import type { DeviceEntry } from "./credentials-file.ts";
import type { Instrument, Output } from "./instruments/instrument.ts";
import { joinSeeds } from "./random.ts";

export type HistoryMade = {
  entries: readonly DeviceEntry[];
  seed: number;
  fromMs: number;
  /** Not included. */
  untilMs: number;
  everySeconds: number;
};

const hour = 3_600_000;

/**
 * What the devices would have said in a span, as pieces of JSON lines: `{deviceName, time, params}` for reports,
 * with `event` for events. The devices take turns hour by hour, each in the order of time.
 */
export function* tellHistory(made: HistoryMade): Generator<string> {
  const { fromMs, untilMs, everySeconds } = made;
  const devices = made.entries.map(({ identity, seed, make }) => ({
    deviceName: identity.deviceName,
    instrument: make({ seed: joinSeeds(seed, made.seed), atMs: fromMs, reportInterval: null }),
  }));
  for (let start = fromMs; start < untilMs; start += hour) {
    const end = Math.min(start + hour, untilMs) - 1;
    for (const { deviceName, instrument } of devices) {
      const first = start === fromMs ? begin(instrument, fromMs, everySeconds) : [];
      const lines = [...first, ...instrument.advance(end)].map((output) => writeLine(deviceName, output));
      yield lines.join("");
    }
  }
}

function begin(instrument: Instrument, fromMs: number, everySeconds: number): Output[] {
  instrument.startReporting(fromMs, everySeconds);
  return instrument.refresh(fromMs);
}

function writeLine(deviceName: string, output: Output): string {
  switch (output.kind) {
    case "report":
      return `${JSON.stringify({ deviceName, time: output.time, params: output.params })}\n`;
    case "event": {
      const { time, event, params } = output;
      return `${JSON.stringify({ deviceName, time, event, params })}\n`;
    }
    case "reply":
      return "";
  }
}
