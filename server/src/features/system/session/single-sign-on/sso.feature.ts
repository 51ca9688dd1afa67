import type { Locale } from "@tracewater/contract/locales";
import {
  backChannelLogout,
  finishBinding,
  finishSignOn,
  listIdentities,
  removeIdentity,
  startBinding,
  startSignOn,
} from "@tracewater/contract/system/single-sign-on";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAddressLimiter } from "../../../../platform/address-limiter.ts";
import { notFound, tooManyRequests } from "../../../../platform/app-error.ts";
import { apiPrefix } from "../../../../platform/http/answers.ts";
import { ownAccount } from "../../../../platform/http/audit-change.ts";
import { clientAddress } from "../../../../platform/http/client-address.ts";
import type { Serve } from "../../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../../platform/moments.ts";
import type { LogInLogService } from "../../login-log/login-log.service.ts";
import type { SecurityMail } from "../../security-mail.store.ts";
import { handOver, noteUserIn, recordLogIn, visitorOf } from "../session.routes.ts";
import type { SsoService } from "./sso.service.ts";
import type { IdentityRow } from "./sso.store.ts";

type Parts = {
  sso: SsoService;
  logIns: LogInLogService;
  mail: SecurityMail;
  isShared: (address: string) => boolean;
  print: PrintMoment;
  now: () => number;
};

const by = { way: "sso", factor: "none" } as const;
const cookieName = "tw-sso";
/** Each costs requests to the provider. */
const allowances = { perAddress: { perSecond: 1, burst: 60 }, inTotal: { perSecond: 20, burst: 200 } };

export function serveSingleSignOn(serve: Serve, parts: Parts): void {
  const { sso, logIns } = parts;
  const limiter = createAddressLimiter({ ...allowances, isShared: parts.isShared });
  const takeTurn = (request: FastifyRequest) => {
    if (!limiter.take(clientAddress(request), parts.now())) throw tooManyRequests();
  };

  serve.open(startSignOn, async ({ params, request, reply }) => {
    takeTurn(request);
    const { url, cookie } = await sso.start(params.provider, null);
    setCookie(request, reply, cookie);
    return { data: { url } };
  });
  serve.open(finishSignOn, async ({ body, request, reply, audit }) => {
    const visitor = visitorOf(request);
    const work = sso.logIn(body, cookieOf(request), { visitor, bind: body.bind });
    const attempt = { visitor, name: "", by, noteUser: noteUserIn.bind(null, audit) };
    const opened = await recordLogIn(logIns, attempt, work);
    return handOver(opened, request, reply);
  });
  serve.openStream(backChannelLogout, async ({ params, body, request, reply, audit }) => {
    takeTurn(request);
    const ended = await sso.logOut(params.provider, body.logout_token);
    for (const { id, userId } of ended ?? [])
      audit({ subject: { kind: "online", id: Number(id), name: `#${userId}` }, after: { ended: true } });
    // Back-Channel Logout 1.0, 2.8: the provider reads the status.
    const said = ended === null ? notALogOut : { code: 200, msg: "success" };
    reply.status(said.code).type("application/json; charset=utf-8").send(JSON.stringify(said));
  });
  serveIdentities(serve, parts);
}

/** One's own identities: linked from one's own centre alone. */
function serveIdentities(serve: Serve, { sso, mail, print }: Parts): void {
  const nameOf = ({ issuer }: IdentityRow, language: Locale) =>
    sso.providers.find((one) => one.issuer === issuer)?.name[language] ?? issuer;

  serve.forCaller(listIdentities, async ({ language }, caller) => ({
    data: (await sso.listOf(caller.userId)).map((row) => ({
      ...{ identityId: row.id, issuer: row.issuer, name: row.name, providerName: nameOf(row, language) },
      createTime: print(row.createdAt),
      lastUsedTime: row.lastUsedAt === null ? null : print(row.lastUsedAt),
    })),
    providers: sso.providers.map(({ key, name }) => ({ key, name: name[language] })),
  }));
  serve.forCaller(startBinding, async ({ params, request, reply, audit }, caller) => {
    audit({ subject: ownAccount(caller), after: { provider: params.provider } });
    const { url, cookie } = await sso.start(params.provider, caller);
    setCookie(request, reply, cookie);
    return { data: { url } };
  });
  serve.forCaller(finishBinding, async ({ body, request, language, audit }, caller) => {
    const { provider, identity } = await sso.bind(body, cookieOf(request), caller);
    const { issuer, subject, name } = identity;
    audit({ subject: ownAccount(caller), after: { issuer, subject } });
    await mail.notify(caller.userId, "identityLinked");
    return { data: { providerName: provider.name[language], name } };
  });
  serve.forCaller(removeIdentity, async ({ params, audit }, caller) => {
    const gone = await sso.unlink(caller.userId, params.id);
    if (gone === undefined) throw notFound({ en: "identity", zh: "单点登录身份" });
    audit({ subject: ownAccount(caller), before: { issuer: gone.issuer, subject: gone.subject } });
    await mail.notify(caller.userId, "identityUnlinked");
    return {};
  });
}

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${cookieName}=${value}; Path=${apiPrefix}; Max-Age=600; HttpOnly; SameSite=Strict${secure}`,
  );
}

function cookieOf(request: FastifyRequest): string | null {
  return /(?:^|;\s*)tw-sso=([A-Za-z0-9_-]{20,100})/.exec(request.headers.cookie ?? "")?.[1] ?? null;
}

const notALogOut = { code: 400, msg: "The token is no valid log-out token." };
