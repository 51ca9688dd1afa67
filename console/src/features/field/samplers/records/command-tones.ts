import type { CommandState } from "@tracewater/contract/fleet/commands";
import type { Tone } from "../../../../kit/state.tsx";

/** How the endings of a command look; what is under way is shown as such. */
export const commandTones: Partial<Record<CommandState, Tone>> = {
  replied: "ok",
  failed: "critical",
  timedOut: "critical",
  expired: "warn",
};
