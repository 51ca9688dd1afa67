import * as messages from "@tracewater/contract/system/messages";
import type { Rule } from "./access-cells.ts";

/** Messages carry people's addresses of the whole platform: they take a reach over all units. */
export function messageRules(): Record<string, Rule> {
  const whole = (body?: object): Rule => ({
    outside: "none",
    wholeReach: true,
    make: async () => ({ input: body === undefined ? {} : { body } }),
  });
  return {
    [messages.listMessageLog.name]: whole(),
    [messages.getMessageChannels.name]: whole(),
    [messages.sendTestMessage.name]: whole({ channel: "mail", address: "duty@example.org" }),
  };
}
