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
