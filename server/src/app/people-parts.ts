import type { DeptService } from "../features/system/dept/dept.service.ts";
import type { LicenceService } from "../features/system/licences/licence.service.ts";
import { serveOnline } from "../features/system/online/online.feature.ts";
import { createOnlineService } from "../features/system/online/online.service.ts";
import { createPortraits } from "../features/system/profile/portraits.ts";
import { serveProfile } from "../features/system/profile/profile.feature.ts";
import { createProfileService } from "../features/system/profile/profile.service.ts";
import { serveRoles } from "../features/system/roles/role.feature.ts";
import { createRoleService } from "../features/system/roles/role.service.ts";
import type { SessionService } from "../features/system/session/session.service.ts";
import type { SystemEvents } from "../features/system/system-events.ts";
import { serveUsers } from "../features/system/users/user.feature.ts";
import { createUserService } from "../features/system/users/user.service.ts";
import type { EventBus } from "../platform/event-bus.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createMomentPrinter } from "../platform/moments.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";
import type { Db } from "../platform/store/database.ts";

/** Users, roles and sessions, wired. */
export function createPeople(options: {
  db: Db;
  zone: string;
  depts: DeptService;
  licences: LicenceService;
  sessions: SessionService;
  events: EventBus<SystemEvents>;
  now: () => number;
  dataDir: string;
}) {
  const { depts, sessions, db } = options;
  const print = createMomentPrinter(options.zone);
  const users = createUserService({ ...options, print });
  const roles = createRoleService({ ...options, print });
  const online = createOnlineService({ db, sessions, print });
  const portraits = createPortraits(options);
  const profile = createProfileService({ ...options, portraits });
  return {
    start: profile.expirePortraits,
    routes(serve: Serve, parts: ResourceParts): void {
      serveUsers(serve, users, { ...parts, depts });
      serveRoles(serve, roles, { ...parts, users });
      serveOnline(serve, online);
      serveProfile(serve, profile, { portraits, online, files: parts.files, print });
    },
  };
}
