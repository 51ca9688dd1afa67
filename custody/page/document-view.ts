/** The readable part of the file: the letter of entrustment, its procedure, persons and items. */

import { feeText } from "../src/amount-text.ts";
import type { Json } from "../src/canonical.ts";
import type { EvidenceDocument } from "../src/evidence-file.ts";
import type { OpenedFile } from "../src/evidence-files.ts";
import type { Field, Labels } from "../src/evidence-labels.ts";
import { curveView } from "./curve-view.ts";
import { element, momentText } from "./elements.ts";

type Members = { readonly [name: string]: Json };

const letter: readonly Field[] = [
  ...(["entrustmentNo", "unitName", "clientName", "clientAddress", "contact", "phone"] as const),
  ...(["clientDocument", "caseNo", "workTypes", "purpose", "examination", "earlierNo"] as const),
  ...(["matters", "facts", "disposition", "fetchWeeks", "risks", "dueDate", "fee", "feeNote"] as const),
  ...(["opinionDelivery", "copies", "retention", "retentionGround", "createdBy", "createdAt"] as const),
];
const procedure: readonly Field[] = [
  ...(["state", "decision", "refusalGround", "decisionReason", "decidedBy", "decidedAt"] as const),
  ...(["firstExaminer", "secondExaminer", "reviewer", "clientConfirmedBy"] as const),
  ...(["clientConfirmedAt", "institutionConfirmedBy", "institutionConfirmedAt"] as const),
  ...(["reportNo", "reportedBy", "reportedAt"] as const),
];
const itemFields: readonly Field[] = [
  ...(["itemNo", "name", "parentNo", "quantity", "unit", "uniqueMark", "packaging", "sealNo"] as const),
  ...(["photoHash", "storage", "hazard", "origin", "state", "holder", "place", "deviceName"] as const),
  ...(["slot", "reserve", "consumed", "returnedAmount", "destroyedAmount", "createdAt"] as const),
];

/** Always there, whether filled in or not. */
const demanded = new Set<Field>([...letter.slice(0, 13), "disposition", "state", "decision"]);

export function documentView(
  labels: Labels,
  { entrustment, items, files }: EvidenceDocument,
  opened: OpenedFile[],
) {
  return [
    element("section", {}, element("h2", {}, labels.label("letter")), facts(labels, entrustment, letter)),
    element(
      "section",
      {},
      element("h2", {}, labels.label("procedure")),
      facts(labels, entrustment, procedure),
    ),
    personsView(labels, entrustment["persons"]),
    element(
      "section",
      {},
      element("h2", {}, `${labels.label("items")} (${items.length})`),
      ...items.map((item) =>
        element("div", { class: "item" }, facts(labels, item, itemFields), element("hr")),
      ),
    ),
    files.length === 0 ? null : photosView(labels, opened),
  ];
}

function facts(labels: Labels, of: Members, shown: readonly Field[]): HTMLElement {
  const list = element("dl");
  for (const field of shown) {
    const isFee = field === "fee";
    const text = isFee ? feeText(of["fee"], of["feeCurrency"]) : textOf(labels, field, of[field]);
    if (text === "" && !demanded.has(field)) continue;
    list.append(element("div", {}, element("dt", {}, labels.field(field)), element("dd", {}, text || "—")));
  }
  return list;
}

function textOf(labels: Labels, field: Field, value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return field.endsWith("At") ? momentText(value) : labels.value(field, value);
  return Array.isArray(value) ? value.map((one) => labels.value(field, String(one))).join(", ") : "";
}

function personsView(labels: Labels, persons: Json | undefined): HTMLElement | null {
  if (!Array.isArray(persons) || persons.length === 0) return null;
  const list = element("ul");
  for (const person of persons as readonly Members[]) {
    const recusal =
      person["recusalAsked"] === true ? `; ${labels.label("recusal")}: ${person["recusalGround"]}` : "";
    const role = labels.value("role", String(person["role"]));
    list.append(element("li", {}, element("strong", {}, String(person["name"])), ` (${role})${recusal}`));
  }
  return element("section", {}, element("h2", {}, labels.label("persons")), list);
}

/** Pictures whose bytes are as they were recorded; those that are not are named by their verdict. */
function photosView(labels: Labels, opened: readonly OpenedFile[]): HTMLElement {
  const figures = opened.map(({ name, item, mediaType, data }) =>
    element(
      "figure",
      {},
      mediaType.startsWith("image/")
        ? element("img", { src: `data:${mediaType};base64,${data}`, alt: name })
        : curveView(data),
      element("figcaption", {}, `${item} · ${name}`),
    ),
  );
  return element("section", {}, element("h2", {}, labels.label("photos")), ...figures);
}
