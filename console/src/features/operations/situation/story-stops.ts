import { firstStops } from "./demo-order.ts";

/** As many stills as a meeting looks at. */
const maxStills = 12;

type Stop = Parameters<typeof firstStops>[0][number];

/** The stops that the demo comes to first, in its order, then others as they are listed; each place once. */
export function storyStops<Device extends Stop>(
  devices: readonly Device[],
  rising: ReadonlyMap<number, number>,
): Device[] {
  const first = firstStops(devices, rising).flatMap(
    (id) => devices.find(({ deviceId }) => deviceId === id) ?? [],
  );
  const seen = new Set<string>();
  return [...first, ...devices]
    .filter(({ deviceId, pointId }) => {
      const place = pointId === null ? `device ${deviceId}` : `point ${pointId}`;
      return !seen.has(place) && seen.add(place);
    })
    .slice(0, maxStills);
}
