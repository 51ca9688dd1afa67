import type { Plant } from "./plants.ts";

/** The zone of a plant, IANA; empty for the two sums over all of Australia, which lie in several. */
export function zoneOfPlant({ country, lat, lon }: Pick<Plant, "country" | "lat" | "lon">): string {
  if (country === "BR") return lat > -10 ? "America/Fortaleza" : "America/Sao_Paulo";
  if (country === "US") return lon < -115 ? "America/Los_Angeles" : "America/New_York";
  return zones[country] ?? "";
}

const zones: Readonly<Record<string, string>> = {
  AT: "Europe/Vienna",
  BA: "Europe/Sarajevo",
  BE: "Europe/Brussels",
  CA: "America/Toronto",
  CH: "Europe/Zurich",
  CL: "America/Santiago",
  CY: "Asia/Nicosia",
  CZ: "Europe/Prague",
  DE: "Europe/Berlin",
  DK: "Europe/Copenhagen",
  EE: "Europe/Tallinn",
  ES: "Europe/Madrid",
  FI: "Europe/Helsinki",
  FR: "Europe/Paris",
  GB: "Europe/London",
  "GB-SCT": "Europe/London",
  GR: "Europe/Athens",
  H: "Europe/Budapest",
  HR: "Europe/Zagreb",
  HU: "Europe/Budapest",
  IE: "Europe/Dublin",
  IS: "Atlantic/Reykjavik",
  IT: "Europe/Rome",
  KR: "Asia/Seoul",
  LT: "Europe/Vilnius",
  LU: "Europe/Luxembourg",
  LV: "Europe/Riga",
  MT: "Europe/Malta",
  NL: "Europe/Amsterdam",
  NO: "Europe/Oslo",
  NZ: "Pacific/Auckland",
  PL: "Europe/Warsaw",
  PT: "Europe/Lisbon",
  RO: "Europe/Bucharest",
  RS: "Europe/Belgrade",
  SE: "Europe/Stockholm",
  SI: "Europe/Ljubljana",
  SK: "Europe/Bratislava",
  TR: "Europe/Istanbul",
};
