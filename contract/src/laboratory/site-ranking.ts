/** A place in a ranking of daily means, mg/d of 1000 inhabitants. */
export type RankedSite = { name: string; country: string; load: number; isOwn: boolean };

/**
 * Sites spread evenly over their ranking, the highest and the lowest among them, with the own one in its place; the
 * highest first. `sites` come the lowest first.
 */
export function rankSites(
  sites: readonly { city: string; country: string; load: string }[],
  own: { name: string; load: number } | null,
  count: number,
): RankedSite[] {
  const wanted = Math.min(sites.length, own === null ? count : count - 1);
  const places = new Set(
    Array.from({ length: wanted }, (_, at) =>
      Math.round((at * (sites.length - 1)) / Math.max(1, wanted - 1)),
    ),
  );
  const ranked: RankedSite[] = sites
    .filter((_, at) => places.has(at))
    .map(({ city, country, load }) => ({ name: city, country, load: Number(load), isOwn: false }));
  if (own !== null) ranked.push({ ...own, country: "", isOwn: true });
  return ranked.sort((a, b) => b.load - a.load);
}
