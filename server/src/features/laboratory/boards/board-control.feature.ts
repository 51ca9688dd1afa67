import {
  type DeviceControl,
  getBoardControl,
  listBoardControls,
  overrideBoardLockout,
  setBoardControl,
} from "@tracewater/contract/laboratory/board-controls";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { BoardControlService } from "./board-control.service.ts";

export function serveBoardControls(serve: Serve, controls: BoardControlService): void {
  serve.forCaller(listBoardControls, ({ query }, caller) => controls.list(caller.scope, query));
  serve.forCaller(getBoardControl, async ({ params }, caller) => ({
    data: await controls.read(caller.scope, params.id),
  }));
  serve.forCaller(setBoardControl, async ({ body, audit }, caller) => {
    const before = await controls.show(caller.scope, body.deviceId);
    const data = await controls.setPlan(caller, body);
    audit({ subject: auditSubject(data), before: planOf(before), after: planOf(data) });
    return { data };
  });
  serve.forCaller(overrideBoardLockout, async ({ body, audit }, caller) => {
    const data = await controls.override(caller, body);
    const { cause, overrides, overriddenUntil } = data;
    audit({ subject: auditSubject(data), after: { reason: body.reason, cause, overrides, overriddenUntil } });
    return { data };
  });
}

function planOf({ intervalDays, perLot, maxOverrides, overrideHours }: DeviceControl) {
  return { intervalDays, perLot, maxOverrides, overrideHours };
}

function auditSubject({ deviceId, deviceName, unitId }: DeviceControl): AuditChange["subject"] {
  return { kind: "boardControl", id: deviceId, name: deviceName, unitId };
}
