import { createSignOnRequests } from "../features/system/account-requests/sign-on-request.service.ts";
import type { ConfigService } from "../features/system/config/config.service.ts";
import { displayCookieOf, serveDisplays } from "../features/system/displays/display.feature.ts";
import { createDisplayService } from "../features/system/displays/display.service.ts";
import { createSecurityMail } from "../features/system/security-mail.store.ts";
import { createPasskeyService } from "../features/system/session/passkeys/passkey.service.ts";
import { servePasskeyLogIn } from "../features/system/session/passkeys/passkey-log-in.feature.ts";
import { findRelyingParty, originOf } from "../features/system/session/passkeys/relying-party.model.ts";
import { createPersonalSigning } from "../features/system/session/personal-signing.service.ts";
import { createSecondFactorService } from "../features/system/session/second-factor/second-factor.service.ts";
import { createSessionFeature } from "../features/system/session/session.feature.ts";
import { bearerOf, notLoggedIn, visitorOf } from "../features/system/session/session.routes.ts";
import { readProviders } from "../features/system/session/single-sign-on/provider-config.ts";
import { createSignOnOnly } from "../features/system/session/single-sign-on/sign-on-only.service.ts";
import { serveSingleSignOn } from "../features/system/session/single-sign-on/sso.feature.ts";
import { createSsoService } from "../features/system/session/single-sign-on/sso.service.ts";
import type { SystemEvents } from "../features/system/system-events.ts";
import type { WebhookDeliveryService } from "../features/system/webhooks/webhook-delivery.service.ts";
import type { Env } from "../platform/env.ts";
import type { EventBus } from "../platform/event-bus.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import { createMomentPrinter } from "../platform/moments.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Db } from "../platform/store/database.ts";
import type { AuditParts } from "./audit-parts.ts";

/** Sessions and every way into one: password with second factor, passkey, single sign-on. */
export function createWaysIn(options: {
  env: Env;
  db: Db;
  secrets: SecretBox;
  config: ConfigService;
  audit: Pick<AuditParts, "logIns" | "keys">;
  outbound: Pick<WebhookDeliveryService, "hasMail" | "kick">;
  events: EventBus<SystemEvents>;
  today: () => string;
  now: () => number;
  /** The port that was got; known once it listens. */
  httpPort: () => number;
  /** The build of the console that is served; known once it is. */
  consoleBuild: () => string;
}) {
  const { env, db, now, config, audit } = options;
  const providers = readProviders(env.OIDC_PROVIDERS_FILE);
  const isSecure = env.TLS_CERT !== undefined;
  const at = () => ({ publicUrl: env.PUBLIC_URL, isSecure, httpPort: options.httpPort() });
  const factors = createSecondFactorService({ db, secrets: options.secrets, now });
  const mail = createSecurityMail({ db, outbound: options.outbound });
  const passkeys = createPasskeyService({ db, now, relyingParty: () => findRelyingParty(at()) });
  const displays = createDisplayService({
    ...{ db, now, today: options.today, events: options.events, isShared: env.isTrustedProxy },
    ...{ build: options.consoleBuild, print: createMomentPrinter(env.TZ) },
  });
  const signOnOnly = createSignOnOnly({
    ...{ db, hasProviders: providers.length > 0, today: options.today },
    isWanted: () => config.read("signOnOnly"),
  });
  config.allowOnlyIf("signOnOnly", signOnOnly.whyNot);
  const signing = createPersonalSigning({ passkeys, now });
  const session = createSessionFeature({
    passwordsClosed: signOnOnly.isInForce,
    ...{ db, now, factors, passkeys, mail, logIns: audit.logIns, keys: audit.keys },
    captchaEnabled: async () => env.CAPTCHA === "on" && config.read("captchaEnabled"),
    isShared: env.isTrustedProxy,
    sessionHours: () => config.read("sessionHours"),
    idleMinutes: () => config.read("sessionIdleMinutes"),
    ...{ today: options.today, events: options.events },
    findDisplay: (token, request) => displays.findCaller(token, displayCookieOf(request)),
  });
  const sso = createSsoService({
    ...{ db, now, providers, opener: session.opener, sessions: session.sessions },
    origin: () => originOf(at()),
    fileApplication: createSignOnRequests({
      ...{ db, now, isShared: env.isTrustedProxy },
      isOpen: () => config.read("registration"),
    }),
  });
  return {
    session,
    signing,
    /** What the personal centre and user management show and change. */
    own: { factors, passkeys, mail, logIns: audit.logIns, requireKeyOf: signOnOnly.requireKeyOf },
    /** For the log-in page. */
    isSignOnOnly: signOnOnly.isInForce,
    signOn: providers.map(({ key, name }) => ({ key, name })),
    routes(serve: Serve): void {
      const about = { now, logIns: audit.logIns, isShared: env.isTrustedProxy };
      session.routes(serve);
      serveDisplays(serve, displays, { visitorOf, bearerOf, notLoggedIn });
      serveSingleSignOn(serve, { ...about, sso, mail, print: createMomentPrinter(env.TZ) });
      servePasskeyLogIn(serve, { ...about, passkeys, opener: session.opener });
    },
  };
}
