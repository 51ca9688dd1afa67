import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { DeviceRecord } from "./device-record.ts";

/** A device as the audit log names it. */
export function deviceSubject({
  id,
  deviceName,
  unitId,
}: Pick<DeviceRecord, "id" | "deviceName" | "unitId">): AuditChange["subject"] {
  return { kind: "device", id, name: deviceName, unitId };
}

/** What people decide of a device; what it reports by itself is no change of theirs. */
export function deviceAuditPayload(record: DeviceRecord) {
  const { deviceName, nickname, typeKey, status, unitId, unitName, pointId, pointName, tags } = record;
  const { latitude, longitude } = record;
  return {
    ...{ deviceName, nickname, typeKey, status, unitId, unitName },
    ...{ pointId, pointName, tags, latitude, longitude },
  };
}
