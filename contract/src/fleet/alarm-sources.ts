import { z } from "zod";

/** What an alarm rule watches: a property, an event, a connected device that reports nothing, an offline device. */
export const ruleSource = z.enum(["property", "event", "silent", "offline"]);
export type RuleSource = z.infer<typeof ruleSource>;

/** What the platform raises alarms for without a rule. */
const platformAlarmSource = z.enum([
  // Maintenance is overdue.
  "upkeep",
  // A bottle and its cap were separated.
  "bottlePair",
  // A result is above its limit.
  "assayLimit",
  // An evidence box is not back from an off-site undertaking in time.
  "undertakingOverdue",
  // A display on a wall has stopped reporting.
  "displaySilent",
  // A control board or the self-check of a handheld detector failed.
  "boardControlFailed",
  // A control board of a handheld detector is overdue.
  "boardControlOverdue",
]);
export type PlatformAlarmSource = z.infer<typeof platformAlarmSource>;

export const alarmSource = z.enum([...ruleSource.options, ...platformAlarmSource.options]);

/**
 * What an alarm without a rule, the bottle hold and the work order drafted with it follow from: `assayLimit/12`. There is
 * at most one open alarm of an origin on a device, and one work order of an origin.
 */
export function originOf(source: PlatformAlarmSource, id: number | string): string {
  return `${source}/${id}`;
}
