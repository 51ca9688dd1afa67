import * as keys from "@tracewater/contract/system/api-keys";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** Keys that act for somebody of a unit. */
export function keyRules(stage: AccessStage): Record<string, Rule> {
  const body = async (unitId: number, name: string) => {
    const { id: userId } = await stage.platform.addServiceAccount({ unitId, roles: ["viewer"] });
    return { name, userId, permissions: ["device:sampler:list"], days: 30 };
  };
  const add = async (unitId: number) => {
    const name = stage.name();
    const input = { body: await body(unitId, name) };
    const { data } = await stage.platform.call(keys.addApiKey, input, stage.admin);
    return { keyId: data.keyId, name };
  };
  const onOne = (input: (keyId: number, name: string) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { keyId, name } = await add(unitId);
      return { input: input(keyId, name) };
    },
  });
  return {
    [keys.listApiKeys.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { name } = await add(unitId);
        return { input: { query: { keyword: name } }, sees: name };
      },
    },
    [keys.listKeyPermissions.name]: { outside: "none", make: async () => ({ input: {} }) },
    [keys.listKeyUsers.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const userName = `service.${stage.name().replace(/[^A-Za-z0-9]/g, "")}`.slice(0, 30);
        await stage.platform.addServiceAccount({ unitId, userName });
        return { input: {}, sees: userName };
      },
    },
    [keys.getApiKey.name]: onOne((id) => ({ params: { id } })),
    [keys.addApiKey.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: await body(unitId, stage.name()) } }),
    },
    [keys.changeApiKey.name]: onOne((keyId, name) => ({ body: { keyId, name: `${name} again` } })),
    [keys.revokeApiKeys.name]: onOne((keyId) => ({ params: { ids: keyId } })),
  };
}
