/** Days `yyyy-MM-dd`. Working days are Monday to Friday: public holidays are not known here. */

const dayMs = 86_400_000;

/** The working day that many working days after a day. */
export function addWorkingDays(day: string, count: number): string {
  let at = Date.parse(`${day}T00:00:00Z`);
  for (let left = count; left > 0; ) {
    at += dayMs;
    if (isWorkingDay(at)) left -= 1;
  }
  return new Date(at).toISOString().slice(0, 10);
}

/** How many working days are left until a day; 0 on it and after it. */
export function workingDaysUntil(from: string, until: string): number {
  let count = 0;
  for (let at = Date.parse(`${from}T00:00:00Z`) + dayMs; at <= Date.parse(`${until}T00:00:00Z`); at += dayMs)
    if (isWorkingDay(at)) count += 1;
  return count;
}

function isWorkingDay(at: number): boolean {
  const day = new Date(at).getUTCDay();
  return day !== 0 && day !== 6;
}
