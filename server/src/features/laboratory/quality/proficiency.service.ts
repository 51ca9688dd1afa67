import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type {
  addProficiencyResult,
  listProficiencyResults,
  ProficiencyResult,
} from "@tracewater/contract/laboratory/proficiency-rounds";
import { personLabel } from "@tracewater/contract/system/person-label";
import { isAssignedUncertain, proficiencyClass, zetaScore, zScore } from "@tracewater/wbe/z-score";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { createProficiencyStore, type StoredProficiency } from "./proficiency.store.ts";

export type ProficiencyService = ReturnType<typeof createProficiencyService>;

/** Proficiency tests of a laboratory with their scores, which are calculated whenever they are read. */
export function createProficiencyService(options: {
  db: Db;
  orgUnits: Pick<OrgUnitService, "require">;
  today: () => string;
}) {
  const store = createProficiencyStore(options.db);

  async function find(scope: Scope, id: number): Promise<ProficiencyResult> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound({ en: "proficiency test result", zh: "能力验证结果" });
    return scored(found);
  }

  return {
    find,

    async list(
      caller: Caller,
      query: QueryOf<typeof listProficiencyResults>,
    ): Promise<{ rows: ProficiencyResult[]; total: number }> {
      const total = await store.count(caller.scope, query);
      const rows = await store.list(caller.scope, query, pageOf(query, total));
      return { rows: rows.map(scored), total };
    },

    async add(caller: Caller, body: BodyOf<typeof addProficiencyResult>): Promise<number> {
      const unitId = body.unitId ?? caller.unitId;
      if (unitId === null) throw fieldError("unitId", { en: "select a unit", zh: "请选择所属单位" });
      await options.orgUnits.require(caller.scope, unitId, "unitId");
      refuseZero(body);
      if (body.heldOn > options.today())
        throw fieldError("heldOn", { en: "must not be in the future", zh: "不能晚于今天" });
      const id = await store.add({ ...body, unitId, madeBy: personLabel(caller) });
      if (id === undefined) throw alreadyEntered();
      return id;
    },

    async remove(scope: Scope, id: number): Promise<ProficiencyResult> {
      const before = await find(scope, id);
      await store.remove(id);
      return before;
    },
  };
}

function scored(stored: StoredProficiency): ProficiencyResult {
  const [value, assigned, sigma] = [stored.value, stored.assigned, stored.sigma].map(Number) as [
    number,
    number,
    number,
  ];
  const z = zScore({ value, mean: assigned, standardDeviation: sigma });
  const own = stored.uncertainty === null ? null : Number(stored.uncertainty) / 2;
  const ofAssigned = stored.assignedUncertainty === null ? null : Number(stored.assignedUncertainty) / 2;
  const zeta =
    own === null || ofAssigned === null
      ? null
      : zetaScore({ value, assigned, uncertainty: own, assignedUncertainty: ofAssigned });
  return {
    ...stored,
    ...{ z, zClass: proficiencyClass(z), zeta },
    zetaClass: zeta === null ? null : proficiencyClass(zeta),
    isAssignedUncertain:
      ofAssigned !== null && isAssignedUncertain({ assignedUncertainty: ofAssigned, sigma }),
  };
}

const aboveZero = ["assigned", "sigma", "assignedUncertainty", "uncertainty"] as const;

function refuseZero(body: BodyOf<typeof addProficiencyResult>): void {
  const field = aboveZero.find((name) => body[name] !== null && Number(body[name]) === 0);
  if (field !== undefined) throw fieldError(field, { en: "must be above 0", zh: "须大于 0" });
}

function alreadyEntered(): AppError {
  const text = {
    en: "this round already has a result of this analyte and sample",
    zh: "该轮次已有此目标物和样品的结果",
  };
  return new AppError("conflict", { en: "This result was already entered.", zh: "该结果已录入。" }, [
    { field: "round", text },
  ]);
}
