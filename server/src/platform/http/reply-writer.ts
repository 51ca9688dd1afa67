import type { AnyCall, ReplyOf } from "@tracewater/contract/call";

/** Writes the answer of one call as JSON, by its declaration: what is not declared is dropped, what is wrong throws. */
export function createReplyWriter<C extends AnyCall>(call: C): (reply: ReplyOf<C>) => string {
  return (reply) => {
    const parsed = call.reply.safeParse(reply);
    if (!parsed.success)
      throw new Error(`the reply of ${call.name} does not match its declaration: ${parsed.error.message}`);
    return JSON.stringify(Object.assign({ code: 200, msg: "success" }, parsed.data));
  };
}
