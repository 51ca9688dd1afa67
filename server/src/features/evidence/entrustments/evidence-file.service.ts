/** The file of one entrustment: its document and its events alone, with the proofs that verify without the platform. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { personLabel } from "@tracewater/contract/system/person-label";
import { canonicalize } from "@tracewater/custody/canonical";
import { type BlockName, writeBlockLine } from "@tracewater/custody/evidence-file";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { CustodyService } from "../../laboratory/custody/custody.service.ts";
import { createEntrustmentStore, type FoundEntrustment } from "./entrustment.store.ts";
import { entrustmentName } from "./entrustment-refusals.ts";
import { appendEvidence } from "./evidence-chain.ts";
import { documentOf } from "./evidence-document.ts";
import { createItemStore } from "./item.store.ts";
import type { ItemFileService } from "./item-file.service.ts";
import { aboutEntrustment } from "./track.model.ts";

export type EvidenceFileService = ReturnType<typeof createEvidenceFileService>;

export type MadeEvidenceFile = {
  /** Without an ending. */
  name: string;
  page: string;
  blocks: Record<BlockName, Iterable<string> | AsyncIterable<string>>;
  found: FoundEntrustment;
  /** For the audit log. */
  summary: { file: string; document: string; events: number };
};

const maxEvents = 5000;

export function createEvidenceFileService(options: {
  db: Db;
  custody: CustodyService;
  files: Pick<ItemFileService, "listOfEntrustment" | "lines">;
  clock: DayClock;
  now: () => number;
  printIso: PrintMoment;
  /** Where the built page lies. */
  page: string;
}) {
  const { db, custody, files, now, printIso } = options;
  const store = createEntrustmentStore(db, options.clock.today);
  const items = createItemStore(db, now);

  /** The document as it is now, and the event that says to whom it was given: in one transaction. */
  async function writeDocument(caller: Caller, id: number, language: Language) {
    return db.transaction().execute(async (trx) => {
      const found = await store.lock(trx, caller.scope, id);
      if (found === undefined) throw notFound(entrustmentName);
      const by = personLabel(caller);
      const own = await items.listOf(id, trx);
      const kept = await files.listOfEntrustment(id, trx);
      const moment = { at: new Date(now()), language, printIso };
      const document = documentOf({ found, items: own, files: kept, by, ...moment });
      const text = writeBlockLine(document);
      const hash = createHash("sha256").update(text).digest("hex");
      await appendEvidence(custody, trx, caller, [
        {
          ...{ kind: "step", about: [aboutEntrustment(id)], condition: "exported", to: by },
          ...{ place: found.unitName, facts: { document: hash } },
        },
      ]);
      return { found, text, hash, kept };
    });
  }

  return {
    /** Refused where the chain is broken: then nothing is written, signed or sent. */
    async make(caller: Caller, id: number, language: Language): Promise<MadeEvidenceFile> {
      if ((await store.find(caller.scope, id)) === undefined) throw notFound(entrustmentName);
      const page = await readFile(options.page, "utf8");
      await custody.requireSound();
      const { found, text, hash, kept } = await writeDocument(caller, id, language);
      const proven = await custody.prove(aboutEntrustment(id), maxEvents);
      const name = `EVIDENCE-${found.entrustmentNo}`;
      return {
        ...{ name, page, found, summary: { file: name, document: hash, events: proven.rows.length } },
        blocks: {
          document: [text],
          rows: proven.rows.map(writeRow),
          proofs: proven.proofs.map(writeBlockLine),
          counts: proven.counts.map(writeBlockLine),
          checkpoint: [
            writeBlockLine({
              ...{ note: proven.checkpoint.note, key: proven.checkpoint.key },
              witnesses: proven.witnesses,
            }),
          ],
          stamps: proven.stamps.map(writeBlockLine),
          files: files.lines(kept),
        },
      };
    },
  };
}

/** The record goes out as its stored text: a text that was changed past the chain is shown as it is. */
function writeRow(row: { seq: number; at: string; prev: string; hash: string; record: string }): string {
  const { seq, at, prev, hash, record } = row;
  const head = `{"at":${canonicalize(at)},"hash":${canonicalize(hash)},"prev":${canonicalize(prev)}`;
  return `${head},"record":${record},"seq":${seq}}`.replaceAll("<", "\\u003c");
}
