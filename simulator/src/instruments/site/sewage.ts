import { chance, wander } from "../../random.ts";
import { stream } from "./stream.ts";

export type Site = { seed: number; designFlow: number; latitude: number; longitude: number };

/** m³/h, m, –, µS/cm: what the probes in the channel see. `storm` is rain's share over the dry-weather mean flow. */
export type Sewage = { flow: number; storm: number; level: number; ph: number; conductivity: number };

const hour = 3_600_000;

/** The channel at a moment: people's day and week, rain, and slow disturbances around the design flow (m³/d). */
export function sewageAt(site: Site, ms: number): Sewage {
  const { seed } = site;
  const mean = site.designFlow / 24;
  const people = dayFactor(ms + timeZoneMs(site));
  const storm = stormAt(seed, ms);
  const unrest = 1 + 0.05 * wander(seed, stream.flowSlow, ms, 4 * hour) + noise(seed, ms);
  const ratio = Math.max(0.02, (people + storm) * unrest);
  const diluted = storm / (1 + storm);
  // Urine and washing water follow people, so that salt and pH rise with the morning peak and fall with rain.
  const load = people - 1;
  return {
    flow: mean * ratio,
    storm,
    level: normalDepth(site.designFlow) * ratio ** 0.6 + 0.004 * wander(seed, stream.level, ms, 60_000),
    ph: 7.45 + 0.22 * load - 0.3 * diluted + 0.08 * wander(seed, stream.ph, ms, 2 * hour),
    conductivity:
      (1050 + 250 * chance(seed, stream.site, 1)) *
      (1 + 0.16 * load) *
      (1 - 0.55 * diluted) *
      (1 + 0.03 * wander(seed, stream.conductivity, ms, hour / 2)),
  };
}

/** Mean flow of dry weather, m³/h; programs that follow the flow are laid out for it. */
export function meanFlow(site: Site): number {
  return site.designFlow / 24;
}

/** Solar time of the site in whole hours from UTC: near enough to people's habits. */
export function timeZoneMs(site: { longitude: number }): number {
  return Math.round(site.longitude / 15) * hour;
}

/** People's use of water over day and week, mean about 1: peaks near 8 and 20 h, later and lower on weekends. */
function dayFactor(local: number): number {
  const clock = (local / hour) % 24;
  const weekend = weekendShare(local);
  const morning = bump(clock, 8.1 + 1.7 * weekend, 2) * (0.86 - 0.16 * weekend);
  const noon = bump(clock, 13.5, 3) * (0.34 + 0.1 * weekend);
  const evening = bump(clock, 20.2, 3) * 0.65;
  return ((0.42 + morning + noon + evening) / 0.91) * (1 - 0.04 * weekend);
}

/** 0 on weekdays, 1 on Saturday and Sunday, blending over four hours around midnight. */
function weekendShare(local: number): number {
  // 1 January 1970 was a Thursday: 72 hours after Monday.
  const hours = (local / hour + 72) % 168;
  const rise = ramp(hours, 118, 122);
  return hours < 24 ? 1 - ramp(hours + 168, 166, 170) : rise - ramp(hours, 166, 170);
}

function ramp(x: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (x - from) / (to - from)));
}

function bump(clock: number, centre: number, width: number): number {
  const apart = Math.abs(clock - centre);
  const distance = Math.min(apart, 24 - apart) / width;
  return Math.exp(-0.5 * distance * distance);
}

/** Storms: in one of eight half days one begins; it swells over two hours and drains over a day. */
function stormAt(seed: number, ms: number): number {
  const slotMs = 12 * hour;
  const slot = Math.floor(ms / slotMs);
  let sum = 0;
  for (let n = slot; n > slot - 5; n--) {
    if (chance(seed, stream.stormComes, n) > 0.12) continue;
    const age = (ms - (n + chance(seed, stream.stormStart, n)) * slotMs) / hour;
    if (age <= 0) continue;
    const size = 0.25 + 1.1 * chance(seed, stream.stormSize, n) ** 2;
    sum += size * (1 - Math.exp(-age / 1.5)) * Math.exp(-age / 8);
  }
  return sum;
}

function noise(seed: number, ms: number): number {
  const swell = 0.02 * wander(seed, stream.flowFast, ms, hour / 3);
  return swell + 0.008 * (chance(seed, stream.flowMeter, Math.floor(ms / 1000)) - 0.5);
}

/** Depth of the dry-weather mean flow in a channel built for it, metres. */
function normalDepth(designFlow: number): number {
  return 0.22 + 0.5 * (designFlow / 86_400) ** 0.4;
}
