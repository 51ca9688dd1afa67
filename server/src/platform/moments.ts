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
