import { join } from "node:path";
import { serveEntrustments } from "../features/evidence/entrustments/entrustment.feature.ts";
import { createEntrustmentService } from "../features/evidence/entrustments/entrustment.service.ts";
import { createEvidenceFileService } from "../features/evidence/entrustments/evidence-file.service.ts";
import { serveInventories } from "../features/evidence/entrustments/inventory.feature.ts";
import { createInventoryService } from "../features/evidence/entrustments/inventory.service.ts";
import { serveItems } from "../features/evidence/entrustments/item.feature.ts";
import { createItemService } from "../features/evidence/entrustments/item.service.ts";
import { serveItemFiles } from "../features/evidence/entrustments/item-file.feature.ts";
import { createItemFileService } from "../features/evidence/entrustments/item-file.service.ts";
import type { CustodyService } from "../features/laboratory/custody/custody.service.ts";
import type { PersonalSigning } from "../platform/custody/event-signing.ts";
import { createBlobStore } from "../platform/files/blob-store.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createOffsetPrinter } from "../platform/moments.ts";
import { createPdfFonts } from "../platform/pdf/pdf-document.ts";
import type { PdfSigner } from "../platform/pdf/pdf-signature.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";
import { evidencePage, shippedData } from "../program-files.ts";
import type { Core } from "./core.ts";

/** Evidence circulation: entrustments and their items, on the custody chain that samples use too. */
export function createEvidenceParts(options: {
  db: Db;
  zone: string;
  core: Pick<Core, "orgUnits" | "devices" | "clock">;
  custody: CustodyService;
  dataDir: string;
  signing: PersonalSigning;
  /** PDF_CERT and PDF_KEY. */
  pdfSigner: PdfSigner | null;
  now: () => number;
}) {
  const { db, zone, core, custody, signing, dataDir, now } = options;
  const font = createPdfFonts({ folder: shippedData });
  const printIso = createOffsetPrinter(zone);
  const entrustments = createEntrustmentService({ db, custody, ...core, now, printIso, font });
  const blobs = createBlobStore({ folder: join(dataDir, "evidence") });
  const items = createItemService({ db, custody, ...core, now, printIso });
  const itemFiles = createItemFileService({ db, custody, items, blobs, now });
  const evidenceFiles = createEvidenceFileService({
    ...{ db, custody, clock: core.clock, now, page: evidencePage, printIso: createOffsetPrinter(zone) },
    files: itemFiles,
  });
  const inventories = createInventoryService({ db, custody, ...core, now });
  const print = { font, signer: options.pdfSigner, stamp: custody.stampBytes };
  return {
    services: { entrustments, items },
    /** What an upload left half written goes. */
    start: () => blobs.expire(now()),
    routes(serve: Serve, parts: ResourceParts): void {
      const exportParts = { files: parts.files, printMoment: createOffsetPrinter(zone) };
      serveEntrustments(serve, { entrustments, evidenceFiles, signing, print, ...exportParts });
      serveItems(serve, { items, signing, ...exportParts });
      serveItemFiles(serve, { itemFiles, items });
      serveInventories(serve, { inventories });
    },
  };
}
