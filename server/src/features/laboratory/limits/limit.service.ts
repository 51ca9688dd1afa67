import type { BodyOf } from "@tracewater/contract/call";
import { assayPhase } from "@tracewater/contract/laboratory/assay-fields";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import type { addLimitVersion, LimitRow, LimitVersion } from "@tracewater/contract/laboratory/limits";
import { personLabel } from "@tracewater/contract/system/person-label";
import { fieldError, newerVersion } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createLimitStore, type StoredLimit } from "./limit.store.ts";

export type LimitService = ReturnType<typeof createLimitService>;

/** Limits of analytes. Who belongs to no unit keeps those of the platform, which count where a unit has none. */
export function createLimitService(options: { db: Db; printMoment: PrintMoment }) {
  const { db, printMoment } = options;
  const store = createLimitStore(db);

  function show({ id, unitId, createdAt, createdBy, ...rest }: StoredLimit): LimitVersion {
    const titles = { createTime: printMoment(createdAt), createBy: createdBy };
    return { limitId: id, isCommon: unitId === null, ...titles, ...rest };
  }

  return {
    async list(caller: Caller): Promise<LimitRow[]> {
      const found = await store.listInForce(caller.unitId);
      const inForce = new Map(found.map((one) => [`${one.limit.analyte} ${one.limit.phase}`, one]));
      return analyteName.options.flatMap((analyte) =>
        assayPhase.options.map((phase) => {
          const one = inForce.get(`${analyte} ${phase}`);
          const limit = one === undefined ? null : show(one.limit);
          return { analyte, phase, inForce: limit, versions: one?.versions ?? 0 };
        }),
      );
    },

    async versions(
      caller: Caller,
      about: { analyte: AnalyteName; phase: LimitVersion["phase"] },
    ): Promise<LimitVersion[]> {
      return (await store.listVersions(db, caller.unitId, about)).map(show);
    },

    async add(caller: Caller, body: BodyOf<typeof addLimitVersion>): Promise<LimitVersion> {
      const { basedOn, ...given } = body;
      if (given.value !== null && given.source === "")
        throw fieldError("source", { en: "enter the source of the limit", zh: "请注明限值来源" });
      if (given.value === null && basedOn === null)
        throw fieldError("value", { en: "there is no limit to remove", zh: "尚无限值，无需取消" });
      const made = { unitId: caller.unitId, createdBy: personLabel(caller) };
      const added = await store.addNext({ ...given, ...made }, basedOn);
      if (added === undefined) throw newerVersion();
      return show(added);
    },
  };
}
