import type { FactorService } from "../features/laboratory/factors/factor.service.ts";
import { createCityLoadService } from "../features/laboratory/loads/city-load.service.ts";
import { createEuropeanSites } from "../features/laboratory/loads/european-sites.ts";
import { serveLoads } from "../features/laboratory/loads/load.feature.ts";
import { createLoadService } from "../features/laboratory/loads/load.service.ts";
import { createLoadStore } from "../features/laboratory/loads/load.store.ts";
import { createLoadCollectionService } from "../features/laboratory/loads/load-collection.service.ts";
import { createLoadCollectionStore } from "../features/laboratory/loads/load-collection.store.ts";
import { createSeriesService } from "../features/laboratory/loads/series.service.ts";
import { servePopulations } from "../features/laboratory/populations/population.feature.ts";
import { createPopulationService } from "../features/laboratory/populations/population.service.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { PrintMoment } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import { shippedData } from "../program-files.ts";
import type { FieldParts } from "./field-parts.ts";

/** Loads of drugs at the sampling points, by point, city and collection, and the populations that they are divided by. */
export function createLoadParts(options: {
  db: Db;
  zone: string;
  factors: FactorService;
  figures: FieldParts["figures"];
  /** Inhabitants below which no figure per inhabitant leaves a unit. */
  publicationFloor: () => Promise<number>;
  printMoment: PrintMoment;
  today: () => string;
  now: () => number;
}) {
  const { db, zone, factors, figures, printMoment, today, now } = options;
  const loadStore = createLoadStore(db, { zone });
  const sites = createEuropeanSites({ folder: shippedData });
  const loads = createLoadService({ store: loadStore, factors, printMoment, now });
  const series = createSeriesService({ store: loadStore, sites });
  const collections = createLoadCollectionService({
    ...{ store: loadStore, details: createLoadCollectionStore(db), now },
    floor: options.publicationFloor,
  });
  const cities = createCityLoadService({ db, store: loadStore });
  const populations = createPopulationService({ db, zone, loads, factors, figures, today });
  return {
    loads,
    sites,
    routes(serve: Serve, parts: ResourceParts): void {
      servePopulations(serve, populations);
      serveLoads(serve, { loads, series, collections, cities }, parts);
    },
  };
}
