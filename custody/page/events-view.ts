/** The custody form: the events of the entrustment, then those of each item, in the order in which they happened. */
import type { Json } from "../src/canonical.ts";
import type { EvidenceDocument } from "../src/evidence-file.ts";
import type { EvidenceRow } from "../src/evidence-read.ts";
import { element, momentText } from "./elements.ts";
import type { Word, Words } from "./words.ts";

const heads: readonly Word[] = [
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
  words: Words,
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
    table(words, words.word("events"), own, main, changed),
    ...subjects.map((about) => {
      const title = words.word("itemEvents", { no: names.get(about) ?? about });
      return table(
        ...([
          words,
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
  words: Words,
  title: string,
  rows: readonly EvidenceRow[],
  about: string,
  changed: ReadonlySet<number>,
): HTMLElement {
  const body = element("tbody");
  for (const row of rows) {
    const cells = cellsOf(words, row, about).map((text) => element("td", {}, text));
    body.append(element("tr", changed.has(row.seq) ? { class: "changed" } : {}, ...cells));
  }
  const head = element("tr", {}, ...heads.map((name) => element("th", {}, words.word(name))));
  return element(
    "section",
    {},
    element("h2", {}, title),
    element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), body)),
  );
}

function cellsOf(words: Words, { seq, at, record, nth }: EvidenceRow, about: string): string[] {
  const text = (name: string): string => textOf(record[name]);
  const condition = text("condition");
  return [
    String(nth[about] ?? ""),
    String(seq),
    momentText(at),
    words.value("kind", record.kind),
    ...[text("from"), text("to"), text("place"), text("sealNo")],
    [condition === "" ? "" : words.value("condition", condition), ...remarks(words, record), text("note")]
      .filter((one) => one !== "")
      .join(" · "),
    actorOf(words, record),
  ];
}

function remarks(words: Words, record: EvidenceRow["record"]): string[] {
  const facts = membersOf(record["evidence"]);
  const { amount } = record;
  const unit = words.value("unit", textOf(facts["unit"]));
  return [
    typeof amount === "number" ? words.word("amountOf", { amount: String(amount), unit }) : "",
    textOf(facts["authority"]) === "" ? "" : words.word("authority", { text: textOf(facts["authority"]) }),
    facts["sealMatches"] === false
      ? words.word("mismatch", { read: textOf(facts["sealAfter"]), before: textOf(facts["sealBefore"]) })
      : "",
  ];
}

function actorOf(words: Words, record: EvidenceRow["record"]): string {
  const { name, userName } = membersOf(record["actor"]);
  const person = textOf(userName) === "" ? textOf(name) : `${textOf(name)} (${textOf(userName)})`;
  return membersOf(record["via"])["kind"] === "key" ? `${person}, ${words.word("byKey")}` : person;
}

function membersOf(value: Json | undefined): { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })
    : {};
}

function textOf(value: Json | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}
