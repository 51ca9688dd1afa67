import { useMemo } from "react";
import { staleAfterMs } from "../families/family-facts.ts";
import { nameIn } from "../log/log-summary.ts";
import { useLiveBatch } from "../model/live-batch.ts";
import type { OpenDevice } from "../model/use-device.ts";
import { digitsOf, isNumeric, type ModelProperty } from "../model/values.ts";
import { useWords } from "../model/words.ts";
import { longestSilence, type Panel } from "./chart-panel.ts";
import { growSeries, useSeries } from "./live-series.ts";
import { withGaps } from "./series-shape.ts";

/** The chosen properties as panels of a chart; a span that ends now grows with what comes in. */
export function usePanels(
  open: OpenDevice,
  chosen: ModelProperty[],
  shown: string[],
  span: { begin: number; end: number },
  moves: boolean,
) {
  const { language } = useWords();
  const { begin, end } = span;
  const query = { deviceId: open.device.id, identifiers: shown, begin, end, points: 480 };
  const { data, error, isPending, refetch } = useSeries(query);
  useLiveBatch([`device:${open.device.id}`], (events) => {
    if (moves) growSeries(query, events);
  });
  const names = shown.join();
  const silence = longestSilence(staleAfterMs(open.facts, open.device.latest), begin, end);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of what is shown stand for the list
  const panels = useMemo(
    () =>
      shown.flatMap((identifier): Panel[] => {
        const property = chosen.find((candidate) => candidate.identifier === identifier);
        const series = data?.data.find((candidate) => candidate.identifier === identifier);
        if (property === undefined || !isNumeric(property.dataType)) return [];
        const { step, type, unit } = property.dataType;
        return [
          {
            identifier,
            title: nameIn(property, language),
            unit: unit ?? "",
            digits: digitsOf(step, type),
            points: withGaps(series?.points ?? [], silence),
            reduced: series?.reduced ?? false,
            limits: open.facts.limits[identifier],
          },
        ];
      }),
    [data, names, language, open.facts, silence],
  );
  return { panels, begin, end, error, isPending, refetch };
}
