import { expect, test } from "vitest";
import { rankSites } from "./site-ranking.ts";

const sites = Array.from({ length: 100 }, (_, at) => ({
  city: `City ${at}`,
  country: "BE",
  load: `${at * 10}`,
}));

test("ranks the own point among the cities, the highest and the lowest of them included", () => {
  const ranked = rankSites(sites, { name: "Northgate", load: 294 }, 12);
  expect(ranked).toHaveLength(12);
  expect(ranked[0]).toMatchObject({ name: "City 99" });
  expect(ranked.at(-1)).toMatchObject({ name: "City 0" });
  const loads = ranked.map((one) => one.load);
  expect(loads).toEqual([...loads].sort((a, b) => b - a));
  expect(ranked.filter((one) => one.isOwn)).toEqual([
    { name: "Northgate", country: "", load: 294, isOwn: true },
  ]);
});

test("shows all of a few cities, and cities alone where the point has no mean", () => {
  expect(rankSites(sites.slice(0, 3), null, 12).map((one) => one.name)).toEqual([
    "City 2",
    "City 1",
    "City 0",
  ]);
  expect(rankSites([], { name: "Northgate", load: 1 }, 12)).toHaveLength(1);
});
