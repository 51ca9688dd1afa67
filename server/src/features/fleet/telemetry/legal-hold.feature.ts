import {
  type LegalHold,
  liftReadingHold,
  listReadingHolds,
  placeReadingHold,
} from "@tracewater/contract/fleet/legal-holds";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { LegalHoldService } from "./legal-hold.service.ts";
import type { LegalHoldRow } from "./legal-hold.store.ts";

export function serveLegalHolds(serve: Serve, holds: LegalHoldService): void {
  serve.forCaller(listReadingHolds, async ({ query }, caller) => {
    const total = await holds.count(caller.scope, query);
    const rows = await holds.list(caller.scope, query, pageOf(query, total));
    return { total, rows: rows.map(toLegalHold) };
  });

  serve.forCaller(placeReadingHold, async ({ body, audit }, caller) => {
    const placed = await holds.place(caller, { ...body, end: body.end ?? null });
    audit({ subject: auditSubject(placed), after: toLegalHold(placed) });
    return { data: toLegalHold(placed) };
  });

  serve.forCaller(liftReadingHold, async ({ params, body, audit }, caller) => {
    const { before, after } = await holds.lift(caller, params.id, body.reason);
    audit({ subject: auditSubject(after), before: toLegalHold(before), after: toLegalHold(after) });
    return { data: toLegalHold(after) };
  });
}

function auditSubject({ id, deviceName, unitId }: LegalHoldRow) {
  return { kind: "readingHold", id, name: deviceName, unitId };
}

function toLegalHold(row: LegalHoldRow): LegalHold {
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
