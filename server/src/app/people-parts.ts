import type { LicenceService } from "../features/system/licences/licence.service.ts";
import type { LogInLogService } from "../features/system/login-log/login-log.service.ts";
import { serveOnline } from "../features/system/online/online.feature.ts";
import { createOnlineService } from "../features/system/online/online.service.ts";
import type { OrgUnitService } from "../features/system/org-units/org-unit.service.ts";
import { createDocuments } from "../features/system/profile/documents.ts";
import { createPortraits } from "../features/system/profile/portraits.ts";
import { serveProfile } from "../features/system/profile/profile.feature.ts";
import { createProfileService } from "../features/system/profile/profile.service.ts";
import { createUploadLimit } from "../features/system/profile/upload-limit.ts";
import { serveUploads } from "../features/system/profile/uploads.feature.ts";
import { serveRoles } from "../features/system/roles/role.feature.ts";
import { createRoleService } from "../features/system/roles/role.service.ts";
import type { SecurityMail } from "../features/system/security-mail.store.ts";
import { servePasskeys } from "../features/system/session/passkeys/passkey.feature.ts";
import type { PasskeyService } from "../features/system/session/passkeys/passkey.service.ts";
import {
  serveFactorReset,
  serveSecondFactor,
} from "../features/system/session/second-factor/second-factor.feature.ts";
import type { SecondFactorService } from "../features/system/session/second-factor/second-factor.service.ts";
import type { SessionService } from "../features/system/session/session.service.ts";
import type { SystemEvents } from "../features/system/system-events.ts";
import { createAccountService } from "../features/system/users/account.service.ts";
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
  orgUnits: OrgUnitService;
  licences: LicenceService;
  sessions: SessionService;
  events: EventBus<SystemEvents>;
  now: () => number;
  dataDir: string;
  factors: SecondFactorService;
  passkeys: PasskeyService;
  logIns: LogInLogService;
  mail: SecurityMail;
  /** Throws where the platform needs this user's passkey. */
  requireKeyOf: (userId: number) => Promise<void>;
}) {
  const { orgUnits, sessions, db, factors, passkeys, mail, requireKeyOf } = options;
  const print = createMomentPrinter(options.zone);
  const users = createUserService({ ...options, print });
  const roles = createRoleService({ ...options, print });
  const online = createOnlineService({ db, sessions, print });
  const countUpload = createUploadLimit(options.now);
  const portraits = createPortraits({ ...options, countUpload });
  const documents = createDocuments(options);
  const profile = createProfileService({ ...options, portraits });
  return {
    users,
    accounts: createAccountService(options),
    expirePortraits: profile.expirePortraits,
    routes(serve: Serve, parts: ResourceParts): void {
      serveUsers(serve, users, { ...parts, orgUnits });
      serveRoles(serve, roles, { ...parts, users });
      serveOnline(serve, online);
      serveFactorReset(serve, {
        ...{ users, sessions, mail },
        async removeAll(userId) {
          await requireKeyOf(userId);
          await factors.remove(userId);
          await passkeys.removeAll(userId);
        },
      });
      servePasskeys(serve, { passkeys, sessions, mail, print, requireKeyOf });
      serveSecondFactor(serve, { factors, sessions, mail, print });
      serveProfile(serve, profile, { portraits, online, logIns: options.logIns, files: parts.files, print });
      serveUploads(serve, { portraits, documents, files: parts.files, countUpload });
    },
  };
}
