import { chance, wander } from "../../random.ts";
import { type Sewage, type Site, timeZoneMs } from "./sewage.ts";
import { stream } from "./stream.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Air around the box, °C: season by latitude, day and night, and weather that changes within days. */
export function ambientAt(site: Site, ms: number): number {
  const mean = 28 - 0.36 * Math.abs(site.latitude);
  const season = (2 + 0.22 * Math.abs(site.latitude)) * seasonAt(site, ms);
  const clock = (((ms + timeZoneMs(site)) / hour) % 24) / 24;
  const daily = 4.2 * Math.cos(2 * Math.PI * (clock - 15 / 24));
  const weather = 3 * wander(site.seed, stream.weather, ms, 2.5 * day);
  return Math.min(58, Math.max(-38, mean + season + daily + weather));
}

/** Sewage keeps the warmth of houses: a narrow band with the season, a breath of the day, colder in rain. */
export function waterTempAt(site: Site, sewage: Sewage, ms: number): number {
  const mean = 20 - 0.1 * Math.abs(site.latitude);
  const season = (1 + 0.07 * Math.abs(site.latitude)) * seasonAt(site, ms);
  const clock = (((ms + timeZoneMs(site)) / hour) % 24) / 24;
  const daily = 0.5 * Math.cos(2 * Math.PI * (clock - 20 / 24));
  const rain = (2.2 * sewage.storm) / (1 + sewage.storm);
  const own = 1.5 * (chance(site.seed, stream.site, 2) - 0.5);
  return mean + season + daily - rain + own + 0.15 * wander(site.seed, stream.waterTemp, ms, hour);
}

/** -1 in the depth of winter, 1 in high summer of the site's hemisphere. */
function seasonAt(site: Site, ms: number): number {
  const year = 365.2425 * day;
  const sinceSummer = ((ms % year) + year) % year;
  const phase = Math.cos((2 * Math.PI * (sinceSummer - 200 * day)) / year);
  return site.latitude >= 0 ? phase : -phase;
}
