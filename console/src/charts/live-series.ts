import type { ReplyOf } from "@tracewater/contract/call";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { getSeries } from "@tracewater/contract/fleet/telemetry";
import { queryClient } from "../api/query-client.ts";
import { useApi } from "../api/use-api.ts";
import { grown } from "./series-shape.ts";

export type SeriesQuery = {
  deviceId: number;
  identifiers: readonly string[];
  begin: number;
  end: number;
  points: number;
};

type Reply = ReplyOf<typeof getSeries>;

/** Several properties of a device over a span, in one call. */
export function useSeries(query: SeriesQuery) {
  const { identifiers } = query;
  return useApi(
    getSeries,
    { query: asInput(query) },
    { keepPrevious: true, enabled: identifiers.length > 0, staleMs: 30_000 },
  );
}

/** Adds live values to a span that ends now. */
export function growSeries(query: SeriesQuery, events: readonly LiveEvent[]): void {
  const values = events.flatMap((event) =>
    event.type === "values" && event.deviceId === query.deviceId ? event.values : [],
  );
  if (values.length === 0) return;
  queryClient.setQueryData<Reply>([getSeries.name, { query: asInput(query) }], (reply) => {
    if (reply === undefined) return reply;
    let changed = false;
    const data = reply.data.map((series) => {
      const news = values.filter((value) => value.identifier === series.identifier);
      const after = news.reduce(
        (so, { at, value }) => (typeof value === "number" ? grown(so, at, value, query.begin) : so),
        series,
      );
      if (after !== series) changed = true;
      return after;
    });
    return changed ? { ...reply, data } : reply;
  });
}

function asInput(query: SeriesQuery) {
  return { ...query, identifiers: query.identifiers.join(",") };
}
