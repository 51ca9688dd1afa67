import type { EventBus } from "../../../platform/event-bus.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ApiKeyService } from "../api-keys/api-key.service.ts";
import type { LogInLogService } from "../login-log/login-log.service.ts";
import type { SecurityMail } from "../security-mail.store.ts";
import type { SystemEvents } from "../system-events.ts";
import { createAttemptStore } from "./attempt.store.ts";
import { createCaptchaService } from "./captcha.service.ts";
import { createCaptchaStore } from "./captcha.store.ts";
import { createConfirmationService } from "./confirmation.service.ts";
import type { PasskeyService } from "./passkeys/passkey.service.ts";
import { createPasswordAttempts } from "./password-attempts.ts";
import type { SecondFactorService } from "./second-factor/second-factor.service.ts";
import { createAuthentication, serveSession } from "./session.routes.ts";
import { createSessionService, type SessionService } from "./session.service.ts";
import { createSessionStore } from "./session.store.ts";
import { createSessionOpener, type SessionOpener } from "./session-opener.ts";
import { createSetUp } from "./set-up.service.ts";
import { createSetUpStore } from "./set-up.store.ts";

type SessionFeature = {
  sessions: SessionService;
  setUp: ReturnType<typeof createSetUp>;
  opener: SessionOpener;
  authenticate: ReturnType<typeof createAuthentication>;
  routes(serve: Serve): void;
};

/** Captcha, log-in, log-out, the set-up of the first administrator, and who a request's caller is. */
export function createSessionFeature(options: {
  db: Db;
  captchaEnabled: () => Promise<boolean>;
  /** Addresses of proxies, which stand for many visitors. */
  isShared: (address: string) => boolean;
  sessionHours: () => Promise<number>;
  idleMinutes: () => Promise<number>;
  now: () => number;
  events: EventBus<SystemEvents>;
  today: () => string;
  logIns: LogInLogService;
  keys: ApiKeyService;
  findDisplay: Parameters<typeof createAuthentication>[2];
  factors: SecondFactorService;
  passkeys: PasskeyService;
  mail: SecurityMail;
  passwordsClosed: () => Promise<boolean>;
}): SessionFeature {
  const { db, isShared, now, factors } = options;
  const store = createSessionStore(db);
  const tries = createAttemptStore(db);
  const attempts = createPasswordAttempts({ store: tries, isShared });
  const opener = createSessionOpener({
    ...{ store, sessionHours: options.sessionHours, today: options.today, now },
  });
  const setUp = createSetUp({ store: createSetUpStore(db), attempts, opener });
  const sessions = createSessionService({
    ...{ store, attempts, opener, factors, now, mail: options.mail },
    passwordsClosed: options.passwordsClosed,
    hasSessionAt: tries.hasSessionAt,
    captcha: createCaptchaService({
      ...{ store: createCaptchaStore(db), isEnabled: options.captchaEnabled, isShared, now },
    }),
    idleMinutes: options.idleMinutes,
    events: options.events,
    today: options.today,
  });
  const confirmations = createConfirmationService({
    ...{ store, sessions, factors, passkeys: options.passkeys },
  });
  return {
    sessions,
    setUp,
    opener,
    authenticate: createAuthentication(sessions, options.keys, options.findDisplay),
    routes: (serve) => serveSession(serve, { sessions, setUp, confirmations, logIns: options.logIns }),
  };
}
