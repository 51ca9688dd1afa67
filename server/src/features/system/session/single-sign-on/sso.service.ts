import { randomBytes, timingSafeEqual } from "node:crypto";
import { AppError, notFound } from "../../../../platform/app-error.ts";
import type { Caller } from "../../../../platform/caller.ts";
import type { Db } from "../../../../platform/store/database.ts";
import { LogInRefusal } from "../log-in-refusal.ts";
import type { SessionService } from "../session.service.ts";
import { digest, type Entered, type SessionOpener, type Visitor } from "../session-opener.ts";
import { authorizationUrl, exchange, type Identity, makeChallenge, readLogOut } from "./oidc-client.ts";
import type { SignOnProvider } from "./provider-config.ts";
import { createSsoStore, type Flow } from "./sso.store.ts";

export type SsoService = ReturnType<typeof createSsoService>;

/** What the browser brought back from the provider. */
export type SignOnAnswer = {
  state: string;
  code: string;
  iss?: string | undefined;
  error?: string | undefined;
};

/**
 * Files a request for an account with what the provider reports of somebody unknown; false where no requests are
 * taken. Who decides about it links the identity by issuer and subject.
 */
type FileApplication = (person: Identity, provider: SignOnProvider, address: string) => Promise<boolean>;

const flowMs = 600_000;
/** Where providers send the browser back to: pages of the console. */
const pages = { logIn: "/auth-redirect", bind: "/bind" };

/** Log-in at OpenID Connect providers. An identity is an issuer with a subject, and never an e-mail address. */
export function createSsoService(options: {
  db: Db;
  providers: readonly SignOnProvider[];
  /** Where users open this server. */
  origin: () => string;
  opener: SessionOpener;
  sessions: SessionService;
  fileApplication: FileApplication;
  now: () => number;
}) {
  const { providers, opener, sessions, now } = options;
  const store = createSsoStore(options.db);

  function require(key: string): SignOnProvider {
    const found = providers.find((one) => one.key === key);
    if (found === undefined) throw notFound({ en: "identity provider", zh: "身份提供方" });
    return found;
  }

  /** The address to send the browser to, and the cookie that binds the flow to it. */
  async function start(key: string, session: Caller | null): Promise<{ url: string; cookie: string }> {
    const provider = require(key);
    const challenge = await makeChallenge();
    const page = session === null ? pages.logIn : pages.bind;
    const url = await authorizationUrl(provider, options.origin() + page, challenge);
    const cookie = randomBytes(32).toString("base64url");
    const flow: Flow = {
      ...{ stateHash: digest(challenge.state), cookieHash: digest(cookie), provider: key },
      ...{ sessionId: session?.sessionId ?? null, nonce: challenge.nonce, verifier: challenge.verifier },
    };
    await store.addFlow(flow, new Date(now()), new Date(now() + flowMs));
    return { url, cookie };
  }

  /** Who came back from the provider, once for each flow, in the browser and session that began it. */
  async function finish(
    answer: SignOnAnswer,
    cookie: string | null,
    session: Caller | null,
  ): Promise<{ provider: SignOnProvider; identity: Identity }> {
    const flow = await store.takeFlow(digest(answer.state), new Date(now()));
    if (flow === undefined || cookie === null) throw notBegunHere();
    if (!timingSafeEqual(flow.cookieHash, digest(cookie))) throw notBegunHere();
    if (flow.sessionId !== (session?.sessionId ?? null)) throw notBegunHere();
    const provider = require(flow.provider);
    if (answer.error !== undefined || answer.code === "") throw refusedThere(provider);
    const page = session === null ? pages.logIn : pages.bind;
    const identity = await exchange(provider, answeredAt(options.origin() + page, answer), {
      ...{ state: answer.state, nonce: flow.nonce, verifier: flow.verifier },
    });
    if (identity === null) throw notVerified(provider);
    return { provider, identity };
  }

  return {
    providers,
    listOf: store.listOf,
    unlink: store.unlink,
    start,

    async logIn(
      answer: SignOnAnswer,
      cookie: string | null,
      given: { visitor: Visitor; bind: boolean },
    ): Promise<Entered> {
      const { provider, identity } = await finish(answer, cookie, null);
      const { issuer, subject, sid } = identity;
      const userId = await store.use(issuer, subject, new Date(now()));
      if (userId === undefined) {
        throw unknownPerson(
          provider,
          await options.fileApplication(identity, provider, given.visitor.address),
        );
      }
      const by = { way: "sso", factor: identity.hasSecondFactor ? "provider" : "none" } as const;
      const entered = await opener.enterAs(userId, by, { ...given, identity: { issuer, subject, sid } });
      if (entered === null) throw unknownPerson(provider, false);
      return entered;
    },

    /** Links the identity that was shown to the caller's account. */
    async bind(answer: SignOnAnswer, cookie: string | null, caller: Caller) {
      const { provider, identity } = await finish(answer, cookie, caller);
      if (!(await store.link(caller.userId, identity))) throw taken(provider);
      return { provider, identity };
    },

    /** Ends what a provider's token orders to end; null where it is none. */
    async logOut(key: string, token: string): Promise<{ id: string; userId: number }[] | null> {
      const order = await readLogOut(require(key), token);
      if (order === null) return null;
      const open = await store.listSessions(order);
      await sessions.end(open.map((one) => one.id));
      return open;
    },
  };
}

function answeredAt(page: string, { state, code, iss }: SignOnAnswer): URL {
  const url = new URL(page);
  url.searchParams.set("state", state);
  url.searchParams.set("code", code);
  if (iss !== undefined) url.searchParams.set("iss", iss);
  return url;
}

function notBegunHere(): LogInRefusal {
  return new LogInRefusal(
    {
      en: "This log-in was not begun in this browser, or took too long. Begin it again.",
      zh: "该登录并非在此浏览器发起，或已超时，请重新发起。",
      field: "state",
    },
    "wrongSignOn",
  );
}

function refusedThere({ name }: SignOnProvider): LogInRefusal {
  return new LogInRefusal(
    { en: `${name.en} did not confirm the log-in.`, zh: `${name.zh}未确认本次登录。`, field: "code" },
    "wrongSignOn",
  );
}

function notVerified({ name }: SignOnProvider): LogInRefusal {
  return new LogInRefusal(
    {
      en: `The answer of ${name.en} could not be verified. Begin the log-in again.`,
      zh: `${name.zh}返回的登录信息校验未通过，请重新登录。`,
      field: "code",
    },
    "wrongSignOn",
  );
}

function unknownPerson({ name }: SignOnProvider, isFiled: boolean): LogInRefusal {
  const next = isFiled
    ? {
        en: "A request for an account waits for the decision of an administrator. If you have an account, link the identity under My account instead.",
        zh: "已为您提交账号申请，请等待管理员审批。如已有账号，请登录后在个人中心绑定该身份。",
      }
    : {
        en: "If you have an account, log in with it and link the identity under My account. Otherwise ask the administrator of your unit for one.",
        zh: "如已有账号，请先登录并在个人中心绑定该身份；否则请联系本单位管理员开通账号。",
      };
  return new LogInRefusal(
    {
      en: `This identity of ${name.en} is not linked to an account. ${next.en}`,
      zh: `${name.zh}的该身份尚未绑定账号。${next.zh}`,
      field: "identity",
    },
    "unknownIdentity",
  );
}

function taken({ name }: SignOnProvider): AppError {
  return new AppError("conflict", {
    en: `This identity of ${name.en} is linked to an account already, or you have 20 identities.`,
    zh: `${name.zh}的该身份已绑定账号，或您绑定的身份已达 20 个上限。`,
  });
}
