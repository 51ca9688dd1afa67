/** A fault switched by hand: on the command line (`NAME@DEVICE`) or on stdin (`fault DEVICE NAME on|off`). */
export type FaultOrder = { device: string; fault: string; on: boolean };

/** Null where the line is not of this shape. */
export function readFaultLine(line: string): FaultOrder | null {
  const [word, device, fault, state, ...rest] = line.trim().split(/\s+/);
  if (word !== "fault" || device === undefined || fault === undefined || rest.length > 0) return null;
  return state === "on" || state === "off" ? { device, fault, on: state === "on" } : null;
}

export function readFaultOption(option: string): FaultOrder | null {
  const at = option.indexOf("@");
  if (at <= 0 || at === option.length - 1) return null;
  return { fault: option.slice(0, at), device: option.slice(at + 1), on: true };
}

/** A fault of a history, from one moment to another: `NAME@DEVICE@FROM@UNTIL` in epoch milliseconds. */
export type FaultSpan = { device: string; fault: string; fromMs: number; untilMs: number };

/** Null where the option is not of this shape. */
export function readFaultSpan(option: string): FaultSpan | null {
  const [fault = "", device = "", from = "", until = "", ...rest] = option.split("@");
  const isNamed = fault !== "" && device !== "" && rest.length === 0;
  if (!isNamed || !/^\d{1,15}$/.test(from) || !/^\d{1,15}$/.test(until)) return null;
  const span = { device, fault, fromMs: Number(from), untilMs: Number(until) };
  return span.fromMs < span.untilMs ? span : null;
}
