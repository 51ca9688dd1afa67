import { serveConfig } from "../features/system/config/config.feature.ts";
import { createConfigService } from "../features/system/config/config.service.ts";
import { serveDictionaries } from "../features/system/dict/dict.feature.ts";
import { createDictService } from "../features/system/dict/dict.service.ts";
import { serveNotices } from "../features/system/notices/notice.feature.ts";
import { createNoticeService } from "../features/system/notices/notice.service.ts";
import type { OrgUnitService } from "../features/system/org-units/org-unit.service.ts";
import type { SystemEvents } from "../features/system/system-events.ts";
import type { EventBus } from "../platform/event-bus.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";

/** Dictionaries, parameters, notices. */
export function createSettingsParts(options: {
  db: Db;
  zone: string;
  now: () => number;
  orgUnits: OrgUnitService;
  events: EventBus<SystemEvents>;
}) {
  const dictionaries = createDictService(options);
  const config = createConfigService(options);
  const notices = createNoticeService(options);
  return {
    config,
    notices,

    routes(serve: Serve, parts: ResourceParts): void {
      serveDictionaries(serve, dictionaries, parts);
      serveConfig(serve, config, parts);
      serveNotices(serve, notices);
    },

    /** Adds what this version brings along and the database does not have yet. */
    async ensureBuiltIn(): Promise<void> {
      await dictionaries.ensureShipped();
      await config.ensureBuiltIn();
    },
  };
}
