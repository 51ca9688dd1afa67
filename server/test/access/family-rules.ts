import { refreshConfigCache } from "@tracewater/contract/system/config";
import { fixedJobs, keptLogs, noGeneration } from "@tracewater/contract/system/refused-calls";
import { unlockScreen } from "@tracewater/contract/system/session";
import type { Rule } from "./access-cells.ts";

/** Heard by whoever may ask, and refused on purpose. */
const refused: Rule = {
  outside: "none",
  make: async () => ({ input: { params: { ids: "1", tableName: "sys_user" }, query: {}, body: {} } }),
  succeeds: 500,
};

/** Calls that are there for clients of the family. */
export function familyRules(): Record<string, Rule> {
  const calls = [fixedJobs, keptLogs, noGeneration].flatMap(({ calls: some }) => Object.values(some));
  return {
    ...Object.fromEntries(calls.map(({ name }) => [name, refused])),
    [refreshConfigCache.name]: { outside: "none", make: async () => ({ input: {} }) },
    // Heard, and refused by the password that is not theirs.
    [unlockScreen.name]: {
      outside: "none",
      make: async () => ({ input: { body: { password: "not theirs" } } }),
      succeeds: 500,
    },
  };
}
