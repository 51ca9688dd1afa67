import type { DeviceEntry } from "./credentials-file.ts";
import type { DeviceClient } from "./device-client.ts";
import type { Instrument, Params } from "./instruments/instrument.ts";
import type { SimClock } from "./sim-clock.ts";
import { createTwin, type Twin } from "./twin.ts";

/** Settings that a shadow reports, where the instrument has them. */
const settings = ["reportInterval", "interval", "aliquot", "targetTemp", "mode", "programName", "rssi"];

/** What an instrument is made of and how it is set, for its twin. */
export function reportsDiagnostics(
  entry: DeviceEntry,
  device: { instrument: Instrument; client: DeviceClient; made: { clock: SimClock } },
): Twin {
  const { instrument, client, made } = device;
  return createTwin({
    identity: entry.identity,
    attributes: () => ({
      "hw.board": `TW-${entry.typeKey}-2`,
      "hw.serial": serialOf(entry.identity.deviceName),
      "fw.version": instrument.firmware,
      "sim.operator": "Tracewater demo",
    }),
    settings() {
      const { answer } = instrument.getProperties(null, made.clock.now());
      const known = answer.kind === "now" ? Object.entries(answer.reply.data) : [];
      const reported = known.filter(([name]) => settings.includes(name));
      return { firmware: instrument.firmware, ...Object.fromEntries(reported) };
    },
    send: client.publish,
  });
}

/** An event as a line of the device's log. */
export function eventLine(
  event: string,
  params: Params,
): [level: "INFO" | "WARN", module: string, content: string] {
  const words = Object.entries(params).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const isFrequent = /taken|done|full|opened|closed|result|batch/i.test(event);
  return [isFrequent ? "INFO" : "WARN", "event", [event, ...words].join(" ").slice(0, 300)];
}

function serialOf(name: string): string {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 900_000, 7);
  return `SN${sum + 100_000}`;
}
