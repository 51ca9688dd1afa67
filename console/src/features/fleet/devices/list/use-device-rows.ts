import type { ReplyOf } from "@tracewater/contract/call";
import { listDevices } from "@tracewater/contract/fleet/devices";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { useRef } from "react";
import { useBatchedEvents } from "../../../../api/batched-events.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { invalidate, useApi } from "../../../../api/use-api.ts";
import { filtersQuery, type ListFilters } from "../../../../device/list-filters.ts";
import { applyEvents } from "../../../../device/live-values.ts";

/** Counts and filters by state are the server's; after devices came or went they are asked for this often at most. */
const recountMs = 3000;

/** The rows of the list, with values and connections written in as they come. */
export function useDeviceRows(family: FamilyKey, filters: ListFilters) {
  const rows = useApi(
    listDevices,
    { params: { family }, query: filtersQuery(filters) },
    { keepPrevious: true },
  );
  const recountAt = useRef(0);
  useBatchedEvents([`family:${family}`], (events) => {
    patchRows(events.filter((event) => "typeKey" in event && event.typeKey === family));
    const connected = events.some((event) => event.type === "connection" && event.typeKey === family);
    if (!connected || Date.now() < recountAt.current) return;
    recountAt.current = Date.now() + recountMs;
    setTimeout(() => void invalidate(listDevices), recountMs);
  });
  return rows;
}

function patchRows(events: LiveEvent[]): void {
  if (events.length === 0) return;
  queryClient.setQueriesData<ReplyOf<typeof listDevices>>({ queryKey: [listDevices.name] }, (reply) => {
    if (reply === undefined) return reply;
    const rows = applyEvents(reply.rows, events);
    return rows === reply.rows ? reply : { ...reply, rows };
  });
}
