import { createHash } from "node:crypto";
import type { EvidenceItem } from "@tracewater/contract/evidence/items";
import { canonicalize } from "@tracewater/custody/canonical";
import type { Caller } from "../../../platform/caller.ts";
import { momentOfSigning } from "../../../platform/custody/signing-means.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Trx } from "../../../platform/store/database.ts";
import type { EvidenceRecordFacts } from "../../laboratory/custody/custody.service.ts";
import type { createItemStore, FoundItem } from "./item.store.ts";
import type { createItemFileStore } from "./item-file.store.ts";
import { type LegReadings, readLeg } from "./leg.store.ts";

/** What the event says that ends a leg. */
type EndedLeg = Pick<EvidenceRecordFacts, "leg" | "file">;
export type LegWriter = (trx: Trx, caller: Pick<Caller, "signing">, item: FoundItem) => Promise<EndedLeg>;

/** The longest time that a reading takes from the box into the database. With a slower one the person signs again. */
const settleMs = 2_000;

/** The temperatures that an item may have in a box, by how it is kept; null: no limit. */
const storageLimits: Record<EvidenceItem["storage"], { low: number | null; high: number | null }> = {
  c4: { low: 2, high: 8 },
  "c-20": { low: null, high: -15 },
  ambient: { low: null, high: 30 },
  dry: { low: null, high: 30 },
  faraday: { low: null, high: 30 },
};

/**
 * Ends the leg of an item in a box: what the box measured since its custodian took it is written as a file in canonical
 * JSON, and the event gets its hash and what it comes to. A leg without a reading has no file, and says so. It ends
 * where every reading has arrived, so that it is unchanged when the person has signed it.
 */
export function createLegWriter(options: {
  store: Pick<ReturnType<typeof createItemStore>, "findLegStart" | "beginLeg">;
  files: Pick<ReturnType<typeof createItemFileStore>, "add" | "listOfItem">;
  printIso: PrintMoment;
  now: () => number;
}): LegWriter {
  const { store, files, printIso, now } = options;

  return async (trx, caller, item) => {
    const { itemId, itemNo, entrustmentId, deviceId, holder } = item;
    const start = await store.findLegStart(trx, itemId);
    if (start === undefined || deviceId === null) return {};
    const limits = storageLimits[item.storage];
    const end = momentOfSigning(caller.signing, now()) - settleMs;
    const to = new Date(Math.max(start.since.getTime(), end));
    const measured = await readLeg(trx, { deviceId, from: start.since, to, ...limits });
    await store.beginLeg(trx, itemId, to);
    const span = { from: printIso(start.since), to: printIso(to) };
    const { count: readings, min, mean, max, excursionSeconds } = measured;
    const leg = {
      ...{ custodian: holder, box: start.deviceName, ...span, readings },
      ...{ min, mean, max, ...limits, excursionSeconds },
    };
    if (readings === 0) return { leg };
    const curves = (await files.listOfItem(itemId, trx)).filter(({ kind }) => kind === "curve").length;
    const name = `${itemNo}-leg-${curves + 1}.json`;
    const content = writeCurve(itemNo, leg, measured);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const mediaType = "application/json";
    await files.add(trx, {
      ...{ itemId, entrustmentId, kind: "curve", name, mediaType, sha256, content },
      ...{ bytes: Buffer.byteLength(content), caption: start.deviceName, addedBy: holder, addedAt: to },
    });
    return { leg, file: { name, mediaType, sha256 } };
  };
}

function writeCurve(item: string, leg: NonNullable<EndedLeg["leg"]>, { spans }: LegReadings): string {
  const readings = spans.map((span) => [...span]);
  return canonicalize({ format: "tracewater-leg", version: 1, item, ...leg, readings, count: leg.readings });
}
