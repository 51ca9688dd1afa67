import type { EventBus } from "../../../platform/event-bus.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ApiKeyService } from "../api-keys/api-key.service.ts";
import type { LogInLogService } from "../login-log/login-log.service.ts";
import type { SystemEvents } from "../system-events.ts";
import { createAuthentication, serveSession } from "./session.routes.ts";
import { createSessionService, type SessionService } from "./session.service.ts";
import { createSessionStore } from "./session.store.ts";

/** Captcha, log-in, log-out, the set-up of the first administrator, and who a request's caller is. */
export function createSessionFeature(options: {
  db: Db;
  captchaEnabled: () => Promise<boolean>;
  lifeHours: () => Promise<number>;
  now: () => number;
  events: EventBus<SystemEvents>;
  today: () => string;
  logIns: LogInLogService;
  keys: ApiKeyService;
}): {
  sessions: SessionService;
  authenticate: ReturnType<typeof createAuthentication>;
  routes(serve: Serve): void;
} {
  const sessions = createSessionService({
    store: createSessionStore(options.db),
    captchaEnabled: options.captchaEnabled,
    lifeHours: options.lifeHours,
    now: options.now,
    events: options.events,
    today: options.today,
  });
  return {
    sessions,
    authenticate: createAuthentication(sessions, options.keys),
    routes: (serve) => serveSession(serve, sessions, options.logIns),
  };
}
