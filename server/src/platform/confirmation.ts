/*
 * Some steps ask who sits there: approving, sealing, opening a box, giving roles, making keys, destroying samples. They
 * need a session whose user logged in a short while ago or confirmed this very act since. How that is confirmed is the
 * session feature's matter; calls and services ask here only whether it was.
 */
import { AppError } from "./app-error.ts";
import type { Caller } from "./caller.ts";

/** Throws where the caller has to confirm first. An API key cannot: it is nobody who could be asked. */
export function requireConfirmed(caller: Caller): void {
  if (caller.key !== null) throw personRequired;
  if (!caller.isConfirmed) throw confirmationRequired;
}

export const personRequired = new AppError("forbidden", {
  en: "This step needs a person who is logged in: an API key cannot do it.",
  zh: "该操作须由本人登录后完成，不能使用 API 密钥。",
});

export const confirmationRequired = new AppError("confirmationRequired", {
  en: "Confirm that it is you, then try again.",
  zh: "请先确认本人操作，然后重试。",
});
