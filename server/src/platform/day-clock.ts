/** Instants, and the days they fall on in the server's zone. */
export type DayClock = {
  /** The server's zone, IANA. */
  zone: string;
  now(): Date;
  /** `yyyy-MM-dd`. */
  today(): string;
  /** The day that many days from today. */
  dayIn(days: number): string;
};

export function createDayClock(timeZone: string, now: () => number): DayClock {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  const today = () => format.format(now());
  return {
    zone: timeZone,
    now: () => new Date(now()),
    today,
    dayIn(days) {
      const day = new Date(`${today()}T00:00:00Z`);
      day.setUTCDate(day.getUTCDate() + days);
      return day.toISOString().slice(0, 10);
    },
  };
}
