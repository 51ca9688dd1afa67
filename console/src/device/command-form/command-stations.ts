import type { Command } from "@tracewater/contract/fleet/commands";

/** Where a station is: passed, the one being waited for, ended badly, or never reached. */
export type StationMark = "passed" | "done" | "waiting" | "failed" | "timedOut" | "expired" | "none";
export type StationName =
  | "queued"
  | "sent"
  | "acknowledged"
  | "replied"
  | "failed"
  | "timedOut"
  | "expired"
  | "cancelled";
export type Station = { name: StationName; mark: StationMark; at: number | null };

/** The stretch that leads to a station; `duration` in ms, null where it has not been covered. */
export type Stretch = { tone: "plain" | "ok" | "critical" | "warn"; open: boolean; duration: number | null };

/** Four stations and the three stretches between them; a stretch that was never entered is null. */
export type CommandLine = {
  stations: [Station, Station, Station, Station];
  stretches: [Stretch | null, Stretch | null, Stretch | null];
};

/** Draws the lifecycle of a command from its times alone, so that it is as true after a restart as before. */
export function commandLine(command: Command): CommandLine {
  const queued: Station = { name: "queued", mark: "passed", at: command.queuedAt };
  const unsent = command.state === "expired" || command.state === "cancelled" ? command.state : null;
  const expired = unsent !== null;
  const sent: Station = expired
    ? { name: unsent, mark: "expired", at: command.finishedAt ?? command.expiresAt }
    : station("sent", command.sentAt, command.state === "queued");
  const acknowledged: Station = expired
    ? { name: "acknowledged", mark: "none", at: null }
    : acknowledgedStation(command);
  const last: Station = expired ? { name: "replied", mark: "none", at: null } : lastStation(command);
  return {
    stations: [queued, sent, acknowledged, last],
    stretches: [stretch(queued, sent), stretch(sent, acknowledged), lastStretch(sent, acknowledged, last)],
  };
}

/** True while something is still to come. */
export function isOpen(command: Command): boolean {
  return command.state === "queued" || command.state === "sent" || command.state === "acknowledged";
}

/** `44 ms`, `1.2 s`, `60.0 s`, `30 min`, `5.2 h`: what a duration is written as between two stations. */
export function printDuration(ms: number): { value: string; unit: "ms" | "s" | "min" | "h" } {
  if (ms < 1000) return { value: String(Math.max(0, Math.round(ms))), unit: "ms" };
  if (ms < 120_000) return { value: (ms / 1000).toFixed(1), unit: "s" };
  if (ms < 7_200_000) return { value: String(Math.round(ms / 60_000)), unit: "min" };
  return { value: (ms / 3_600_000).toFixed(1), unit: "h" };
}

function station(name: StationName, at: number | null, isNext: boolean): Station {
  if (at !== null) return { name, mark: "passed", at };
  return { name, mark: isNext ? "waiting" : "none", at: null };
}

// A device may answer before its PUBACK arrives, or answer a QoS 0 message: then this station was never reached.
function acknowledgedStation(command: Command): Station {
  return station("acknowledged", command.acknowledgedAt, command.state === "sent");
}

function lastStation(command: Command): Station {
  switch (command.state) {
    case "replied":
      return { name: "replied", mark: "done", at: command.finishedAt };
    case "failed":
      return { name: "failed", mark: "failed", at: command.finishedAt };
    case "timedOut":
      return { name: "timedOut", mark: "timedOut", at: command.finishedAt ?? command.replyBy };
    default:
      return { name: "replied", mark: command.state === "acknowledged" ? "waiting" : "none", at: null };
  }
}

function stretch(from: Station, to: Station): Stretch | null {
  if (to.mark === "none" || from.mark === "none" || from.mark === "waiting") return null;
  const duration = from.at === null || to.at === null ? null : to.at - from.at;
  return { tone: toneOf(to.mark), open: to.mark === "waiting" || to.mark === "expired", duration };
}

function lastStretch(sent: Station, acknowledged: Station, last: Station): Stretch | null {
  return stretch(acknowledged.mark === "passed" ? acknowledged : sent, last);
}

function toneOf(mark: StationMark): Stretch["tone"] {
  if (mark === "done") return "ok";
  if (mark === "failed") return "critical";
  return mark === "timedOut" ? "warn" : "plain";
}
