/** New results of samples: entered by a person, or rows of a sheet. */
import type { BodyOf } from "@tracewater/contract/call";
import type { addAssays, ImportedAssay } from "@tracewater/contract/laboratory/assays";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError } from "../../../platform/app-error.ts";
import { type Caller, personsBehind } from "../../../platform/caller.ts";
import type { RowEnding } from "../../../platform/resource/resource-service.ts";
import type { Db } from "../../../platform/store/database.ts";
import { faultsOf } from "./assay.model.ts";
import * as refusals from "./assay-refusals.ts";
import { createAssayWriter, type NewAssay } from "./assay-writer.store.ts";
import { fieldsOf, type KnownSample, type SampleService } from "./sample.service.ts";

export function createAssayEntry(options: { db: Db; samples: SampleService; now: () => number }) {
  const { db, samples } = options;

  return {
    async add(caller: Caller, body: BodyOf<typeof addAssays>): Promise<number[]> {
      const { results, bodyCode, sampledOn, pointCode, ...measured } = body;
      const faults = results.flatMap((result, place) =>
        faultsOf(result).map((one) => ({ ...one, field: `results.${place}.${one.field}` })),
      );
      const twice = results.findIndex(
        (one, place) => results.findIndex((other) => other.analyte === one.analyte) < place,
      );
      if (twice >= 0) faults.push({ field: `results.${twice}.analyte`, text: refusals.twice });
      if (faults.length > 0) throw refusals.contradictory(faults);
      const [sample] = await samples.findAll(caller.scope, [{ bodyCode, sampledOn, pointCode }]);
      if (sample === undefined || sample instanceof AppError) throw sample ?? refusals.nothing();
      const rows = results.map((result) =>
        toRow(enteredBy(caller, options.now()), sample, { ...result, ...measured, sampledOn }),
      );
      return db.transaction().execute(async (trx) => {
        const added = await createAssayWriter(trx).add(rows);
        const missing = rows.findIndex((_, place) => !added.has(place));
        if (missing >= 0) throw refusals.thereAlready(`results.${missing}.analyte`);
        return rows.flatMap((_, place) => added.get(place) ?? []);
      });
    },

    /** Rows of a sheet; what is there already is left alone. A preview does all of it and keeps nothing. */
    async importRows(
      caller: Caller,
      given: readonly ImportedAssay[],
      isPreview: boolean,
    ): Promise<Map<string, RowEnding>> {
      const endings = new Map<string, RowEnding>();
      const known = await samples.findAll(caller.scope, given);
      const named: string[] = [];
      const rows: NewAssay[] = [];
      for (const [place, row] of given.entries()) {
        const name = `${row.sample}/${row.analyte}`;
        const sample = known[place];
        const faults = [...faultsOf(row), ...(sample instanceof AppError ? fieldsOf(sample) : [])];
        if (faults.length > 0) endings.set(name, refusals.contradictory(faults));
        else if (sample !== undefined && !(sample instanceof AppError)) {
          named.push(name);
          rows.push(toRow(enteredBy(caller, options.now()), sample, row));
        }
      }
      await inTrial(db, isPreview, async (trx) => {
        const added = rows.length === 0 ? new Map() : await createAssayWriter(trx).add(rows);
        for (const [place, name] of named.entries()) {
          endings.set(name, added.has(place) ? "added" : refusals.thereAlready("analyte"));
        }
      });
      return endings;
    },
  };
}

type Entered = Pick<NewAssay, "analystIds" | "analyst" | "enteredAt">;
type Measured = Omit<NewAssay, keyof KnownSample | keyof Entered | "reason" | "supersedes" | "deviceId">;

/** Who enters a result now. */
export function enteredBy(caller: Caller, now: number): Entered {
  return {
    analystIds: personsBehind(caller),
    analyst: personLabel(caller),
    enteredAt: new Date(now),
  };
}

function toRow(entered: Entered, sample: KnownSample, row: Measured): NewAssay {
  const { analyte, value, flag, lod, loq, uncertainty, recovery, phase, source, method, methodVersion } = row;
  const { ionRatio, retentionTime, enantiomericFraction } = row;
  return {
    ...sample,
    ...{ analyte, value, flag, lod, loq, uncertainty, recovery, phase, source, method, methodVersion },
    ...{ ionRatio, retentionTime, enantiomericFraction },
    sampledOn: row.sampledOn,
    ...entered,
    reason: "",
    supersedes: null,
  };
}

/** Work in one transaction, which is undone where it was only tried. */
async function inTrial(db: Db, isTrial: boolean, work: (trx: Db) => Promise<void>): Promise<void> {
  const undone = new Error("a dry run is rolled back");
  await db
    .transaction()
    .execute(async (trx) => {
      await work(trx);
      if (isTrial) throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
}
