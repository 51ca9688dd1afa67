import type { LatestValue } from "@tracewater/contract/fleet/devices";
import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import type { LocalizedText } from "@tracewater/contract/locales";
import type { LucideIcon } from "lucide-react";
import type { Limits } from "../../charts/limits.ts";
import type { StateShape, Tone } from "../../kit/state.tsx";
import type { TextKey } from "../../kit/text-key.ts";

/** A value of the family's work state, as it is printed everywhere. */
export type WorkState = { value: number; key: TextKey<"device", "workState">; tone: Tone; shape: StateShape };

/** What one device family shows and does beyond what its thing model says. */
export type FamilyConfig = {
  family: FamilyKey;
  icon: LucideIcon;
  /** What a list without devices says of the first one. */
  noneText: LocalizedText;
  /** A device name as they are given, for the form's field. */
  exampleName: string;
  workState: { identifier: string; states: WorkState[] };
  /** How far a run has come: `done` of `of`, or a share in percent. */
  progress: { done: string; of: string } | { percent: string } | null;
  columns: ListColumn[];
  /** Services that are as buttons in the device's header; the first is sent from there by itself. */
  mainCommands: { service: TextKey<"device", "mainCommand">; icon: LucideIcon }[];
  /** Services that are as buttons over the send form. */
  quickServices: string[];
  /** Where what a service made is shown: a tab of the device page. */
  resultTabs?: Record<string, "sample_auto">;
  serviceIcons: Record<string, LucideIcon>;
  /** The band that a property should stay in, and the limits beyond which its value is coloured. */
  limits: Record<string, Limits>;
  /** Reported when they change, not with every report: their age alone says nothing while the device is heard. */
  onChange: string[];
  /** The property that says how often the device reports, in seconds. */
  reportInterval: string;
  /** The chart of the device info: a property over time, and an event's member as bars on it. */
  infoChart: { identifier: string; bars: InfoBars | null };
  /** The drawing that is next to the values; null where there is none. */
  drawing: "carousel" | "detector" | "board" | "slots" | "sequence" | null;
  /** Properties that the drawing, the identity card or another cell already shows. */
  elsewhere: string[];
  /** By property: the one that holds its version, which is printed below it. */
  versions?: Record<string, string>;
  /** What a chart page opens with. */
  firstCharts: string[];
};

type InfoBars = { title: TextKey<"device", "info.chart">; event: string; member: string };

export type ListColumn = {
  identifier: TextKey<"device", "list.values">;
  unit: string;
  /** Pixels, where the usual width is too narrow for its head. */
  width?: number;
  digits: number;
  bar: boolean;
  keepStale: boolean;
};
export type Latest = Record<string, LatestValue>;

export function devicePath(
  familyConfig: FamilyConfig,
  device: { id: number; deviceName: string },
  tab = "device_info",
): string {
  return `${families[familyConfig.family].devicePath}/${device.id}/device_info/${encodeURIComponent(device.deviceName)}/${tab}`;
}

/** The family's permission for a verb: `device:sampler:command`. */
export function familyPermission(familyConfig: FamilyConfig, verb: string): string {
  return `device:${families[familyConfig.family].permissionKey}:${verb}`;
}

export function workStateOf(familyConfig: FamilyConfig, latest: Latest): WorkState | null {
  const value = latest[familyConfig.workState.identifier]?.value;
  return familyConfig.workState.states.find((state) => state.value === value) ?? null;
}

/** `text` is how it is printed: `7/24`, or `45 %`. */
export type Progress = { done: number; of: number; text: string };

/** Where a run is; null where the device has not reported both numbers, or is at none. */
export function progressOf(familyConfig: FamilyConfig, latest: Latest): Progress | null {
  if (familyConfig.progress === null) return null;
  if ("percent" in familyConfig.progress) {
    const percent = numberOf(latest[familyConfig.progress.percent]);
    return percent === null || percent <= 0 ? null : { done: percent, of: 100, text: `${percent} %` };
  }
  const reported = numberOf(latest[familyConfig.progress.done]);
  const of = numberOf(latest[familyConfig.progress.of]);
  if (reported === null || of === null || of <= 0 || reported <= 0) return null;
  const done = Math.min(reported, of);
  return { done, of, text: `${done}/${of}` };
}

/** How a number is to be coloured. In maintenance a value beyond its limits is expected, so it stays neutral. */
export function attentionOf(
  familyConfig: FamilyConfig,
  latest: Latest,
  identifier: string,
): "critical" | "warn" | null {
  const reported = latest[identifier];
  const value = numberOf(reported);
  if (reported === undefined || value === null) return null;
  if (workStateOf(familyConfig, latest)?.key === "maintenance") return null;
  if (reported.outOfRange) return "critical";
  const limits = familyConfig.limits[identifier];
  if (limits === undefined) return null;
  if (isBeyond(value, limits.criticalBelow, limits.criticalAbove)) return "critical";
  return isBeyond(value, limits.warnBelow, limits.warnAbove) ? "warn" : null;
}

/** A value older than three reporting intervals is late; two minutes where the device has not reported its interval. */
export function staleAfterMs(familyConfig: FamilyConfig, latest: Latest): number {
  const seconds = numberOf(latest[familyConfig.reportInterval]);
  return seconds === null || seconds <= 0 ? 120_000 : Math.max(seconds * 3000, 15_000);
}

/** The age beyond which one property is late; undefined where no age is too high. */
export function propertyStaleMs(
  familyConfig: FamilyConfig,
  device: { latest: Latest; connection: { state: string } },
  identifier: string,
): number | undefined {
  if (device.connection.state === "online" && familyConfig.onChange.includes(identifier)) return undefined;
  return staleAfterMs(familyConfig, device.latest);
}

export function numberOf(latest: LatestValue | undefined): number | null {
  return typeof latest?.value === "number" && Number.isFinite(latest.value) ? latest.value : null;
}

function isBeyond(value: number, below: number | undefined, above: number | undefined): boolean {
  return (below !== undefined && value < below) || (above !== undefined && value > above);
}
