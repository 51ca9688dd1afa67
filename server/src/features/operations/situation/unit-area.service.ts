/* Areas of responsibility with what the catchments in them say. */
import type { QueryOf, ReplyOf } from "@tracewater/contract/call";
import { type Catchment, type LonLat, squareKmOf } from "@tracewater/contract/field/catchment";
import type { getSituationPoints } from "@tracewater/contract/operations/situation";
import type { listUnitAreas, unitArea } from "@tracewater/contract/operations/unit-areas";
import { personLabel } from "@tracewater/contract/system/person-label";
import type { z } from "zod";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { coverOf, shareInside } from "./cover.model.ts";
import { createUnitAreaStore } from "./unit-area.store.ts";

const maxAreas = 200;
/** Shares that were worked out are kept: a catchment and an area seldom change. */
const maxShares = 20_000;

const unitName = { en: "Unit", zh: "单位" };
type Area = z.infer<typeof unitArea>;
type Points = ReplyOf<typeof getSituationPoints>["data"];

export function createUnitAreaService(options: {
  db: Db;
  readPoints: (scope: Scope, query: QueryOf<typeof getSituationPoints>) => Promise<Points>;
}) {
  const store = createUnitAreaStore(options.db);
  const shares = new Map<string, number>();

  async function requireUnit(scope: Scope, id: number) {
    const found = await store.findUnit(scope, id);
    if (found === undefined) throw notFound(unitName);
    return found;
  }

  type Shape = { id: number; area: Catchment; changedAt: number };
  function shareOf(point: Shape, unit: Shape): number {
    const [ring, area] = [ringOf(point.area), ringOf(unit.area)];
    if (!boxesMeet(ring, area)) return 0;
    const key = `${point.id}/${point.changedAt}/${unit.id}/${unit.changedAt}`;
    const known = shares.get(key) ?? shareInside(ring, area);
    if (shares.size >= maxShares) shares.clear();
    shares.set(key, known);
    return known;
  }

  return {
    async read(scope: Scope, unitId: number): Promise<Area | null> {
      await requireUnit(scope, unitId);
      return store.find(unitId);
    },

    async set(caller: Caller, unitId: number, next: Pick<Area, "area" | "people"> | null) {
      const unit = await requireUnit(caller.scope, unitId);
      const before = await store.find(unitId);
      if (next === null) await store.remove(unitId);
      else {
        const { area, people } = next;
        const squareKm = squareKmOf(ringOf(area));
        await store.set(unitId, { text: JSON.stringify(area), people, squareKm, by: personLabel(caller) });
      }
      return { unit, before };
    },

    async list(
      scope: Scope,
      query: QueryOf<typeof listUnitAreas>,
    ): Promise<ReplyOf<typeof listUnitAreas>["data"]> {
      const units = await store.list(scope, maxAreas);
      if (units.length === 0) return { analyte: null, areas: [] };
      const { analyte, points } = await options.readPoints(scope, query);
      const measured = points.filter(({ isPlant, load }) => isPlant && load !== null);
      const drawn = await store.listCatchments(measured.map(({ pointId }) => pointId));
      const loads = new Map(measured.map(({ pointId, load }) => [pointId, load]));
      const areas = units.map(({ unitId, name, area, people, changedAt }) => {
        const plants = drawn
          .map(({ pointId, ...one }) => {
            const load = loads.get(pointId);
            const share = shareOf({ id: pointId, ...one }, { id: unitId, area, changedAt });
            return { mean: load?.mean ?? 0, population: load?.population ?? 0, share };
          })
          .filter(({ share }) => share > 0);
        return { ...{ unitId, name, area, people, plants: plants.length }, ...coverOf(plants, people) };
      });
      return { analyte, areas };
    },
  };
}

const ringOf = (area: Catchment): readonly LonLat[] => area.coordinates[0] ?? [];

function boxesMeet(some: readonly LonLat[], others: readonly LonLat[]): boolean {
  return [0, 1].every((axis) => {
    const of = (ring: readonly LonLat[]) => ring.map((corner) => corner[axis] ?? 0);
    const [a, b] = [of(some), of(others)];
    return Math.min(...a) <= Math.max(...b) && Math.min(...b) <= Math.max(...a);
  });
}
