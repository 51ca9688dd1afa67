import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import { assayLabels } from "@tracewater/contract/laboratory/assay-labels";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import {
  type ColumnRole,
  type ConcentrationUnit,
  concentrationRoles,
  type MappedColumn,
} from "@tracewater/contract/laboratory/instrument-files";
import type { CellValue } from "../../../platform/tables/table-limits.ts";

/** How many rows of words may be above a table. */
const maxAbove = 40;

type Row = { number: number; cells: readonly CellValue[] };

export function textOf(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim();
}

/** Widths, cases and signs that look alike are one; blanks too. */
export function plain(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase().replaceAll(/\s+/g, " ");
}

/** The place of the row that holds all these heads; -1 where none of the first ones does. */
export function findHeadRow(rows: readonly Row[], heads: readonly string[]): number {
  const wanted = heads.map(plain);
  return rows.slice(0, maxAbove).findIndex(({ cells }) => {
    const found = new Set(cells.map((cell) => plain(textOf(cell))));
    return wanted.every((head) => found.has(head));
  });
}

/** The place of what looks like the row of heads: the one with the most words that are known, else the widest. */
export function guessHeadRow(rows: readonly Row[]): number {
  let best = { place: 0, score: -1 };
  for (const [place, { cells }] of rows.slice(0, maxAbove).entries()) {
    const heads = cells.map(textOf).filter((text) => text !== "");
    const known = guessColumns(heads).length;
    const count = heads.filter((text) => !/^[\d.,<>%-]+$/.test(text)).length;
    const score = known * 100 + count;
    if (score > best.score) best = { place, score };
  }
  return best.place;
}

/** The unit that a text names; `other` is one that is not taken, null where it names none. */
export function unitIn(text: string): ConcentrationUnit | { other: string } | null {
  const [found, mass = "", volume = ""] =
    /(pg|ng|[uμ]g|mg|g)\s*[/·]\s*(ml|[uμ]l|dl|l)(?![a-z])/i.exec(text.normalize("NFKC")) ?? [];
  if (found === undefined) return null;
  const unit = `${mass}/${volume}`.toLowerCase().replace("μ", "u");
  if (unit === "ng/l" || unit === "pg/ml") return "ng/L";
  if (unit === "ug/l" || unit === "ng/ml") return "ug/L";
  return { other: found };
}

/** Names under which an analyte is met, besides those that a mapping adds. */
const spoken: Partial<Record<AnalyteName, readonly string[]>> = {
  amp: ["amphetamine", "amp", "amph"],
  benzoylEconine: ["benzoylecgonine", "be", "bze"],
  cbd: ["cbd", "cannabidiol"],
  cbn: ["cbn", "cannabinol"],
  cocaine: ["coc"],
  codeine: ["cod"],
  cotinine: ["cot"],
  ketamine: ["ket", "k"],
  mamp: ["meth", "methamphetamine", "ma", "冰毒"],
  methcathinone: ["mcat"],
  morphine: ["mor"],
  norketamine: ["nk", "nket", "norket"],
  thc: ["δ9-thc", "delta-9-thc", "tetrahydrocannabinol"],
  thcCooh: ["thc-cooh", "thccooh", "11-nor-9-carboxy-thc", "四氢大麻酸"],
  o6Acethyl: ["6-mam", "6-am", "6mam", "6-acetylmorphine", "o6-乙酰吗啡", "o6-单乙酰吗啡", "6-乙酰吗啡"],
};

const analytesByName = new Map<string, AnalyteName>(
  analyteName.options.flatMap((analyte) => {
    const { name, nameZh } = analyteLabels[analyte];
    return [analyte, name, nameZh, ...(spoken[analyte] ?? [])].map((one) => [plain(one), analyte] as const);
  }),
);

export function analyteOf(
  text: string,
  own: readonly { name: string; analyte: AnalyteName }[] = [],
): AnalyteName | null {
  const asked = plain(text);
  return own.find((one) => plain(one.name) === asked)?.analyte ?? analytesByName.get(asked) ?? null;
}

const patterns: readonly [ColumnRole, RegExp][] = [
  ["sampleNo", /^(sample (no|number|id|name)\.?|sample|name|样品(编号|号|名称)?)$/],
  ["bodyCode", /^(bottle( code)?|body ?code|采样瓶(编号|编码)?|瓶(身)?(编)?号)$/],
  ["sampledOn", /^(sampl(ed|ing) (on|date)|date( of sampling)?|采样(日期|时间))$/],
  ["pointCode", /^(sampling point( code)?|point( code)?|采样点(编号)?)$/],
  ["analyte", /^(analyte|compound|component( name)?|目标物|化合物|组分(名称)?)$/],
  ["lod", /^(lod|检出限)\b/],
  ["loq", /^(loq|lloq|定量限|定量下限)\b/],
  ["uncertainty", /^(u|uncertainty|扩展不确定度|不确定度)\b/],
  ["recovery", /^(is )?(recovery|回收率|内标回收率)\b/],
  ["ionRatio", /^(ion ratio|(qualifier|ion) ratio|离子比|离子丰度比)( |$)/],
  ["retentionTime", /^(rt|ret\.? time|retention time|保留时间)( |$)/],
  ["enantiomericFraction", /^(ef|enantiomeric fraction|对映体分数)( |$)/],
  ["flag", /^(flag|qualifier|result flag|标识|结果标识|限定符)$/],
  ["unit", /^(unit|units|单位|浓度单位)$/],
  ["sampleType", /^((sample )?type|样品类型)$/],
  ["level", /^(actual conc(entration|\.)|exp\. conc\.|std\. conc\.?|expected|nominal|标准浓度|理论浓度)$/],
  ["response", /^(area|resp\.|response|峰面积|响应)$/],
  ["phase", /^(phase|相态)$/],
  ["source", /^(source|数据来源)$/],
  ["methodVersion", /^(method version|方法版本)$/],
  ["method", /^(method|方法)$/],
  [
    "value",
    /^(value|abundance|final conc\.|concentration|conc\.?|calc(ulated)?\.? conc(entration|\.)?|result|浓度|含量|结果|测定值)( |$)/,
  ],
];

/** What the heads seem to mean; anyone who maps the file has the last word. */
export function guessColumns(heads: readonly string[]): MappedColumn[] {
  const columns: MappedColumn[] = [];
  const taken = new Set<string>();
  const add = (column: MappedColumn) => {
    const key = `${column.role} ${column.analyte ?? ""}`;
    if (taken.has(key) || columns.some((one) => one.head === column.head)) return;
    taken.add(key);
    columns.push(column);
  };
  for (const head of heads) {
    const reported = unitIn(head);
    const unit = typeof reported === "string" ? reported : null;
    const bare = plain(head.normalize("NFKC").replace(/[([][^)\]]*[)\]]\s*$/, ""));
    const analyte = analyteOf(bare);
    if (analyte !== null) {
      add({ head, role: "value", analyte, unit });
      continue;
    }
    const role = patterns.find(([, pattern]) => pattern.test(bare))?.[0];
    if (role === undefined) continue;
    const hasUnit = concentrationRoles.some((one) => one === role);
    add({ head, role, analyte: null, unit: hasUnit ? unit : null });
  }
  const isWide = columns.some((one) => one.analyte !== null);
  return isWide
    ? columns.filter(({ role, analyte }) => role !== "analyte" && (role !== "value" || analyte !== null))
    : columns;
}

/** The value of a choice by its word in either language. */
export function choiceOf<T extends string>(
  dictionary: string,
  options: readonly T[],
  text: string,
): T | null {
  const asked = plain(text);
  const labels = (option: T) =>
    [option, assayLabels.en, assayLabels.zh].map((one) => {
      if (typeof one === "string") return plain(one);
      const found: Readonly<Record<string, string>> = one;
      return plain(found[`${dictionary}.${option}`] ?? option);
    });
  return options.find((option) => labels(option).includes(asked)) ?? null;
}
