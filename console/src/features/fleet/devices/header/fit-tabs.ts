/**
 * Which tabs are in the bar when not all fit: as many as there is room for from the left, and always the
 * chosen one, which takes the last place where it would fall into the menu.
 */
export function fitTabs(
  widths: readonly number[],
  room: number,
  moreWidth: number,
  chosen: number,
): { shown: number[]; hidden: number[] } {
  const all = widths.map((_, index) => index);
  if (sum(widths) <= room) return { shown: all, hidden: [] };
  const left = room - moreWidth;
  let used = 0;
  let count = 0;
  while (count < widths.length && used + (widths[count] ?? 0) <= left) used += widths[count++] ?? 0;
  if (chosen < count || chosen < 0) return { shown: all.slice(0, count), hidden: all.slice(count) };
  while (count > 0 && used + (widths[chosen] ?? 0) > left) used -= widths[--count] ?? 0;
  const shown = [...all.slice(0, count), chosen];
  return { shown, hidden: all.filter((index) => !shown.includes(index)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
