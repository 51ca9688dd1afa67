import type { Series } from "@tracewater/contract/fleet/telemetry";
import { fieldError } from "../../../platform/app-error.ts";
import type { Db } from "../../../platform/store/database.ts";
import {
  type Level,
  levelFor,
  type Part,
  piecesOf,
  stepFor,
  toRawSeries,
  toReducedSeries,
} from "./series.model.ts";
import { createSeriesStore, type Outlook, type SeriesSpan } from "./series.store.ts";

const maxSpanMs = 400 * 86_400_000;
/** Where parts begin before the rollups know it: their first run is to come. */
const beforeFirstRun = new Date(Date.UTC(2000, 0, 3));

type AskedSeries = {
  deviceId: number;
  identifiers: readonly string[];
  begin: number;
  end: number;
  points: number;
  expectedMs: number | null;
  /** What of the span may be read, rising. */
  spans: readonly { begin: Date; end: Date }[];
};

/** Numeric properties over spans of time, from the level that gives what a chart can show. */
export function createSeriesService(options: { db: Db; now: () => number }) {
  const store = createSeriesStore(options.db);

  async function readParts(
    spans: readonly SeriesSpan[],
    level: Level,
    step: number,
    seen: Outlook,
  ): Promise<Part[]> {
    const origin = seen.origin ?? beforeFirstRun;
    const rolled = { to: seen.rolledTo.getTime(), origin: origin.getTime() };
    const reads = spans.flatMap((span) =>
      piecesOf(level, { begin: span.begin.getTime(), end: span.end.getTime() }, rolled).map((piece) =>
        store.listParts(
          { ...span, begin: new Date(piece.begin), end: new Date(piece.end) },
          piece.level,
          step,
          origin,
        ),
      ),
    );
    return (await Promise.all(reads)).flat();
  }

  return {
    async read(asked: AskedSeries): Promise<Series[]> {
      checkSpan(asked);
      const { deviceId, identifiers, begin, end, points } = asked;
      const whole = { deviceId, identifiers, begin: new Date(begin), end: new Date(end) };
      const outlook = await store.outlook(whole);
      const step = stepFor(end - begin, points);
      const isRawGone = outlook.origin !== null && outlook.rawFloor > whole.begin;
      const levels = new Map(
        identifiers.map((name) => [
          name,
          outlook.origin === null
            ? "raw"
            : levelFor({ step, about: outlook.about.get(name) ?? 0, isRawGone }),
        ]),
      );
      const spansOf = (names: readonly string[]) =>
        names.length === 0 ? [] : asked.spans.map((span) => ({ deviceId, identifiers: names, ...span }));
      const parts = (
        await Promise.all(
          (["raw", "minute", "hour", "day"] as const).map((level) =>
            readParts(
              spansOf(identifiers.filter((name) => levels.get(name) === level)),
              level,
              step,
              outlook,
            ),
          ),
        )
      ).flat();
      const counts = new Map<string, number>();
      for (const { identifier, n } of parts) counts.set(identifier, (counts.get(identifier) ?? 0) + n);
      const few = identifiers.filter(
        (name) => levels.get(name) === "raw" && (counts.get(name) ?? 0) <= points,
      );
      const some = few.filter((name) => counts.has(name));
      const raw = (await Promise.all(spansOf(some).map(store.listRaw))).flat();
      const seen = { until: Math.min(end, options.now()), expectedMs: asked.expectedMs };
      return identifiers.map((name) =>
        few.includes(name)
          ? toRawSeries(name, raw, seen)
          : toReducedSeries(name, parts, { ...seen, step, level: levels.get(name) ?? "raw" }),
      );
    },
  };
}

/** Refuses a span that ends before it begins, and one that nobody looks at as a whole. */
export function checkSpan({ begin, end }: { begin: number; end: number }): void {
  if (end < begin) throw fieldError("end", { en: "must not be before the start", zh: "不能早于开始时间" });
  if (end - begin > maxSpanMs) {
    throw fieldError("begin", { en: "the period must not exceed 400 days", zh: "时间跨度不能超过 400 天" });
  }
}
