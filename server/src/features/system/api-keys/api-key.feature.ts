import {
  addApiKey,
  changeApiKey,
  getApiKey,
  listApiKeys,
  listKeyPermissions,
  listKeyUsers,
  revokeApiKeys,
} from "@tracewater/contract/system/api-keys";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ApiKeyService } from "./api-key.service.ts";

export function serveApiKeys(serve: Serve, keys: ApiKeyService): void {
  serve.forCaller(listApiKeys, ({ query }, caller) => keys.list(caller, query));
  serve.forCaller(listKeyPermissions, async (_input, caller) => ({ data: await keys.grantable(caller) }));
  serve.forCaller(listKeyUsers, async (_input, caller) => ({ data: await keys.listUsers(caller) }));
  serve.forCaller(getApiKey, async ({ params }, caller) => ({ data: await keys.require(caller, params.id) }));
  serve.forCaller(addApiKey, async ({ body, audit }, caller) => {
    const made = await keys.add(caller, body);
    const after = await keys.require(caller, made.keyId);
    audit({ subject: auditSubject(made.keyId, body.name, caller.deptId), after });
    return { data: made };
  });
  serve.forCaller(changeApiKey, async ({ body, audit }, caller) => {
    const before = await keys.require(caller, body.keyId);
    await keys.rename(body.keyId, body.name);
    const after = await keys.require(caller, body.keyId);
    audit({ subject: auditSubject(body.keyId, body.name, caller.deptId), before, after });
    return {};
  });
  serve.forCaller(revokeApiKeys, async ({ params, audit }, caller) => {
    for (const id of params.ids) await keys.require(caller, id);
    await keys.revoke(params.ids);
    for (const id of params.ids) {
      const after = await keys.require(caller, id);
      audit({ subject: auditSubject(id, after.name, caller.deptId), after });
    }
    return {};
  });
}

function auditSubject(id: number, name: string, unitId: number | null) {
  return { kind: "apiKey", id, name, unitId };
}
