/** The custody form: the events of the entrustment, then those of each item, in the order in which they happened. */
import type { Json } from "../src/canonical.ts";
import type { EvidenceDocument } from "../src/evidence-file.ts";
import type { LabelKey, Labels } from "../src/evidence-labels.ts";
import type { EvidenceRow } from "../src/evidence-read.ts";
import { element, momentText } from "./elements.ts";

const heads: readonly LabelKey[] = [
  "nth",
  "record",
  "time",
  "event",
  "from",
  "to",
  "place",
  "seal",
  "remark",
  "actor",
];

export function eventsView(
  labels: Labels,
  document: EvidenceDocument | null,
  rows: readonly EvidenceRow[],
  changed: ReadonlySet<number>,
): HTMLElement[] {
  const names = new Map(
    (document?.items ?? []).map((item) => [`item:${item["itemId"]}`, String(item["itemNo"])]),
  );
  const subjects = [...new Set(rows.flatMap(({ record }) => record.about))].filter((one) =>
    one.startsWith("item:"),
  );
  const main = rows.flatMap(({ record }) => record.about).find((one) => one.startsWith("entrustment:")) ?? "";
  const own = rows.filter(({ record }) => !record.about.some((one) => one.startsWith("item:")));
  return [
    table(labels, labels.label("events"), own, main, changed),
    ...subjects.map((about) => {
      const title = labels.label("itemEvents", { no: names.get(about) ?? about });
      return table(
        ...([
          labels,
          title,
          rows.filter(({ record }) => record.about.includes(about)),
          about,
          changed,
        ] as const),
      );
    }),
  ];
}

function table(
  labels: Labels,
  title: string,
  rows: readonly EvidenceRow[],
  about: string,
  changed: ReadonlySet<number>,
): HTMLElement {
  const body = element("tbody");
  for (const row of rows) {
    const cells = cellsOf(labels, row, about).map((text) => element("td", {}, text));
    body.append(element("tr", changed.has(row.seq) ? { class: "changed" } : {}, ...cells));
  }
  const head = element("tr", {}, ...heads.map((name) => element("th", {}, labels.label(name))));
  return element(
    "section",
    {},
    element("h2", {}, title),
    element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), body)),
  );
}

function cellsOf(labels: Labels, { seq, at, record, nth }: EvidenceRow, about: string): string[] {
  const text = (name: string): string => textOf(record[name]);
  const condition = text("condition") === "" ? "" : labels.value("condition", text("condition"));
  // What happened is the step itself.
  const isStep = record.kind === "step" && condition !== "";
  return [
    String(nth[about] ?? ""),
    String(seq),
    momentText(at),
    isStep ? condition : labels.value("kind", record.kind),
    ...[text("from"), text("to"), text("place"), text("sealNo")],
    [isStep ? "" : condition, ...remarks(labels, record), text("note")]
      .filter((one) => one !== "")
      .join(" · "),
    actorOf(labels, record),
  ];
}

function remarks(labels: Labels, record: EvidenceRow["record"]): string[] {
  const facts = membersOf(record["evidence"]);
  const { amount } = record;
  const unit = labels.value("unit", textOf(facts["unit"]));
  return [
    typeof amount === "number" ? labels.label("amountOf", { amount: String(amount), unit }) : "",
    textOf(facts["authority"]) === "" ? "" : labels.label("authority", { text: textOf(facts["authority"]) }),
    facts["sealMatches"] === false
      ? labels.label("mismatch", { read: textOf(facts["sealAfter"]), before: textOf(facts["sealBefore"]) })
      : "",
    legOf(labels, membersOf(facts["leg"])),
  ];
}

/** The temperatures of the leg that ends with an event, and whose they were. */
function legOf(labels: Labels, leg: { readonly [name: string]: Json }): string {
  const [box, custodian] = [textOf(leg["box"]), textOf(leg["custodian"])];
  if (box === "") return "";
  if (leg["readings"] === 0) return labels.label("legSilent", { box, custodian });
  const [min, max, seconds] = [textOf(leg["min"]), textOf(leg["max"]), textOf(leg["excursionSeconds"])];
  return labels.label("legOf", { box, custodian, min, max, seconds });
}

function actorOf(labels: Labels, record: EvidenceRow["record"]): string {
  const { name, userName } = membersOf(record["actor"]);
  const person = textOf(userName) === "" ? textOf(name) : `${textOf(name)} (${textOf(userName)})`;
  return membersOf(record["via"])["kind"] === "key" ? `${person}, ${labels.label("byKey")}` : person;
}

function membersOf(value: Json | undefined): { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })
    : {};
}

function textOf(value: Json | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}
