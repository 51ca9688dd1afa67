import type { QueryOf, ReplyOf } from "@tracewater/contract/call";
import type { getCityLoads } from "@tracewater/contract/laboratory/city-loads";
import { fieldError } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { citiesOf, daysOfCity } from "./city-load.model.ts";
import { createCityLoadStore } from "./city-load.store.ts";
import type { LoadStore } from "./load.store.ts";

export type CityLoadService = ReturnType<typeof createCityLoadService>;
type Asked = QueryOf<typeof getCityLoads>;

const dayMs = 86_400_000;
const defaultDays = 90;
const maxDays = 400;
const maxLoads = 20_000;
const maxPlants = 2000;
const maxCities = 200;

/** Cities by the loads in force of their plants. */
export function createCityLoadService(options: { db: Db; store: Pick<LoadStore, "listCollected"> }) {
  const store = createCityLoadStore(options.db);

  async function spanOf(scope: Scope, { from, until, ...asked }: Asked) {
    const last = until ?? (await store.newestDay(scope, asked));
    if (last === null) return null;
    const first = from ?? new Date(Date.parse(last) - (defaultDays - 1) * dayMs).toISOString().slice(0, 10);
    if (last < first)
      throw fieldError("until", { en: "must not be before the first day", zh: "不能早于起始日期" });
    if ((Date.parse(last) - Date.parse(first)) / dayMs >= maxDays)
      throw fieldError("until", { en: `must not exceed ${maxDays} days`, zh: `最多 ${maxDays} 天` });
    return { from: first, until: last };
  }

  return {
    async read(scope: Scope, asked: Asked): Promise<ReplyOf<typeof getCityLoads>["data"]> {
      const span = await spanOf(scope, asked);
      if (span === null) return { from: null, until: null, cities: [], days: [] };
      const { analyte, phase, source } = asked;
      const wanted = { analyte, phase, source, ...span };
      const [points, loads] = await Promise.all([
        store.listPlants(scope, wanted, maxPlants),
        options.store.listCollected(scope, wanted, maxLoads + 1),
      ]);
      if (loads.length > maxLoads)
        throw fieldError("until", {
          en: `more than ${maxLoads} loads: select a shorter period`,
          zh: `负荷超过 ${maxLoads} 条，请缩短日期范围`,
        });
      const found = citiesOf(points, loads, { ...span, phase });
      const chosen = found.find(({ city }) => city.city === asked.city && city.country === asked.country);
      return {
        ...span,
        cities: found.slice(0, maxCities).map(({ city }) => city),
        days: chosen === undefined ? [] : daysOfCity(chosen.plants),
      };
    },
  };
}
