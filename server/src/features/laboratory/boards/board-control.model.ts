import type {
  BoardControlState,
  ControlDue,
  DeviceControl,
  WithholdCause,
} from "@tracewater/contract/laboratory/board-controls";
import type { PlannedDevice, StoredDue } from "./board-control.store.ts";

/** What the controls of a detector come to. */
export type ControlVerdict = {
  cause: WithholdCause | null;
  /** Since when. */
  since: Date;
  /** Whether all of the detector is concerned: each lot on it, where each lot has its own controls. */
  isWhole: boolean;
};

export function verdictOf(
  device: Pick<PlannedDevice, "perLot" | "checkDueAt">,
  controls: readonly StoredDue[],
  isCheckFailed: boolean,
  at: Date,
): ControlVerdict {
  const failed = controls.filter((one) => one.passed === false);
  const overdue = controls.filter((one) => isOverdue(one, at));
  const lots = new Set(controls.map((one) => one.lotId));
  const concerned = new Set([...failed, ...overdue].map((one) => one.lotId));
  const { checkDueAt } = device;
  const isCheckOverdue = checkDueAt !== null && checkDueAt <= at.getTime();
  const isWhole = !device.perLot || isCheckFailed || isCheckOverdue || concerned.size === lots.size;
  if (failed.length > 0)
    return { cause: "controlFailed", since: earliest(failed.map((one) => one.at)) ?? at, isWhole };
  if (isCheckFailed) return { cause: "checkFailed", since: at, isWhole };
  if (overdue.length > 0)
    return { cause: "controlOverdue", since: earliest(overdue.map((one) => one.dueAt)) ?? at, isWhole };
  if (isCheckOverdue) return { cause: "checkOverdue", since: new Date(checkDueAt), isWhole };
  return { cause: null, since: at, isWhole: false };
}

/** Whether what is stored of a lockout is no longer what the controls come to. */
export function isChanged(device: PlannedDevice, verdict: ControlVerdict, at: Date): boolean {
  if (verdict.cause === null) return device.lockoutId !== null;
  return (
    device.lockoutId === null ||
    device.cause !== verdict.cause ||
    device.isLocked !== (verdict.isWhole && !isOverridden(device, at))
  );
}

export function isOverridden({ overriddenUntil }: Pick<PlannedDevice, "overriddenUntil">, at: Date): boolean {
  return overriddenUntil !== null && overriddenUntil > at.getTime();
}

function isOverdue({ dueAt }: StoredDue, at: Date): boolean {
  return dueAt !== null && dueAt <= at;
}

function earliest(moments: readonly (Date | null)[]): Date | null {
  const known = moments.filter((one) => one !== null).map((one) => one.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}

/** A detector with its controls, as it is shown. */
export function toDeviceControl(
  device: PlannedDevice,
  controls: readonly StoredDue[],
  at: Date,
): DeviceControl {
  const { lockoutId, isLocked: _isLocked, overriddenUntil, ...rest } = device;
  const next = earliest(controls.map((one) => one.dueAt));
  const isUsed =
    device.intervalDays !== null ||
    device.checkIntervalDays !== null ||
    controls.some((one) => one.passed !== null);
  const state: BoardControlState =
    lockoutId === null ? (isUsed ? "valid" : "off") : isOverridden(device, at) ? "overridden" : "lockedOut";
  return {
    ...rest,
    state,
    overriddenUntil: state === "overridden" ? overriddenUntil : null,
    dueAt: next?.getTime() ?? null,
  };
}

export function toDue(one: StoredDue, at: Date): ControlDue {
  const { lotId, lotNo, kind, testId, passed } = one;
  const last =
    testId === null || one.at === null || passed === null ? null : { testId, at: one.at.getTime(), passed };
  return { lotId, lotNo, kind, last, dueAt: one.dueAt?.getTime() ?? null, isOverdue: isOverdue(one, at) };
}
