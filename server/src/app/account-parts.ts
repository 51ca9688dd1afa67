import {
  serveAccountRequests,
  serveApplicants,
} from "../features/system/account-requests/account-request.feature.ts";
import { createAccountRequestService } from "../features/system/account-requests/account-request.service.ts";
import { createApplicantService } from "../features/system/account-requests/applicant.service.ts";
import { serveAppLogIn } from "../features/system/app-users/app-log-in.feature.ts";
import { createAppLogIn } from "../features/system/app-users/app-log-in.service.ts";
import { serveAppUsers } from "../features/system/app-users/app-user.feature.ts";
import { createAppUserService } from "../features/system/app-users/app-user.service.ts";
import type { ReadSetting } from "../features/system/config/config.service.ts";
import type { LogInLogService } from "../features/system/login-log/login-log.service.ts";
import type { MessageService } from "../features/system/messages/message.service.ts";
import { createOneTimeCodes } from "../features/system/one-time-codes/one-time-code.service.ts";
import { servePasswordReset } from "../features/system/password-reset/password-reset.feature.ts";
import { createPasswordReset } from "../features/system/password-reset/password-reset.service.ts";
import { serveQrLogIn } from "../features/system/qr-log-in/qr-log-in.feature.ts";
import { createQrLogIn } from "../features/system/qr-log-in/qr-log-in.service.ts";
import { handOver, recordLogIn, visitorOf } from "../features/system/session/session.routes.ts";
import type { SessionService } from "../features/system/session/session.service.ts";
import { createSsoStore } from "../features/system/session/single-sign-on/sso.store.ts";
import type { SystemEvents } from "../features/system/system-events.ts";
import type { AccountService } from "../features/system/users/account.service.ts";
import type { UserService } from "../features/system/users/user.service.ts";
import type { DayClock } from "../platform/day-clock.ts";
import type { EventBus } from "../platform/event-bus.ts";
import type { ExportFiles } from "../platform/files/export-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { JobDefinition } from "../platform/job-definition.ts";
import { createLater } from "../platform/later.ts";
import type { Log } from "../platform/log.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Db } from "../platform/store/database.ts";

/** How accounts come and are got back: requests for them, forgotten passwords, log-in by QR code, APP users. */
export function createAccountParts(options: {
  db: Db;
  secrets: SecretBox;
  messages: MessageService;
  sessions: SessionService;
  users: UserService;
  accounts: AccountService;
  logIns: LogInLogService;
  events: EventBus<SystemEvents>;
  read: ReadSetting;
  /** Addresses of proxies, which stand for many visitors. */
  isShared: (address: string) => boolean;
  clock: DayClock;
  log: Log;
  now: () => number;
}) {
  const { sessions, read, now } = options;
  const { today } = options.clock;
  const codes = createOneTimeCodes(options);
  const later = createLater({ delayMs: 700, log: options.log, what: "a code could not be sent" });
  const applicants = createApplicantService({ ...options, codes, isOpen: () => read("registration") });
  const requests = createAccountRequestService({
    ...{ ...options, today },
    linkIdentity: (trx, userId, identity) => createSsoStore(trx).link(userId, identity),
  });
  const reset = createPasswordReset({ ...options, codes, later, today });
  const qr = createQrLogIn(options);
  const appLogIn = createAppLogIn({ ...options, codes, later, today });
  const appUsers = createAppUserService(options);
  const entry = { record: recordLogIn.bind(null, options.logIns), visitorOf, handOver };
  const yesterday = () => new Date(now() - 86_400_000);
  return {
    jobs: [
      expiryJob({
        requests: requests.expire,
        codes: async () => (await codes.removeBefore(yesterday())) + (await qr.removeBefore(yesterday())),
      }),
    ],
    routes(serve: Serve, files: ExportFiles): void {
      serveApplicants(serve, applicants, sessions);
      serveAccountRequests(serve, requests);
      servePasswordReset(serve, reset, sessions);
      serveQrLogIn(serve, qr, entry);
      serveAppLogIn(serve, appLogIn, entry);
      serveAppUsers(serve, appUsers, files);
    },
    stop: later.stop,
  };
}

/** Takes away what has run out. */
function expiryJob(expire: { requests: () => Promise<number>; codes: () => Promise<number> }): JobDefinition {
  return {
    key: "accountExpiry",
    name: { en: "Account requests and codes", zh: "账号申请与验证码清理" },
    about: {
      en: "Ends account requests that nobody decided within 30 days, deletes decided ones after a year and one-time codes after a day.",
      zh: "结束 30 天内未处理的账号申请，清除一年前已处理的申请和一天前的一次性验证码。",
    },
    defaultCron: "25 * * * *",
    async run() {
      const requests = await expire.requests();
      const codes = await expire.codes();
      return {
        en: `${requests} account requests ended or deleted, ${codes} codes deleted.`,
        zh: `已结束或清除账号申请 ${requests} 条、验证码 ${codes} 个。`,
        idle: requests + codes === 0,
      };
    },
  };
}
