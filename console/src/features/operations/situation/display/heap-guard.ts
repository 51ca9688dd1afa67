const firstHourMs = 3_600_000;
/** A small heap doubles without harm. */
const smallMb = 120;

/** Says when a page that stays open for months has grown to twice the heap that it had after its first hour. */
export function createHeapGuard(): (heapMb: number | null, openForMs: number) => boolean {
  let afterFirstHour: number | null = null;
  return (heapMb, openForMs) => {
    if (heapMb === null || openForMs < firstHourMs) return false;
    afterFirstHour ??= heapMb;
    return heapMb > Math.max(smallMb, 2 * afterFirstHour);
  };
}
