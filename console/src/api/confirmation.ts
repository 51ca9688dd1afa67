import { resultCode } from "@tracewater/contract/envelope";
import { ApiError } from "./api-error.ts";

/** Asks who sits there, for one act; true once they have shown it, false where they do not want to. */
type Ask = (act: string) => Promise<boolean>;

let ask: Ask | null = null;
let open: { act: string; answer: Promise<boolean> } | null = null;

/** The shell's dialog; calls know nothing of it. */
export function onConfirmation(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/**
 * Makes a call, and makes it again once its user has confirmed who they are, where the server wants that. The caller
 * waits meanwhile and keeps what was typed. Calls of one act that meet it together wait for one answer.
 */
export async function withConfirmation<T>(act: string, makeCall: () => Promise<T>): Promise<T> {
  try {
    return await makeCall();
  } catch (failure) {
    if (ask === null || !isAskedFor(failure)) throw failure;
    if (!(await confirm(act, ask))) throw failure;
    return makeCall();
  }
}

/** One dialog at a time: who waits for the same act shares its answer, another act asks after it. */
async function confirm(act: string, asking: Ask): Promise<boolean> {
  while (open !== null && open.act !== act) await open.answer;
  open ??= {
    act,
    answer: asking(act).finally(() => {
      open = null;
    }),
  };
  return open.answer;
}

function isAskedFor(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === resultCode.confirmationRequired;
}
