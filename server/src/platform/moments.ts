/** Prints instants as `yyyy-MM-dd HH:mm:ss` in the server's zone. */
export type PrintMoment = (at: Date) => string;

export function createMomentPrinter(timeZone: string): PrintMoment {
  // Swedish prints ISO order; h23 keeps midnight at 00.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  return (at) => format.format(at);
}

/** Prints instants as ISO 8601 in the server's zone with its offset: `2026-05-11T15:20:00+08:00`. */
export function createOffsetPrinter(timeZone: string): PrintMoment {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  const zone = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  return (at) => {
    const name = zone.formatToParts(at).find((part) => part.type === "timeZoneName")?.value ?? "GMT";
    return `${format.format(at).replace(" ", "T")}${name === "GMT" ? "+00:00" : name.slice(3)}`;
  };
}

/** The instant at which a day begins in a zone. */
export function startOfDay(timeZone: string, day: string): Date {
  return momentIn(timeZone, day);
}

/** The instant of `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss` in a zone. */
export function momentIn(timeZone: string, text: string): Date {
  const utc = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || "00:00:00"}Z`);
  const print = createMomentPrinter(timeZone);
  const shown = (at: number) => Date.parse(`${print(new Date(at)).replace(" ", "T")}Z`);
  const first = utc - (shown(utc) - utc);
  // Once more where the offset changes between the two.
  return new Date(utc - (shown(first) - first));
}
