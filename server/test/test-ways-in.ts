/* Every way into a session, each with somebody of a unit of their own who is ready to come in by it. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logInByAppPassword, logInByCode, sendAppCode } from "@tracewater/contract/system/app-log-in";
import { confirmQrLogIn, getQrStatus, scanQrLogIn } from "@tracewater/contract/system/qr-log-in";
import { login } from "@tracewater/contract/system/session";
import {
  finishBinding,
  finishSignOn,
  startBinding,
  startSignOn,
} from "@tracewater/contract/system/single-sign-on";
import { sql } from "kysely";
import { appCode } from "./app-codes.ts";
import { eventually } from "./eventually.ts";
import { startStandInProvider } from "./stand-in-provider.ts";
import { enrolApp } from "./test-factors.ts";
import type { Answer, Session } from "./test-http.ts";
import { addTestPasskey, logInWith } from "./test-passkeys.ts";
import type { TestPlatform } from "./test-platform.ts";
import { askByQr } from "./test-qr.ts";
import { startTextGateway } from "./text-gateway.ts";

export const wayNames = [
  ...(["password", "totp", "recovery", "passkey", "sso", "qr", "code", "appPassword"] as const),
];

/** What came of it; the session where one was opened. */
export type Come = { body: Answer["body"]; session: Session | null };
type Person = Session & { id: number; userName: string; password: string; unitId: number };
type Ready = { user: Person; come: () => Promise<Come> };
type Ways = Record<(typeof wayNames)[number], () => Promise<Ready>>;
type Outside = {
  provider: Awaited<ReturnType<typeof startStandInProvider>>;
  gateway: Awaited<ReturnType<typeof startTextGateway>>;
};

/** The identity provider and the gateway of text messages that some of them need. */
export async function startWays() {
  const provider = await startStandInProvider("tracewater");
  const gateway = await startTextGateway();
  const file = join(mkdtempSync(join(tmpdir(), "tw-ways-")), "providers.json");
  const names = { en: "The city", zh: "本市" };
  const configured = { key: "city", name: names, issuer: provider.issuer, clientId: "tracewater" };
  writeFileSync(file, JSON.stringify([{ ...configured, clientSecret: "a secret of this test alone" }]));
  return {
    env: { OIDC_PROVIDERS_FILE: file, ...gateway.env },
    on: (platform: TestPlatform): Ways => waysOf(platform, { provider, gateway }),
    close() {
      provider.close();
      gateway.close();
    },
  };
}

function waysOf(platform: TestPlatform, outside: Outside): Ways {
  const person = async (): Promise<Person> => {
    const unitId = await platform.addUnit(`Unit ${randomUUID()}`);
    return { ...(await platform.addUser({ unitId, roles: ["viewer"] })), unitId };
  };
  const byPassword = async ({ userName: username, password }: Person, otp = "") =>
    toCome(await platform.ask(login, { body: { username, password, otp } }, null));
  return {
    async password() {
      const user = await person();
      return { user, come: () => byPassword(user) };
    },
    async totp() {
      const user = await person();
      const { secret } = await enrolApp(platform, user);
      // The code of the enrolment counts no more: that of the next step does.
      return { user, come: () => byPassword(user, appCode(secret, Date.now() + 30_000)) };
    },
    async recovery() {
      const user = await person();
      const { recoveryCodes } = await enrolApp(platform, user);
      return { user, come: () => byPassword(user, recoveryCodes[0]) };
    },
    async passkey() {
      const user = await person();
      const passkey = await addTestPasskey(platform, user);
      return { user, come: async () => toCome(await logInWith(platform, passkey)) };
    },
    sso: async () => bySignOn(platform, outside, await person()),
    qr: async () => byQr(platform, await person()),
    code: async () => byCode(platform, outside, await person()),
    async appPassword() {
      const user = await person();
      await makeAppUser(platform, user, nextPhone());
      const body = { username: user.userName, password: user.password };
      return { user, come: async () => toCome(await platform.ask(logInByAppPassword, { body }, null)) };
    },
  };
}

async function bySignOn(platform: TestPlatform, { provider }: Outside, user: Person): Promise<Ready> {
  const flow = async (call: typeof startSignOn | typeof startBinding, as: Session | null) => {
    const { body, headers } = await platform.ask(call, { params: { provider: "city" } }, as);
    return { url: String(Reflect.get(Object(Reflect.get(body, "data")), "url")), cookie: cookieOf(headers) };
  };
  const subject = randomUUID();
  const binding = await flow(startBinding, user);
  const linking = { body: provider.answer(binding.url, subject) };
  await platform.ask(finishBinding, linking, user, { cookie: binding.cookie });
  const come = async () => {
    const { url, cookie } = await flow(startSignOn, null);
    const body = { ...provider.answer(url, subject), bind: false };
    return toCome(await platform.ask(finishSignOn, { body }, null, { cookie }));
  };
  return { user, come };
}

/** The phone has confirmed; what is left is that the asking browser fetches its session. */
async function byQr(platform: TestPlatform, user: Person): Promise<Ready> {
  const { uuid, digits, cookie } = await askByQr(platform);
  await platform.call(scanQrLogIn, { body: { uuid } }, user);
  await platform.call(confirmQrLogIn, { body: { uuid, digits } }, user);
  const come = async () => {
    const answer = await platform.ask(getQrStatus, { query: { uuid } }, null, { cookie });
    return toCome(answer, cookieOf(answer.headers));
  };
  return { user, come };
}

async function byCode(platform: TestPlatform, { gateway }: Outside, user: Person): Promise<Ready> {
  const phone = nextPhone();
  await makeAppUser(platform, user, phone);
  await sql`update one_time_code set network = 'elsewhere'`.execute(platform.db);
  await platform.call(sendAppCode, { body: { phone } }, null);
  const find = () => gateway.texts.findLast(({ to }) => to === phone)?.text;
  await eventually(find).not.toBe(undefined);
  const code = /\b(\d{6})\b/.exec(find() ?? "")?.[1] ?? "";
  const body = { phone, code };
  return { user, come: async () => toCome(await platform.ask(logInByCode, { body }, null)) };
}

let numbered = 0;
function nextPhone(): string {
  numbered += 1;
  return `+8613711${String(numbered).padStart(4, "0")}1`;
}

async function makeAppUser(platform: TestPlatform, user: Person, phone: string): Promise<void> {
  await sql`update sys_user set app_user = true, phonenumber = ${phone} where id = ${user.id}`.execute(
    platform.db,
  );
}

function toCome({ body }: Answer, cookie?: string): Come {
  const token: unknown = Reflect.get(body, "token");
  if (typeof token !== "string") return { body, session: null };
  return { body, session: cookie === undefined ? { token } : { token, cookie } };
}

function cookieOf(headers: Headers): string {
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}
