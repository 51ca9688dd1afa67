import type { DeptService } from "../features/system/dept/dept.service.ts";
import type { LicenceService } from "../features/system/licences/licence.service.ts";
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
}) {
  const { depts } = options;
  const print = createMomentPrinter(options.zone);
  const users = createUserService({ ...options, print });
  const roles = createRoleService({ ...options, print });
  return {
    routes(serve: Serve, parts: ResourceParts): void {
      serveUsers(serve, users, { ...parts, depts });
      serveRoles(serve, roles, { ...parts, users });
    },
  };
}
