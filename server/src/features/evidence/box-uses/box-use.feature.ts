import type { QueryOf } from "@tracewater/contract/call";
import { boxUseLabels } from "@tracewater/contract/evidence/box-use-labels";
import {
  type BoxUse,
  exportBoxUses,
  exportBoxUsesByForm,
  listBoxUses,
} from "@tracewater/contract/evidence/box-uses";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import { type DeviceReach, withinReach } from "../../fleet/devices/device-reach.service.ts";
import { type BoxUseFilter, createBoxUseStore } from "./box-use.store.ts";

const batch = 1000;

/** Who had which box where and when, on which authority, and what was put in and taken out by its weight. */
export function serveBoxUses(
  serve: Serve,
  parts: { db: Db; reach: DeviceReach; files: ExportFiles; printMoment: PrintMoment },
): void {
  const store = createBoxUseStore(parts.db);

  async function filterOf(
    caller: Caller,
    query: QueryOf<typeof listBoxUses>,
    verb: "query" | "export",
  ): Promise<BoxUseFilter & { deviceName: string }> {
    const { deviceId, kind, keyword, beginTime, endTime } = query;
    const { device, reach } = await parts.reach.require(caller, deviceId, verb);
    return {
      ...{ deviceId, kind, keyword, deviceName: device.deviceName },
      spans: withinReach(reach, beginTime, endTime),
      reach: withinReach(reach, undefined, undefined),
    };
  }

  async function* listAll(filter: BoxUseFilter): AsyncGenerator<BoxUse> {
    for (let before: BoxUse | undefined; ; ) {
      const rows = await store.listBefore(filter, before, batch);
      yield* rows;
      before = rows.at(-1);
      if (rows.length < batch) return;
    }
  }

  serve.forCaller(listBoxUses, async ({ query }, caller) => {
    const filter = await filterOf(caller, query, "query");
    const total = await store.count(filter);
    return { total, rows: await store.list(filter, pageOf(query, total)) };
  });
  serveExport(serve, exportBoxUses, exportBoxUsesByForm, async (query, { caller, language, reply }) => {
    const filter = await filterOf(caller, query, "export");
    const labels = boxUseLabels[language];
    const columns = columnsOf(language, parts.printMoment);
    async function* cells(): AsyncGenerator<readonly Cell[]> {
      for await (const row of limited(listAll(filter))) yield columns.map(({ cell }) => cell(row));
    }
    await sendWorkbook(parts.files, {
      ...{ ownerId: caller.userId, subject: "boxUse", name: `${labels.title} ${filter.deviceName}.xlsx` },
      columns: columns.map(({ labelKey, unit }) => ({
        head: unit === undefined ? labels[labelKey] : `${labels[labelKey]} (${unit})`,
        width: 20,
      })),
      ...{ rows: cells(), reply },
    });
  });
}

type LabelKey = keyof (typeof boxUseLabels)["en"];
type Column = { labelKey: LabelKey; unit?: string; cell: (row: BoxUse) => Cell };

function columnsOf(language: Language, print: PrintMoment): readonly Column[] {
  const labels = boxUseLabels[language];
  const plain = (labelKey: LabelKey & keyof BoxUse, unit?: string): Column => ({
    ...{ labelKey, ...(unit === undefined ? {} : { unit }) },
    cell: (row) => row[labelKey],
  });
  const moment = (labelKey: "at" | "closedAt"): Column => ({
    labelKey,
    cell: (row) => {
      const at = row[labelKey];
      return at === null ? null : print(new Date(at));
    },
  });
  return [
    moment("at"),
    { labelKey: "kind", cell: (row) => labels[`kind.${row.kind}`] },
    plain("slot"),
    plain("authority"),
    plain("personA"),
    plain("personB"),
    moment("closedAt"),
    plain("seconds", "s"),
    plain("weightBefore", "g"),
    plain("weightAfter", "g"),
    plain("change", "g"),
    {
      labelKey: "movement",
      cell: ({ movement }) => (movement === null ? null : labels[`movement.${movement}`]),
    },
    plain("expected"),
    plain("found"),
  ];
}
