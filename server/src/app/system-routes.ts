import { serveDepts } from "../features/system/dept/dept.feature.ts";
import { serveLicences } from "../features/system/licences/licence.feature.ts";
import type { LicenceKey } from "../features/system/licences/licence-key.ts";
import { readBuildPages } from "../features/system/menu/build-pages.ts";
import { serveMenuEdits } from "../features/system/menu/menu-edit.feature.ts";
import { createMenuEditService } from "../features/system/menu/menu-edit.service.ts";
import { servePosts } from "../features/system/posts/post.feature.ts";
import { serveUnits } from "../features/system/units/unit.feature.ts";
import type { MadeFiles } from "../platform/files/made-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createMomentPrinter } from "../platform/moments.ts";
import type { ImportJobs } from "../platform/resource/import-jobs.ts";
import type { Db } from "../platform/store/database.ts";
import type { Core } from "./core.ts";

/** The calls about units with their departments, posts and authorizations, and about the menu. */
export function serveSystem(
  serve: Serve,
  parts: {
    db: Db;
    core: Core;
    licenceKey: LicenceKey;
    files: MadeFiles;
    imports: ImportJobs;
    zone: string;
    consoleFolder: string;
  },
): void {
  const { db, files, imports } = parts;
  const { systemEvents, clock, depts, licences } = parts.core;
  const print = createMomentPrinter(parts.zone);
  serveDepts(serve, depts, systemEvents);
  serveLicences(serve, { licences, depts, key: parts.licenceKey, print, events: systemEvents });
  serveUnits(serve, { db, depts, clock }, { files, imports });
  servePosts(serve, { db, print }, { files, imports });
  const menuEdits = createMenuEditService({ db, components: () => readBuildPages(parts.consoleFolder) });
  serveMenuEdits(serve, menuEdits, systemEvents);
}
