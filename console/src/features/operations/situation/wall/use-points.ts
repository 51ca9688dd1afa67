import type { ReplyOf } from "@tracewater/contract/call";
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import { getSituationPoints } from "@tracewater/contract/operations/situation";
import { useState } from "react";
import { useApi } from "../../../../api/use-api.ts";

export type SituationPoints = ReplyOf<typeof getSituationPoints>["data"];

type Shown = { category: AnalyteCategory; span: SituationPoints; at: number };

export type ShownPoints = {
  /** What was asked for, once its points are here, so that all parts speak of one; until then the former. */
  category: AnalyteCategory;
  span: SituationPoints | null;
  /** A fetch has failed since the points on the screen came. */
  isOld: boolean;
  /** When they came; null before the first. */
  at: number | null;
};

const everyMs = 300_000;
/** A category that could not be fetched is asked for this often, until it is shown or the next is asked for. */
const retryMs = 10_000;

/** The points of a category; where they cannot be fetched, those of the category that was shown before them. */
export function usePoints(
  asked: AnalyteCategory,
  { until, enabled }: { until: string | undefined; enabled: boolean },
): ShownPoints {
  const [kept, keep] = useState<Shown | null>(null);
  const [failedAt, setFailedAt] = useState(0);
  const query = { category: asked, ...(until === undefined ? {} : { until }) };
  const isBehind = failedAt > (kept?.at ?? 0);
  const { data, dataUpdatedAt, errorUpdatedAt } = useApi(
    getSituationPoints,
    { query },
    { silent: true, enabled, everyMs: isBehind ? retryMs : everyMs },
  );
  if (errorUpdatedAt > failedAt) setFailedAt(errorUpdatedAt);
  const span = data?.data;
  const shown = span === undefined ? kept : { category: asked, span, at: dataUpdatedAt };
  if (shown !== null && !isSame(shown, kept)) keep(shown);
  return {
    category: shown?.category ?? asked,
    span: shown?.span ?? null,
    isOld: Math.max(failedAt, errorUpdatedAt) > (shown?.at ?? 0),
    at: shown?.at ?? null,
  };
}

function isSame(shown: Shown, kept: Shown | null): boolean {
  return (
    kept !== null && shown.at === kept.at && shown.span === kept.span && shown.category === kept.category
  );
}
