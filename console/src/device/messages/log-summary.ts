import type { NamedType, ProductModel } from "@tracewater/contract/fleet/products";
import { type Locale, nameIn } from "@tracewater/contract/locales";
import { type LabelOf, printValue, printWithUnit } from "../values.ts";
import type { LogEntry } from "./log-entry.ts";

/** What a summary is written with: the thing model, the language, and the words that are not in the model. */
export type SummaryLabels = {
  model: ProductModel;
  language: Locale;
  labelOf: LabelOf;
  text: (key: SummaryKey, values: Record<string, string | number>) => string;
};

export type SummaryKey =
  | "more"
  | "set"
  | "get"
  | "replyOf"
  | "answerTo"
  | "code"
  | "propertyPost"
  | "eventPost"
  | "propertyGet"
  | "propertySet"
  | "ntp"
  | "nothing"
  | "unchanged";

export type Severity = "info" | "alert" | "error";

/** What a device had reported before a message: the printed form of each property's newest value. */
export type KnownValues = Map<string, string>;

/** The names of the properties whose values a message changed; `known` is brought up to it. */
export function changedBy(entry: LogEntry, known: KnownValues): readonly string[] {
  if (entry.kind !== "property") return [];
  const values = Object.entries(membersOf(membersOf(entry.payload)["params"]));
  const changed = values.filter(([name, value]) => known.get(name) !== JSON.stringify(unwrap(value)));
  for (const [name, value] of changed) known.set(name, JSON.stringify(unwrap(value)));
  return changed.map(([name]) => name);
}

/**
 * One readable line for a message; what fits nothing known is its topic's end. Of a report of properties with the names of
 * those that `changed`, these alone: a device reports its whole state every few seconds.
 */
export function summarize(entry: LogEntry, words: SummaryLabels, changed?: readonly string[]): string {
  const payload = membersOf(entry.payload);
  switch (entry.kind) {
    case "property": {
      const all = membersOf(payload["params"]);
      if (changed === undefined) return listValues(all, words.model.properties, words, 4);
      if (changed.length === 0 && Object.keys(all).length > 0) return words.text("unchanged", {});
      const values = Object.fromEntries(Object.entries(all).filter(([name]) => changed.includes(name)));
      return listValues(values, words.model.properties, words, 4);
    }
    case "event":
      return eventLine(entry, payload, words);
    case "service":
      return serviceLine(entry, payload, words);
    case "reply":
      return replyLine(entry, payload, words);
    case "ntp":
      return words.text("ntp", {});
    default:
      return topicEnd(entry.topic);
  }
}

/** How grave the event of a line is; null where the line is no event. */
export function severityOf(entry: LogEntry, model: ProductModel): Severity | null {
  if (entry.kind !== "event") return null;
  return model.events.find((event) => event.identifier === eventOf(entry.topic))?.type ?? "info";
}

/** `Volume 250 mL, Slot 3`: named values with their units in the model's order, at most `max` of them. */
export function listValues(
  values: Record<string, unknown>,
  types: readonly NamedType[],
  words: SummaryLabels,
  max: number,
): string {
  const known = types.map((type) => type.identifier);
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  const names = Object.keys(values).sort((a, b) => place(a) - place(b));
  if (names.length === 0) return words.text("nothing", {});
  const shown = names.slice(0, max).map((name) => {
    const type = types.find((candidate) => candidate.identifier === name);
    const label = type === undefined ? name : nameIn(type, words.language);
    const value = unwrap(values[name]);
    return `${label} ${printWithUnit(printValue(type?.dataType, value, words.labelOf))}`;
  });
  const rest = names.length - shown.length;
  return rest === 0 ? shown.join(", ") : `${shown.join(", ")}, ${words.text("more", { count: rest })}`;
}

function eventLine(entry: LogEntry, payload: Record<string, unknown>, words: SummaryLabels): string {
  const identifier = eventOf(entry.topic);
  const event = words.model.events.find((candidate) => candidate.identifier === identifier);
  const params = membersOf(payload["params"]);
  // Alink: an event's values are in `params.value` next to their `time`, or directly in `params`.
  const values = typeof params["value"] === "object" ? membersOf(params["value"]) : params;
  const label = event === undefined ? identifier : nameIn(event, words.language);
  if (Object.keys(values).length === 0) return label;
  return `${label}: ${listValues(values, event?.outputData ?? [], words, 6)}`;
}

function serviceLine(entry: LogEntry, payload: Record<string, unknown>, words: SummaryLabels): string {
  const service = serviceOf(entry.topic, payload);
  if (service === "property/get") {
    const asked = Array.isArray(payload["params"]) ? payload["params"].map(String) : [];
    const names = asked.map((name) => propertyName(name, words));
    return words.text("get", { values: names.join(", ") });
  }
  const params = membersOf(payload["params"]);
  if (service === "property/set") {
    return words.text("set", { values: listValues(params, words.model.properties, words, 6) });
  }
  const known = words.model.services.find((candidate) => candidate.identifier === service);
  const label = known === undefined ? service : nameIn(known, words.language);
  if (Object.keys(params).length === 0) return label;
  return `${label}: ${listValues(params, known?.inputData ?? [], words, 6)}`;
}

function replyLine(entry: LogEntry, payload: Record<string, unknown>, words: SummaryLabels): string {
  const code = words.text("code", { code: Number(payload["code"] ?? 200) });
  const message = typeof payload["message"] === "string" ? payload["message"] : "";
  const ending = message === "" || message === "success" ? "" : `, ${message.replace(/[.。]$/, "")}`;
  if (entry.direction === "down") {
    const of = entry.topic.includes("/property/")
      ? words.text("propertyPost", {})
      : words.text("eventPost", {});
    return `${words.text("answerTo", { name: of })}, ${code}${ending}`;
  }
  const service = serviceOf(entry.topic, payload);
  const known = words.model.services.find((candidate) => candidate.identifier === service);
  const label = known === undefined ? propertyCallName(service, words) : nameIn(known, words.language);
  const data = membersOf(payload["data"]);
  const types = known?.outputData ?? words.model.properties;
  const values = Object.keys(data).length === 0 ? "" : `: ${listValues(data, types, words, 4)}`;
  return `${words.text("replyOf", { name: label })}, ${code}${ending}${values}`;
}

function propertyCallName(service: string, words: SummaryLabels): string {
  if (service === "property/get") return words.text("propertyGet", {});
  return service === "property/set" ? words.text("propertySet", {}) : service;
}

function propertyName(identifier: string, words: SummaryLabels): string {
  const property = words.model.properties.find((candidate) => candidate.identifier === identifier);
  return property === undefined ? identifier : nameIn(property, words.language);
}

function eventOf(topic: string): string {
  return /thing\/event\/([^/]+)\/post/.exec(topic)?.[1] ?? topicEnd(topic);
}

// A synchronous call travels on an RRPC topic, whose end is a message id; its method names the service.
function serviceOf(topic: string, payload: Record<string, unknown>): string {
  const method = typeof payload["method"] === "string" ? payload["method"] : "";
  const byTopic = /thing\/service\/(.+?)(?:_reply)?$/.exec(topic)?.[1];
  const byMethod = /^thing\.service\.(.+?)(?:_reply)?$/.exec(method)?.[1]?.replace(".", "/");
  return byTopic ?? byMethod ?? topicEnd(topic);
}

function topicEnd(topic: string): string {
  return topic.split("/").slice(4).join("/") || topic;
}

// Values come bare or as `{value, time}`.
function unwrap(value: unknown): unknown {
  const members = membersOf(value);
  return "value" in members ? members["value"] : value;
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
