import { declaredResources } from "@tracewater/contract/declared-calls";
import { serveGenerator } from "../features/system/generator/generator.feature.ts";
import { createGeneratorService } from "../features/system/generator/generator.service.ts";
import { serveLicences } from "../features/system/licences/licence.feature.ts";
import type { LicenceKey } from "../features/system/licences/licence-key.ts";
import { readBuildPages } from "../features/system/menu/build-pages.ts";
import { serveMenuEdits } from "../features/system/menu/menu-edit.feature.ts";
import { createMenuEditService } from "../features/system/menu/menu-edit.service.ts";
import { serveOrgUnits } from "../features/system/org-units/org-unit.feature.ts";
import { servePosts } from "../features/system/posts/post.feature.ts";
import { serveUnits } from "../features/system/units/unit.feature.ts";
import type { ExportFiles } from "../platform/files/export-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createMomentPrinter } from "../platform/moments.ts";
import type { ImportJobs } from "../platform/resource/import-jobs.ts";
import type { Db } from "../platform/store/database.ts";
import type { TableReader } from "../platform/tables/table-reader.ts";
import { sourceFolder } from "../program-files.ts";
import type { Core } from "./core.ts";

/** The calls about units with their departments, posts and authorizations, and about the menu. */
export function serveSystem(
  serve: Serve,
  parts: {
    db: Db;
    core: Core;
    licenceKey: LicenceKey;
    files: ExportFiles;
    imports: ImportJobs;
    tables: TableReader;
    zone: string;
    consoleFolder: string;
  },
): void {
  const { db, files, imports, tables } = parts;
  const { systemEvents, clock, orgUnits, licences } = parts.core;
  const print = createMomentPrinter(parts.zone);
  serveOrgUnits(serve, orgUnits, systemEvents);
  serveLicences(serve, {
    ...{ licences, requireUnit: orgUnits.requireUnit, key: parts.licenceKey, print, events: systemEvents },
  });
  serveUnits(serve, { db, orgUnits, clock }, { files, imports, tables });
  servePosts(serve, { db, print }, { files, imports, tables });
  const menuEdits = createMenuEditService({ db, components: () => readBuildPages(parts.consoleFolder) });
  serveMenuEdits(serve, menuEdits, systemEvents);
  const generator = createGeneratorService({ db, resources: declaredResources, sourceFolder });
  serveGenerator(serve, generator, { files, tables });
}
