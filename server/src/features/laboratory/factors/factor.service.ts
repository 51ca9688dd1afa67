import type { BodyOf } from "@tracewater/contract/call";
import type {
  AnalyteName,
  addFactorVersion,
  FactorRow,
  FactorVersion,
} from "@tracewater/contract/laboratory/factors";
import { personLabel } from "@tracewater/contract/system/person-label";
import { fieldError, newerVersion } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { resolveFactor } from "./factor.model.ts";
import { createFactorStore, type StoredFactor } from "./factor.store.ts";
import {
  type AnalyteMasses,
  analytes,
  keyOfAnalyte,
  nameOfAnalyte,
  shippedFactors,
} from "./shipped-analytes.ts";

export type FactorService = ReturnType<typeof createFactorService>;

/** The name of an analyte in the arithmetic, and the one that it has everywhere else. */
export const arithmeticNameOf = keyOfAnalyte;
export const wireNameOf = nameOfAnalyte;

/** Codeine, cotinine and methcathinone are in no category. */
export function analytesOfCategory(category: AnalyteMasses["category"] | undefined): AnalyteName[] {
  return analytes.filter((one) => one.category === category && category !== null).map((one) => one.analyte);
}

/** Correction factors and doses of a laboratory. Who belongs to no unit keeps those of the platform. */
export function createFactorService(options: { db: Db; printMoment: PrintMoment }) {
  const { db, printMoment } = options;
  const store = createFactorStore(db);

  function show({ id, unitId, createdAt, createdBy, ...rest }: StoredFactor): FactorVersion {
    const isShipped = unitId === null && rest.version === 1;
    return { factorId: id, isShipped, createTime: printMoment(createdAt), createBy: createdBy, ...rest };
  }

  return {
    /** Brings what ships into the database; an older store gets what it lacks. */
    start: () => store.addShipped(shippedFactors),

    async list(caller: Caller): Promise<FactorRow[]> {
      const found = await store.listInForce(caller.unitId);
      const inForce = new Map(found.map((one) => [one.factor.analyte, one]));
      return analytes.flatMap((facts) => {
        const one = inForce.get(facts.analyte);
        return one === undefined ? [] : [{ ...facts, inForce: show(one.factor), versions: one.versions }];
      });
    },

    /** The version of each analyte that is in force for a unit; for none that which ships. */
    async inForceOf(unitId: number | null): Promise<ReadonlyMap<AnalyteName, FactorVersion>> {
      const found = await store.listInForce(unitId);
      return new Map(found.map(({ factor }) => [factor.analyte, show(factor)]));
    },

    async versions(caller: Caller, analyte: AnalyteName): Promise<FactorVersion[]> {
      return (await store.listVersions(db, caller.unitId, analyte)).map(show);
    },

    async add(caller: Caller, body: BodyOf<typeof addFactorVersion>): Promise<FactorVersion> {
      const { basedOn, ...given } = body;
      const facts = analytes.find((one) => one.analyte === given.analyte);
      if (facts === undefined) throw new Error(`nothing is known of ${given.analyte}`);
      if (given.therapeuticShare !== null && given.analyte !== "morphine")
        throw fieldError("therapeuticShare", {
          en: "applies to morphine only",
          zh: "仅适用于吗啡",
        });
      const factor = resolveFactor(given, facts);
      const made = { unitId: caller.unitId, trust: "own" as const, createdBy: personLabel(caller) };
      const added = await store.addNext({ ...given, ...made, factor }, basedOn);
      if (added === undefined) throw newerVersion();
      return show(added);
    },
  };
}
