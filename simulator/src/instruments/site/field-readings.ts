import { chance, wander } from "../../random.ts";
import { stream } from "./stream.ts";

/** What radio, receiver and clock of any device in the field show. */

const gpsSlotMs = 300_000;

/** dBm. */
export function rssiAt(seed: number, ms: number): number {
  const place = -66 - 24 * chance(seed, stream.rssi, -1);
  const drift = 4 * wander(seed, stream.rssi, ms, 1_800_000);
  const flicker = 3 * (chance(seed, stream.rssiFlicker, Math.floor(ms / 1000)) - 0.5);
  return Math.max(-130, Math.min(0, Math.round(place + drift + flicker)));
}

export type Place = { latitude: number; longitude: number };

/** Within some metres of a place, as receivers show it; a new fix every five minutes. */
export function fixAt(seed: number, place: Place, ms: number): Place {
  const slot = Math.floor(ms / gpsSlotMs);
  const metre = 1 / 111_320;
  const north = 6 * (chance(seed, stream.gpsNorth, slot) - 0.5) * metre;
  const east = (6 * (chance(seed, stream.gpsEast, slot) - 0.5) * metre) / shrinkOfDegree(place.latitude);
  return { latitude: round(place.latitude + north, 90), longitude: round(place.longitude + east, 180) };
}

/** Moved by metres to the north and to the east. */
export function movedBy(place: Place, north: number, east: number): Place {
  const metre = 1 / 111_320;
  return {
    latitude: place.latitude + north * metre,
    longitude: place.longitude + (east * metre) / shrinkOfDegree(place.latitude),
  };
}

/** Metres between two places that are near each other. */
export function metresBetween(a: Place, b: Place): number {
  const north = (b.latitude - a.latitude) * 111_320;
  const east = (b.longitude - a.longitude) * 111_320 * shrinkOfDegree(a.latitude);
  return Math.hypot(north, east);
}

function shrinkOfDegree(latitude: number): number {
  return Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
}

function round(degrees: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, Math.round(degrees * 1e6) / 1e6)) + 0;
}
