import * as situation from "@tracewater/contract/operations/situation";
import { getCustodySituation } from "@tracewater/contract/operations/situation-custody";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import * as unitAreas from "@tracewater/contract/operations/unit-areas";
import type { Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** The situation screens show what the lists show. */
export function situationRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  const plain: Rule = { outside: "none", make: async () => ({ input: {} }) };
  async function addPoint(unitId: number) {
    const code = stage.name();
    return platform.db
      .insertInto("samplingPoint")
      .values({ code, name: code, kind: "plantInlet", unitId, longitude: 10, latitude: 50 })
      .returning(["id", "code"])
      .executeTakeFirstOrThrow();
  }
  const corners = [
    [9.9, 49.9],
    [10.1, 49.9],
    [10.1, 50.1],
    [9.9, 49.9],
  ];
  return {
    [situation.getSituation.name]: plain,
    [getSituationLoads.name]: plain,
    [getCustodySituation.name]: plain,
    [unitAreas.listUnitAreas.name]: {
      outside: "none",
      make: async () => ({ input: { query: { category: "cocaine" } } }),
    },
    [unitAreas.getUnitArea.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: unitId } } }),
    },
    [unitAreas.setUnitArea.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { body: { unitId, area: null } } }),
    },
    [situation.listSituationDevices.name]: {
      outside: "notSeen",
      within: { permission: "device:sampler:list", without: "notSeen" },
      make: async (unitId) => {
        const { deviceName } = await platform.addDevice({ unitId, deviceName: stage.name() });
        return { input: {}, sees: deviceName };
      },
    },
    [situation.getSituationPoints.name]: {
      outside: "notSeen",
      make: async (unitId) => ({
        input: { query: { category: "cocaine" } },
        sees: (await addPoint(unitId)).code,
      }),
    },
    [situation.getSituationAreas.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { id, code } = await addPoint(unitId);
        const area = JSON.stringify({ type: "Polygon", coordinates: [corners] });
        await platform.db
          .insertInto("samplingPointArea")
          .values({ pointId: id, area, squareKm: 100, changedBy: "somebody" })
          .execute();
        return { input: { query: { pointId: id } }, sees: code };
      },
    },
  };
}
