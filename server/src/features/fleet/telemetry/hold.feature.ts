import {
  liftReadingHold,
  listReadingHolds,
  placeReadingHold,
  type ReadingHold,
} from "@tracewater/contract/fleet/reading-holds";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { HoldService } from "./hold.service.ts";
import type { HoldRow } from "./hold.store.ts";

export function serveHolds(serve: Serve, holds: HoldService): void {
  serve.forCaller(listReadingHolds, async ({ query }, caller) => {
    const total = await holds.count(caller.scope, query);
    const rows = await holds.list(caller.scope, query, pageOf(query, total));
    return { total, rows: rows.map(toHold) };
  });

  serve.forCaller(placeReadingHold, async ({ body, note }, caller) => {
    const placed = await holds.place(caller, { ...body, end: body.end ?? null });
    note({ thing: thingOf(placed), after: toHold(placed) });
    return { data: toHold(placed) };
  });

  serve.forCaller(liftReadingHold, async ({ params, body, note }, caller) => {
    const { before, after } = await holds.lift(caller, params.id, body.reason);
    note({ thing: thingOf(after), before: toHold(before), after: toHold(after) });
    return { data: toHold(after) };
  });
}

function thingOf({ id, deviceName, unitId }: HoldRow) {
  return { kind: "readingHold", id, name: deviceName, unitId };
}

function toHold(row: HoldRow): ReadingHold {
  return {
    holdId: row.id,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    begin: row.beginAt.getTime(),
    end: row.endAt?.getTime() ?? null,
    reason: row.reason,
    placedBy: row.placedBy,
    placedAt: row.placedAt.getTime(),
    liftedBy: row.liftedBy,
    liftedAt: row.liftedAt?.getTime() ?? null,
    liftReason: row.liftReason,
  };
}
