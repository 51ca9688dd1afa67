import type { AnyCall, CallTitle } from "@tracewater/contract/call";
import { resultCode } from "@tracewater/contract/envelope";
import { ApiError } from "./api-error.ts";

/** Asks the person to sign a step with their passkey; null where they do not want to. `options` are for the browser. */
type AskToSign = (title: CallTitle, options: object) => Promise<object | null>;

let ask: AskToSign | null = null;

/** The shell's dialog; calls know nothing of it. */
export function onSigning(asking: AskToSign): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/** Makes a call, and makes it again with the person's signature where the server asks for one. What was typed stays. */
export async function withSignature<T, I extends { body?: unknown }>(
  call: AnyCall,
  input: I,
  makeCall: (input: I) => Promise<T>,
): Promise<T> {
  try {
    return await makeCall(input);
  } catch (failure) {
    const options = failure instanceof ApiError ? failure.data : null;
    const isAsked = failure instanceof ApiError && failure.code === resultCode.signatureRequired;
    if (!isAsked || ask === null || typeof options !== "object" || options === null) throw failure;
    const signature = await ask(call.title ?? { en: call.name, zh: call.name }, options);
    if (signature === null) throw failure;
    return makeCall({ ...input, body: { ...(input.body as object), signature } });
  }
}
