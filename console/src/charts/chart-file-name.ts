import { formatMoment } from "../kit/moment.ts";

const maxNames = 3;

/** What a saved chart holds: the device, its properties and the period, without what a file's name must not have. */
export function chartFileName(given: {
  device: string;
  titles: readonly string[];
  begin: number;
  end: number;
}): string {
  const { device, titles, begin, end } = given;
  const more = titles.length > maxNames ? [`+${titles.length - maxNames}`] : [];
  const names = [...titles.slice(0, maxNames), ...more].join(", ");
  const time = (at: number) => formatMoment(at).slice(0, 16).replace(":", ".");
  return `${device} ${names} ${time(begin)}_${time(end)}`.replace(/[\\/:*?"<>|]/g, "-");
}
