import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Tone } from "../../../kit/state.tsx";
import type { stateOrder } from "./fleet-state.ts";

const paths: Readonly<Record<FamilyKey, string>> = {
  waterSample: "/device/Sampling",
  liquidExtract: "/device/liquidExtract",
  handFastDetector: "/device/handFastDetector",
  evidenceBox: "/device/evidencebox",
  mass: "/device/mass",
};

/** Where a family's list stands. */
export function familyPlace(family: FamilyKey): { path: string } {
  return { path: paths[family] };
}

export const toneOfState: Readonly<Record<(typeof stateOrder)[number], Tone>> = {
  online: "ok",
  offline: "off",
  notActivated: "off",
  disabled: "maintenance",
};
