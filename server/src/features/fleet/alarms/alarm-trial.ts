import type { ReplyOf } from "@tracewater/contract/call";
import type { tryAlarmRule } from "@tracewater/contract/fleet/alarm-rules";
import { fieldError } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { after, type Condition, stepOf, type WatchState } from "./alarm-rule.model.ts";
import { type AlarmRuleService, maxTriedDevices } from "./alarm-rule.service.ts";
import type { RuleBody } from "./alarm-rule.store.ts";
import type { RuleDevice } from "./alarm-trial.store.ts";

type Trial = ReplyOf<typeof tryAlarmRule>["data"];
type Example = Trial["examples"][number];

/** A week at a value every six seconds. */
const maxValues = 100_000;
const maxExamples = 20;

/** Runs a rule over what is stored of the last week, with the very decisions that are taken when values come in. */
export async function tryRule(
  rules: Pick<AlarmRuleService, "listDevices" | "countDevices" | "listValues" | "listEventTimes">,
  scope: Scope,
  rule: RuleBody,
  span: { begin: Date; end: Date },
): Promise<Trial> {
  if (rule.source === "silent" || rule.source === "offline") {
    throw fieldError("source", {
      en: "only property and event rules can be tested against stored data",
      zh: "只有属性和事件规则可以用历史数据试运行",
    });
  }
  const [devices, devicesInAll] = await Promise.all([
    rules.listDevices(scope, rule, maxTriedDevices),
    rules.countDevices(scope, rule),
  ]);
  const found: Example[] = [];
  let values = 0;
  for (const device of devices) {
    const run =
      rule.source === "property"
        ? runValues(rule, device, await rules.listValues(device.deviceId, rule.identifier, span, maxValues))
        : runEvents(rule, device, await listEvents(rules, rule, device, span));
    values += run.values;
    found.push(...run.examples);
  }
  const examples = found.sort((one, other) => other.begin - one.begin).slice(0, maxExamples);
  const times = { begin: span.begin.getTime(), end: span.end.getTime() };
  return { raised: found.length, devices: devices.length, devicesInAll, values, ...times, examples };
}

function listEvents(
  rules: Pick<AlarmRuleService, "listEventTimes">,
  rule: RuleBody,
  device: RuleDevice,
  span: { begin: Date; end: Date },
) {
  const names = rule.clearBy === "event" ? [rule.identifier, rule.clearEvent] : [rule.identifier];
  return rules.listEventTimes(device.deviceId, names, span, maxValues);
}

export function conditionOf(rule: {
  operator: Condition["operator"];
  threshold: number | null;
  clearThreshold: number | null;
  durationS: number;
  clearBy: string;
}): Condition {
  return {
    operator: rule.operator,
    threshold: rule.threshold ?? 0,
    clearThreshold: rule.clearThreshold,
    durationMicros: rule.durationS * 1e6,
    clearsByItself: rule.clearBy === "auto",
  };
}

function runValues(
  rule: RuleBody,
  { deviceName }: RuleDevice,
  values: readonly { at: number; value: number }[],
) {
  const condition = conditionOf(rule);
  const flapMicros = rule.flapMin * 60e6;
  const examples: Example[] = [];
  let state: WatchState = { phase: "idle", since: 0, lastAt: 0 };
  for (const { at, value } of values) {
    const step = stepOf(condition, state, at, value);
    if (step === null) {
      state.lastAt = at;
      continue;
    }
    state = after(step, state, at);
    const last = examples.at(-1);
    if (step === "clear" && last !== undefined) last.end = toMs(at);
    if (step !== "raise") continue;
    if (last !== undefined && last.end !== null && at - last.end * 1000 < flapMicros) last.end = null;
    else examples.push({ deviceName, begin: toMs(at), end: null, value });
  }
  return { values: values.length, examples };
}

function runEvents(
  rule: RuleBody,
  { deviceName }: RuleDevice,
  events: readonly { at: number; identifier: string }[],
) {
  const examples: Example[] = [];
  const apart = (rule.clearBy === "after" ? (rule.clearAfterMin ?? 0) : 0) * 60_000;
  for (const { at, identifier } of events) {
    const last = examples.at(-1);
    const ms = toMs(at);
    if (last !== undefined && last.end === null && apart > 0 && ms - last.begin > apart)
      last.end = last.begin + apart;
    if (identifier !== rule.identifier) {
      if (last !== undefined) last.end ??= ms;
    } else if (last === undefined || (last.end !== null && ms - last.end >= rule.flapMin * 60_000)) {
      examples.push({ deviceName, begin: ms, end: null, value: null });
    } else last.end = null;
  }
  return { values: events.length, examples };
}

function toMs(micros: number): number {
  return Math.floor(micros / 1000);
}
