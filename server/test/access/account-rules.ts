import * as requests from "@tracewater/contract/system/account-requests";
import * as reset from "@tracewater/contract/system/password-reset";
import { sql } from "kysely";
import type { Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const password = "quiet river under bridges 41";

/** Requests for accounts and forgotten passwords: open to visitors, decided by those of the unit. */
export function accountRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  /** A waiting request for the unit, with the key of its applicant. */
  const add = async (unitId: number | null) => {
    await sql`update account_request set network = 'elsewhere'`.execute(platform.db);
    const username = `a${stage.name().replace(/[^A-Za-z0-9]/g, "")}`.slice(0, 30);
    const { data } = await platform.call(requests.register, { body: { username, password } }, null);
    const { rows } = await sql<{ id: number }>`update account_request set dept_id = ${unitId}
      where user_name = ${username} returning id`.execute(platform.db);
    return { id: rows[0]?.id ?? 0, username, key: data.key };
  };
  const open = (make: () => Promise<object>, succeeds?: number): Rule => ({
    outside: "none",
    make: async () => ({ input: { body: await make() } }),
    ...(succeeds === undefined ? {} : { succeeds }),
  });
  const byKey = async () => ({ key: (await add(null)).key });
  return {
    [requests.getRegistration.name]: { outside: "none", make: async () => ({ input: {} }) },
    [requests.register.name]: open(async () => {
      await sql`update account_request set network = 'elsewhere'`.execute(platform.db);
      return { username: `b${stage.name().replace(/[^A-Za-z0-9]/g, "")}`.slice(0, 30), password };
    }),
    [requests.getApplication.name]: open(byKey),
    // Without mail no code leaves.
    [requests.sendApplicationCode.name]: open(byKey, 500),
    [requests.confirmApplicationMail.name]: open(async () => ({ ...(await byKey()), code: "000000" }), 400),
    [requests.withdrawApplication.name]: open(byKey),
    [requests.listAccountRequests.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { username } = await add(unitId);
        return { input: { query: { keyword: username } }, sees: username };
      },
    },
    [requests.getAccountRequest.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: (await add(unitId)).id } } }),
    },
    [requests.approveAccountRequest.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { id, username } = await add(unitId);
        return { input: { body: { requestId: id, userName: username, deptId: unitId } } };
      },
    },
    [requests.refuseAccountRequest.name]: {
      outside: "notFound",
      make: async (unitId) => ({
        input: { body: { requestId: (await add(unitId)).id, reason: "not of this unit" } },
      }),
    },
    [reset.getPasswordReset.name]: { outside: "none", make: async () => ({ input: {} }) },
    [reset.sendResetCode.name]: open(async () => ({ account: stage.name() }), 500),
    [reset.resetForgottenPassword.name]: open(
      async () => ({ requestId: "00000000-0000-4000-8000-000000000000", code: "000000", password }),
      400,
    ),
  };
}
