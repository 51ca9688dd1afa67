import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  approveAccountRequest,
  listAccountRequests,
  refuseAccountRequest,
} from "@tracewater/contract/system/account-requests";
import { getInfo } from "@tracewater/contract/system/session";
import { finishSignOn, listIdentities, startSignOn } from "@tracewater/contract/system/single-sign-on";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startStandInProvider } from "../../../../test/stand-in-provider.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const clientId = "tracewater";
const provider = await startStandInProvider(clientId);
afterAll(() => provider.close());
const file = join(mkdtempSync(join(tmpdir(), "tw-requests-")), "providers.json");
const name = { en: "The county's directory", zh: "县身份平台" };
writeFileSync(
  file,
  JSON.stringify([{ key: "county", issuer: provider.issuer, clientId, clientSecret: "of this test", name }]),
);

onPlatform(
  "A request for an account from an identity provider",
  (platform) => {
    const enter = async (subject: string, claims: Record<string, unknown> = {}) => {
      await sql`update account_request set network = 'elsewhere'`.execute(platform.db);
      const { body, headers } = await platform.ask(startSignOn, { params: { provider: "county" } }, null);
      const url = String(Reflect.get(Object(Reflect.get(body, "data")), "url"));
      const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
      const answer = provider.answer(url, subject, { claims });
      return (await platform.ask(finishSignOn, { body: { ...answer, bind: false } }, null, { cookie })).body;
    };
    const waitingOf = async (keyword: string) => {
      const query = { state: "waiting" as const, keyword };
      return (await platform.call(listAccountRequests, { query }, await platform.admin())).rows;
    };

    test("waits once for each identity, with what the provider reports and no trust in its e-mail address", async () => {
      const subject = randomUUID();
      const claims = { name: "Nora Ek", email: "nora.ek@county.example" };
      const refused = await enter(subject, claims);
      expect(refused).toMatchObject({ code: 500, errors: [{ field: "identity" }] });
      expect(refused.msg).toContain("waits for the decision of an administrator");
      await enter(subject, claims);
      expect(await waitingOf("nora.ek")).toEqual([
        expect.objectContaining({
          ...{ userName: "nora.ek", nickName: "Nora Ek", email: claims.email, isEmailConfirmed: false },
          ...{ provider: "county", deptId: null },
        }),
      ]);
    });

    test("opens the approved account by that identity, and by no password", async () => {
      const admin = await platform.admin();
      const subject = randomUUID();
      const unitId = await platform.addUnit("County laboratory");
      await enter(subject, { name: "Ida Berg", email: "ida.berg@county.example" });
      const [request] = await waitingOf("ida.berg");
      const body = { requestId: request?.requestId ?? 0, userName: "ida.berg", deptId: unitId };
      await platform.call(approveAccountRequest, { body }, admin);
      const opened = await enter(subject);
      expect(opened.code, opened.msg).toBe(200);
      const session = { token: String(Reflect.get(opened, "token")) };
      expect((await platform.call(getInfo, {}, session)).user.userName).toBe("ida.berg");
      expect((await platform.call(listIdentities, {}, session)).data).toMatchObject([{ name: "Ida Berg" }]);
    });

    test("that was refused leaves the identity without an account, and it may ask again", async () => {
      const admin = await platform.admin();
      const subject = randomUUID();
      await enter(subject, { name: "Otto Lind" });
      const [request] = await waitingOf("Otto");
      const body = { requestId: request?.requestId ?? 0, reason: "not of this unit" };
      await platform.call(refuseAccountRequest, { body }, admin);
      expect((await enter(subject, { name: "Otto Lind" })).code).toBe(500);
      expect(await waitingOf("Otto")).toHaveLength(1);
    });
  },
  { env: { OIDC_PROVIDERS_FILE: file } },
);
