import { serveEntrustments } from "../features/evidence/entrustments/entrustment.feature.ts";
import { createEntrustmentService } from "../features/evidence/entrustments/entrustment.service.ts";
import { createEvidenceFileService } from "../features/evidence/entrustments/evidence-file.service.ts";
import { serveItems } from "../features/evidence/entrustments/item.feature.ts";
import { createItemService } from "../features/evidence/entrustments/item.service.ts";
import type { CustodyService } from "../features/laboratory/custody/custody.service.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createOffsetPrinter } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import { evidencePage } from "../program-files.ts";
import type { Core } from "./core.ts";

/** Evidence circulation: entrustments and their items, on the custody chain that samples use too. */
export function createEvidenceParts(options: {
  db: Db;
  zone: string;
  core: Pick<Core, "orgUnits" | "devices" | "clock">;
  custody: CustodyService;
  now: () => number;
}) {
  const { db, zone, core, custody, now } = options;
  const entrustments = createEntrustmentService({ db, custody, ...core, now });
  const evidenceFiles = createEvidenceFileService({
    ...{ db, custody, clock: core.clock, now, page: evidencePage, printIso: createOffsetPrinter(zone) },
  });
  const items = createItemService({ db, custody, ...core, now });
  return {
    services: { entrustments, items },
    routes(serve: Serve, parts: ResourceParts): void {
      const exportParts = { files: parts.files, printMoment: createOffsetPrinter(zone) };
      serveEntrustments(serve, { entrustments, evidenceFiles, ...exportParts });
      serveItems(serve, { items, ...exportParts });
    },
  };
}
