/** The hour in which nobody looks: each display has a minute of its own in it, so that a hall does not reload at once. */
const quietHour = "03";
const hourMs = 3_600_000;

/**
 * Whether a page that stays open for months starts again now: once a night, at the display's own minute or the next
 * report after it, and not when it has just been started.
 */
export function isReloadDue(minute: string, openForMs: number, displayId: number): boolean {
  const [hour, minutes] = minute.split(":");
  return hour === quietHour && Number(minutes) >= displayId % 60 && openForMs > hourMs;
}
