import type { LatestValue } from "@tracewater/contract/fleet/devices";
import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import type { LucideIcon } from "lucide-react";
import type { Limits } from "../../../../charts/limits.ts";
import type { StateShape, Tone } from "../../../../kit/state.tsx";

/** A value of the family's work state, as it is printed everywhere. */
export type WorkState = { value: number; key: string; tone: Tone; shape: StateShape };

/** What one device family shows and does beyond what its thing model says. */
export type FamilyFacts = {
  family: FamilyKey;
  icon: LucideIcon;
  /** Where the family's list stands in the console. */
  listPath: string;
  adminPath: string;
  /** A device name as they are given, for the form's field. */
  exampleName: string;
  workState: { identifier: string; states: WorkState[] };
  /** How far a run has come: `done` of `of`, or a share in percent. */
  progress: { done: string; of: string } | { percent: string } | null;
  columns: ListColumn[];
  /** Services that stand as buttons in the device's header; the first is sent from there by itself. */
  mainCommands: { service: string; icon: LucideIcon }[];
  /** Services that stand as buttons over the send form. */
  quickServices: string[];
  serviceIcons: Record<string, LucideIcon>;
  /** The band that a property should stay in, and the limits beyond which its value is coloured. */
  limits: Record<string, Limits>;
  /** Told when they change, not with every report: their age alone says nothing while the device is heard. */
  onChange: string[];
  /** The property that says how often the device reports, in seconds. */
  reportInterval: string;
  /** The chart of the device info: a property over time, and an event's member as bars on it. */
  infoChart: { identifier: string; bars: { event: string; member: string } | null };
  /** The drawing that stands beside the values. */
  drawing: "carousel" | "detector" | "board" | "slots" | "sequence";
  /** Properties that the drawing, the identity card or another cell already shows. */
  elsewhere: string[];
  /** What a chart page opens with. */
  firstCharts: string[];
};

export type ListColumn = {
  identifier: string;
  unit: string;
  /** Pixels, where the usual width is too narrow for its head. */
  width?: number;
  digits: number;
  bar: boolean;
  keepStale: boolean;
};
export type Latest = Record<string, LatestValue>;

export function devicePath(
  facts: FamilyFacts,
  device: { id: number; deviceName: string },
  tab = "device_info",
): string {
  return `${facts.adminPath}/${device.id}/device_info/${encodeURIComponent(device.deviceName)}/${tab}`;
}

/** The family's permission for a verb: `device:sampler:command`. */
export function familyPermission(facts: FamilyFacts, verb: string): string {
  return `device:${families[facts.family].permissionWord}:${verb}`;
}

export function workStateOf(facts: FamilyFacts, latest: Latest): WorkState | null {
  const value = latest[facts.workState.identifier]?.value;
  return facts.workState.states.find((state) => state.value === value) ?? null;
}

/** `text` is how it is printed: `7/24`, or `45 %`. */
export type Progress = { done: number; of: number; text: string };

/** Where a run stands; null where the device has not told both numbers, or is at none. */
export function progressOf(facts: FamilyFacts, latest: Latest): Progress | null {
  if (facts.progress === null) return null;
  if ("percent" in facts.progress) {
    const percent = numberOf(latest[facts.progress.percent]);
    return percent === null || percent <= 0 ? null : { done: percent, of: 100, text: `${percent} %` };
  }
  const told = numberOf(latest[facts.progress.done]);
  const of = numberOf(latest[facts.progress.of]);
  if (told === null || of === null || of <= 0 || told <= 0) return null;
  const done = Math.min(told, of);
  return { done, of, text: `${done}/${of}` };
}

/** How a number is to be coloured. In maintenance a value beyond its limits is expected, so it stays neutral. */
export function attentionOf(
  facts: FamilyFacts,
  latest: Latest,
  identifier: string,
): "critical" | "warn" | null {
  const reported = latest[identifier];
  const value = numberOf(reported);
  if (reported === undefined || value === null) return null;
  if (workStateOf(facts, latest)?.key === "maintenance") return null;
  if (reported.outOfRange) return "critical";
  const limits = facts.limits[identifier];
  if (limits === undefined) return null;
  if (isBeyond(value, limits.criticalBelow, limits.criticalAbove)) return "critical";
  return isBeyond(value, limits.warnBelow, limits.warnAbove) ? "warn" : null;
}

/** A value older than three reporting intervals is late; two minutes where the device has not told its interval. */
export function staleAfterMs(facts: FamilyFacts, latest: Latest): number {
  const seconds = numberOf(latest[facts.reportInterval]);
  return seconds === null || seconds <= 0 ? 120_000 : Math.max(seconds * 3000, 15_000);
}

/** The age beyond which one property is late; undefined where no age is too high. */
export function propertyStaleMs(
  facts: FamilyFacts,
  device: { latest: Latest; connection: { state: string } },
  identifier: string,
): number | undefined {
  if (device.connection.state === "online" && facts.onChange.includes(identifier)) return undefined;
  return staleAfterMs(facts, device.latest);
}

export function numberOf(latest: LatestValue | undefined): number | null {
  return typeof latest?.value === "number" && Number.isFinite(latest.value) ? latest.value : null;
}

function isBeyond(value: number, below: number | undefined, above: number | undefined): boolean {
  return (below !== undefined && value < below) || (above !== undefined && value > above);
}
