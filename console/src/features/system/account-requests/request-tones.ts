import type { AccountRequestState } from "@tracewater/contract/system/account-requests";
import type { Tone } from "../../../kit/state.tsx";

export const requestTones: Readonly<Record<AccountRequestState, Tone>> = {
  waiting: "warn",
  approved: "ok",
  refused: "critical",
  withdrawn: "off",
  expired: "off",
};
