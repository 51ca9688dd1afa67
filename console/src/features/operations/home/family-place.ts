import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Tone } from "../../../kit/state.tsx";
import type { stateOrder } from "./fleet-state.ts";

/** Where a family's list stands; null while this version has none. */
export function familyPlace(family: FamilyKey): { path: string } | null {
  return family === "waterSample" ? { path: "/device/Sampling" } : null;
}

export const toneOfState: Readonly<Record<(typeof stateOrder)[number], Tone>> = {
  online: "ok",
  offline: "off",
  notActivated: "off",
  disabled: "maintenance",
};
