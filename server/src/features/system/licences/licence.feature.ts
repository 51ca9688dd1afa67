import {
  addAuthCode,
  grantLicence,
  issueLicence,
  type Licence,
  type LicenceState,
  listLicences,
  withdrawLicence,
} from "@tracewater/contract/system/licences";
import type { EventBus } from "../../../platform/event-bus.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { SystemEvents } from "../system-events.ts";
import type { LicenceService } from "./licence.service.ts";
import type { LicenceRecord } from "./licence.store.ts";
import type { LicenceKey } from "./licence-key.ts";

export type LicenceParts = {
  licences: LicenceService;
  requireUnit: (scope: Scope, id: number, field: string) => Promise<{ id: number; name: string }>;
  key: LicenceKey;
  print: PrintMoment;
  events: EventBus<SystemEvents>;
};

/** The authorizations of enterprise units: their history, codes issued and entered, withdrawal. */
export function serveLicences(serve: Serve, parts: LicenceParts): void {
  const { licences, requireUnit, key, print, events } = parts;
  /** Live streams begin or end with it, and open consoles look again at what they may do. */
  const emitAccessChanged = async (unitId: number) =>
    events.emit("access.changed", { userIds: await licences.membersOf(unitId) });

  serve.forCaller(listLicences, async ({ query }, caller) => {
    const total = await licences.count(caller.scope, query.unitId);
    const { now, today } = licences.moment();
    const records = await licences.list(caller.scope, query.unitId, pageOf(query, total));
    return { rows: records.map((record) => toRow(record, print, now, today)), total };
  });
  serve.forCaller(issueLicence, async ({ body, audit }, caller) => {
    const unit = await requireUnit(caller.scope, body.unitId, "unitId");
    const { id, code, enterBy } = await licences.issue(key, caller, body);
    audit({ subject: auditSubject(id, unit), after: body });
    return { data: { id, code, enterBy: print(enterBy) } };
  });
  serve.forCaller(grantLicence, async ({ body, audit }, caller) => {
    const unit = await requireUnit(caller.scope, body.unitId, "unitId");
    const id = await licences.grant(caller, body.unitId, body);
    audit({ subject: auditSubject(id, unit), after: body });
    await emitAccessChanged(unit.id);
    return { data: { id } };
  });
  serve.forCaller(withdrawLicence, async ({ body, audit }, caller) => {
    const { unitId, unitName, ...terms } = await licences.withdraw(caller, body.licenceId);
    const subject = auditSubject(body.licenceId, { id: unitId, name: unitName });
    audit({ subject, before: { ...terms, withdrawn: false }, after: { ...terms, withdrawn: true } });
    await emitAccessChanged(unitId);
    return {};
  });
  serve.forCaller(addAuthCode, async ({ body, audit }, caller) => {
    const { id, unitId, unitName, ...terms } = await licences.enter(key, caller, body.authorizationCode);
    audit({ subject: auditSubject(id, { id: unitId, name: unitName }), after: terms });
    await emitAccessChanged(unitId);
    return {};
  });
}

function auditSubject(id: number, unit: { id: number; name: string }) {
  return { kind: "licence", id, name: unit.name, unitId: unit.id };
}

function toRow(record: LicenceRecord, print: PrintMoment, now: Date, today: string): Licence {
  const printed = (at: Date | null) => (at === null ? null : print(at));
  const {
    id,
    enterBy,
    issuedAt,
    enteredAt,
    withdrawnAt,
    issuedByName,
    enteredByName,
    withdrawnByName,
    ...rest
  } = record;
  return {
    ...rest,
    licenceId: id,
    state: stateOf(record, now, today),
    enterBy: printed(enterBy),
    issuedBy: issuedByName,
    issuedAt: print(issuedAt),
    enteredBy: enteredByName,
    enteredAt: printed(enteredAt),
    withdrawnBy: withdrawnByName,
    withdrawnAt: printed(withdrawnAt),
  };
}

function stateOf(record: LicenceRecord, now: Date, today: string): LicenceState {
  if (record.withdrawnAt !== null) return "withdrawn";
  if (record.enteredAt === null)
    return record.enterBy !== null && record.enterBy <= now ? "lapsed" : "issued";
  if (today < record.validFrom) return "future";
  return today > record.validUntil ? "over" : "inForce";
}
