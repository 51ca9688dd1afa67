import * as displays from "@tracewater/contract/system/displays";
import { addDisplay, showDigits } from "../test-displays.ts";
import type { Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** Displays belong to the unit whose data they show; their reports are theirs alone. */
export function displayRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  const shown = { screens: ["/visual/situation"] };
  const add = async (unitId: number) => {
    const name = stage.name();
    return { ...(await addDisplay(platform, stage.admin, { name, unitId })), name };
  };
  const report = { screen: null, framesPerSecond: null, heapMb: null, width: 1, height: 1, build: "" };
  return {
    [displays.beginDisplayPairing.name]: { outside: "none", make: async () => ({ input: { body: {} } }) },
    [displays.getDisplayPairing.name]: {
      ...{ outside: "none", succeeds: 404 },
      make: async () => ({ input: {} }),
    },
    [displays.reportDisplay.name]: {
      ...{ outside: "none", succeeds: 401 },
      make: async () => ({ input: { body: { ...report, dataAgeS: null } } }),
    },
    [displays.pairDisplay.name]: {
      outside: "field",
      make: async (unitId) => {
        const { code } = await showDigits(platform);
        return { input: { body: { code, name: stage.name(), unitId, ...shown } } };
      },
    },
    [displays.listDisplays.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { name } = await add(unitId);
        return { input: { query: { keyword: name } }, sees: name };
      },
    },
    [displays.changeDisplay.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { displayId, name } = await add(unitId);
        return { input: { body: { displayId, name: `${name} again`, ...shown } } };
      },
    },
    [displays.revokeDisplays.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { ids: (await add(unitId)).displayId } } }),
    },
  };
}
