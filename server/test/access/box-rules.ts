import * as boxUses from "@tracewater/contract/evidence/box-uses";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** The box that the records of a unit name. */
const boxOf = (unitId: number) => `ACCESS-BOX-${unitId}`;

export const undertakingBody = (unitId: number, undertakingNo: string) => ({
  ...{ undertakingNo, unitId, deviceName: boxOf(unitId), undertaker: "stage", place: "stage" },
  ...{ purpose: "stage", beginsOn: "2026-01-01", dueOn: "2026-02-01" },
});

export const awardBody = (unitId: number, contractNo: string) => ({
  ...{ contractNo, unitId, deviceName: boxOf(unitId), awardedBy: "stage", contractor: "stage" },
  ...{ subject: "stage", amount: 1, beginsOn: "2026-01-01", endsOn: "2026-02-01" },
});

/** What is recorded of an evidence box. */
export async function boxRules(stage: AccessStage): Promise<Record<string, Rule>> {
  for (const unitId of Object.values(stage.unitIds)) {
    await stage.platform.addDevice({ family: "evidenceBox", unitId, deviceName: boxOf(unitId) });
  }
  const ofBox = (input: (deviceId: number) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const named = { family: "evidenceBox" as const, unitId, deviceName: stage.name() };
      return { input: input((await stage.platform.addDevice(named)).id) };
    },
  });

  return {
    [boxUses.listBoxUses.name]: ofBox((deviceId) => ({ query: { deviceId } })),
    [boxUses.exportBoxUses.name]: ofBox((deviceId) => ({ query: { deviceId } })),
    [boxUses.exportBoxUsesByForm.name]: ofBox((deviceId) => ({ body: { deviceId } })),
  };
}
