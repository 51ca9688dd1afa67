import { AppError } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { createInstrumentFileStore, ExistingAssay, NumberedSample } from "./instrument-file.store.ts";
import {
  alreadyRecorded,
  type BatchRanges,
  beyondBatch,
  contradictionsOf,
  faulty,
  isSame,
  type Judged,
  markTwice,
  noSampleNo,
  phaseOf,
} from "./instrument-file-judge.model.ts";
import type { ReadFile } from "./instrument-file-rows.model.ts";
import { fieldsOf, type SampleService } from "./sample.service.ts";

/** What becomes of the rows of a file: by its samples, its batch and what is in the database already. */
export function createInstrumentFileJudge({
  store,
  samples,
}: {
  store: Pick<ReturnType<typeof createInstrumentFileStore>, "listSamples" | "listExisting">;
  samples: Pick<SampleService, "findAll">;
}) {
  /** Each result of the file with what becomes of it. */
  async function judge(scope: Scope, file: ReadFile, ranges: BatchRanges | null): Promise<Judged[]> {
    const { results } = file;
    const numbers = [...new Set(results.map((one) => one.sampleNo).filter((one) => one !== ""))];
    const numbered: ReadonlyMap<string, NumberedSample> =
      numbers.length === 0 ? new Map() : await store.listSamples(scope, numbers);
    const asked = results.map((one) => {
      const { bodyCode, sampledOn, pointCode } = numbered.get(one.sampleNo) ?? one;
      return { bodyCode, sampledOn, pointCode };
    });
    const found = await samples.findAll(scope, asked);
    const judged = results.map((one, place): Judged => {
      const own = numbered.get(one.sampleNo);
      if (one.sampleNo !== "" && own === undefined) return faulty(one, [noSampleNo]);
      const against = own === undefined ? [] : contradictionsOf(one, own);
      if (against.length > 0) return faulty(one, against);
      const read = { ...one, ...asked[place] };
      const sample = found[place];
      if (sample === undefined || sample instanceof AppError) {
        const reported = sample === undefined || asked[place]?.sampledOn === "" ? [] : fieldsOf(sample);
        return faulty(read, reported);
      }
      const beyond = ranges === null ? [] : beyondBatch(one, sample, ranges);
      const isFaulty = one.result === null || beyond.length > 0;
      return {
        read,
        known: sample,
        ending: isFaulty ? "faulty" : "new",
        faults: [...one.faults, ...beyond],
      };
    });
    markTwice(judged);
    const known = await markExisting(judged);
    return [...known, ...file.refused.map((one) => faulty(one, []))];
  }

  async function markExisting(judged: Judged[]): Promise<Judged[]> {
    const asked = judged.flatMap(({ read, known, ending }, place) =>
      ending !== "new" || known === null || read.analyte === null
        ? []
        : [
            {
              place,
              bottleId: known.bottleId,
              sampledOn: read.sampledOn,
              analyte: read.analyte,
              ...phaseOf(read),
            },
          ],
    );
    const existing = new Map<number, ExistingAssay[]>();
    for (const one of asked.length === 0 ? [] : await store.listExisting(asked)) {
      existing.set(one.place, [...(existing.get(one.place) ?? []), one]);
    }
    return judged.map((one, place) => {
      const before = existing.get(place) ?? [];
      const { result } = one.read;
      if (result === null || one.ending !== "new") return one;
      if (before.some((other) => isSame(result, other))) return { ...one, ending: "same" };
      const holds = before.some(({ state }) => state !== "rejected" && state !== "superseded");
      return holds ? { ...one, ending: "differs", faults: [alreadyRecorded] } : one;
    });
  }

  return { judge };
}
