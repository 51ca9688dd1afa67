import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import type { ControlResult } from "@tracewater/contract/laboratory/analytical-batches";
import type {
  addSheetMapping,
  InstrumentFileMapping,
  lookAtSheet,
  previewSheet,
} from "@tracewater/contract/laboratory/instrument-files";
import { maxFileResults } from "@tracewater/contract/laboratory/instrument-files";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, notFound } from "../../../platform/app-error.ts";
import { type Caller, personsBehind } from "../../../platform/caller.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { TableFile } from "../../../platform/tables/table-reader.ts";
import { createAssayWriter, type NewAssay } from "./assay-writer.store.ts";
import { createInstrumentFileStore, type StoredMapping } from "./instrument-file.store.ts";
import * as figures from "./instrument-file-figures.model.ts";
import {
  analyteOf,
  findHeadRow,
  guessColumns,
  guessHeadRow,
  plain,
  textOf,
  unitIn,
} from "./instrument-file-heads.model.ts";
import {
  alreadyRecorded,
  type BatchRanges,
  countsOf,
  type Judged,
  toRow,
} from "./instrument-file-judge.model.ts";
import { createInstrumentFileJudge } from "./instrument-file-judge.service.ts";
import { readResults } from "./instrument-file-rows.model.ts";
import type { SampleService } from "./sample.service.ts";
import { unfoldVendorTable } from "./vendor-table.model.ts";

/** Rows that a file may have: lines of words and those of other samples are in it too. */
export const maxSheetRows = 20_000;
const shownRows = 8;

type PreviewData = ReplyOf<typeof previewSheet>["data"];

export type InstrumentFileService = ReturnType<typeof createInstrumentFileService>;

/** How cells of instruments' files are read, for what else comes in such files. */
export const instrumentFileCells = { ...figures, analyteOf, plain, unitIn };

/** Results from instruments' files: what is read is shown before anything of it is stored. */
export function createInstrumentFileService(options: {
  db: Db;
  zone: string;
  samples: SampleService;
  batches: BatchFiles;
  printMoment: PrintMoment;
  now: () => number;
}) {
  const { db, samples, printMoment } = options;
  const store = createInstrumentFileStore(db, options);
  const { judge } = createInstrumentFileJudge({ store, samples });

  function show({ changedAt, ...rest }: StoredMapping): InstrumentFileMapping {
    return { ...rest, changedAt: printMoment(changedAt) };
  }

  async function requireMapping(scope: Scope, id: number): Promise<StoredMapping> {
    const found = (await store.listMappings(scope)).find((one) => one.mappingId === id);
    if (found === undefined) throw notFound({ en: "mapping", zh: "映射" });
    return found;
  }

  /** The file as it was read, in the batch whose run it is of. */
  async function open(caller: Caller, { table, mappingId, batchId }: ReadOrder) {
    const mapping = await requireMapping(caller.scope, mappingId);
    const file = readResults(unfoldVendorTable(table.rows).rows, mapping);
    const batch =
      batchId === undefined ? null : await options.batches.openForFile(caller.scope, batchId, file.controls);
    return { ...file, judged: await judge(caller.scope, file, batch) };
  }

  return {
    async listMappings(scope: Scope): Promise<InstrumentFileMapping[]> {
      return (await store.listMappings(scope)).map(show);
    },

    async findMapping(scope: Scope, id: number): Promise<InstrumentFileMapping> {
      return show(await requireMapping(scope, id));
    },

    async addMapping(caller: Caller, body: BodyOf<typeof addSheetMapping>): Promise<number> {
      const { name, instrument, ...mapping } = body;
      const id = await store.addMapping(caller.unitId, {
        name,
        instrument,
        mapping,
        by: personLabel(caller),
      });
      if (id === null) throw nameExists();
      return id;
    },

    async changeMapping(caller: Caller, id: number, body: BodyOf<typeof addSheetMapping>): Promise<void> {
      await requireMapping(caller.scope, id);
      const { name, instrument, ...mapping } = body;
      if (!(await store.changeMapping(id, { name, instrument, mapping, by: personLabel(caller) })))
        throw nameExists();
    },

    async removeMappings(scope: Scope, ids: readonly number[]): Promise<InstrumentFileMapping[]> {
      const known = (await store.listMappings(scope)).filter((one) => ids.includes(one.mappingId));
      if (known.length < ids.length) throw notFound({ en: "mapping", zh: "映射" });
      await store.removeMappings(ids);
      return known.map(show);
    },

    async look(scope: Scope, table: TableFile): Promise<ReplyOf<typeof lookAtSheet>["data"]> {
      const { rows: given, ...facts } = table;
      const { layout, rows } = unfoldVendorTable(given);
      const mappings = await store.listMappings(scope);
      const fitting = mappings.filter(
        ({ columns }) =>
          findHeadRow(
            rows,
            columns.map((one) => one.head),
          ) >= 0,
      );
      const place =
        fitting[0] === undefined
          ? guessHeadRow(rows)
          : findHeadRow(
              rows,
              fitting[0].columns.map((one) => one.head),
            );
      const head = (rows[place]?.cells ?? []).map(textOf);
      const first = rows
        .slice(place + 1, place + 1 + shownRows)
        .map(({ cells }) => head.map((_, at) => textOf(cells[at])));
      const commas = first.flat().filter((text) => /^\d+,\d+$/.test(text)).length;
      const points = first.flat().filter((text) => /^\d+\.\d+$/.test(text)).length;
      return {
        ...facts,
        headRow: rows[place]?.number ?? 1,
        heads: head.filter((text) => text !== ""),
        rows: first.map((cells) => cells.filter((_, at) => head[at] !== "")),
        guess: guessColumns(head.filter((text) => text !== "")),
        decimal: commas > points ? "," : ".",
        layout,
        fitting: fitting.map((one) => one.mappingId),
      };
    },

    async preview(
      caller: Caller,
      file: ReadOrder & { sha256: string; language: Language },
    ): Promise<Omit<PreviewData, "errorsFile">> {
      const { rows: _, ...facts } = file.table;
      const { judged, controls } = await open(caller, file);
      const before = await store.findImport(caller.scope, file.sha256);
      return {
        ...facts,
        ...{ ...countsOf(judged), controls: controls.length },
        rows: judged.slice(0, maxFileResults).map((one) => toRow(one, file.language)),
        before: before === undefined ? null : { at: printMoment(before.at), by: before.by },
      };
    },

    /** What has no fault becomes drafts, or is handed over; whatever a colleague stored in this very moment is left alone. */
    async store(
      caller: Caller,
      file: ReadOrder & { sha256: string; fileName: string; submit: boolean; language: Language },
    ): Promise<Omit<PreviewData, "errorsFile" | "before" | "format" | "encoding" | "delimiter">> {
      const { judged: before, controls } = await open(caller, file);
      const { sha256, batchId } = file;
      let judged = before;
      let stored = 0;
      await db.transaction().execute(async (trx) => {
        const places = judged.flatMap((one, place) => (one.ending === "new" ? [place] : []));
        const fresh = places.flatMap((place) => toNewAssay(caller, judged[place], options.now()));
        const writer = createAssayWriter(trx);
        const added: ReadonlyMap<number, number> = fresh.length === 0 ? new Map() : await writer.add(fresh);
        const late = new Set(places.filter((_, at) => !added.has(at)));
        judged = judged.map((one, place) =>
          late.has(place) ? { ...one, ending: "differs", faults: [alreadyRecorded] } : one,
        );
        const assayIds = [...added.values()];
        if (batchId !== undefined) {
          stored = await options.batches.takeFile(trx, { batchId, assayIds, controls, sha256 });
        }
        if (file.submit && assayIds.length > 0) await writer.submit(assayIds);
        await createInstrumentFileStore(trx, options).addImport({
          ...{
            unitId: caller.unitId,
            sha256,
            fileName: file.fileName.slice(0, 200),
            batchId: batchId ?? null,
          },
          ...{ added: added.size, leftOut: judged.length - added.size, importedBy: personLabel(caller) },
        });
      });
      const rows = judged.map((one) => toRow(one, file.language));
      return { ...countsOf(judged), controls: stored, rows };
    },
  };
}

/** Batches that files are stored in. */
type BatchFiles = {
  openForFile(scope: Scope, batchId: number, controls: readonly ControlResult[]): Promise<BatchRanges>;
  /** How many measurements of the quality control were new. */
  takeFile(
    trx: Trx,
    file: {
      batchId: number;
      assayIds: readonly number[];
      controls: readonly ControlResult[];
      sha256: string;
    },
  ): Promise<number>;
};

type ReadOrder = { table: TableFile; mappingId: number; batchId?: number | undefined };

function toNewAssay(caller: Caller, one: Judged | undefined, nowMs: number): NewAssay[] {
  if (one === undefined || one.known === null || one.read.result === null) return [];
  const { sampledOn, about, result } = one.read;
  const by = { analystIds: personsBehind(caller), analyst: personLabel(caller), enteredAt: new Date(nowMs) };
  return [{ ...one.known, ...result, ...about, sampledOn, ...by, reason: "", supersedes: null }];
}

function nameExists(): AppError {
  const text = {
    en: "the instrument already has a mapping with this name",
    zh: "该仪器已有同名映射",
  };
  return new AppError("conflict", text, [{ field: "name", text }]);
}
