/** Models for tests: of units, shared by all, of a table with bounds; and made up by chance, with hostile texts. */
import { defaultRoles, defaultsOf, emptyField } from "./model-defaults.ts";
import { columnName, isFreeInCode, isFreeInQueries, isFreeInSql, plural } from "./names.ts";
import {
  type ModelField,
  modelArea,
  modelKind,
  type ResourceModel,
  resourceModel,
} from "./resource-model.ts";

type Given = Partial<ModelField> & Pick<ModelField, "name" | "kind">;

export const fieldOf = (given: Given): ModelField => ({
  ...emptyField(given.name, { en: given.name, zh: "字段" }),
  ...given,
});

const known = fieldOf({ name: "name", kind: "text", required: true, search: "text", sortable: true });

/** Of units, with every kind of field. */
export const carriers: ResourceModel = {
  ...defaultsOf({
    ...{ one: "Carrier", many: "Carriers", table: "carrier", unique: "name", within: null },
    fields: [
      known,
      fieldOf({ name: "unitId", kind: "unit", required: true, search: "choice" }),
      fieldOf({
        name: "state",
        kind: "choice",
        search: "choice",
        initial: "inUse",
        options: ["inUse", "lent", "lost"].map((value) => ({ value, en: value, zh: "状态" })),
      }),
      fieldOf({ name: "trips", kind: "whole", min: 0, max: 100_000, initial: 0 }),
      fieldOf({ name: "payload", kind: "decimal", min: 0.5, max: 40_000, measure: "kg", column: "hidden" }),
      fieldOf({ name: "boughtOn", kind: "day" }),
      fieldOf({ name: "title", kind: "text", maxLength: 500, exported: false }),
    ],
  }),
  title: { en: "Carriers", zh: "承运单位" },
  single: { en: "carrier", zh: "承运单位" },
  migration: "0910",
};

/** Of no unit: all units share its rows; known within a group. */
export const batteries: ResourceModel = {
  ...defaultsOf(
    {
      ...{ one: "Battery", many: "Batteries", table: "battery", unique: "name", within: "group2" },
      fields: [
        known,
        fieldOf({
          name: "group2",
          kind: "choice",
          required: true,
          search: "choice",
          options: ["cell", "pack"].map((value) => ({ value, en: value, zh: "类别" })),
        }),
        fieldOf({ name: "status", kind: "choice", initial: "0", options: onAndOff() }),
      ],
    },
    "laboratory",
  ),
  migration: "0911",
};

function onAndOff() {
  return [
    { value: "0", en: "Enabled", zh: "启用" },
    { value: "1", en: "Disabled", zh: "停用" },
  ];
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What breaks printers that put texts together: ends of comments, places in templates, quotes, markup, paths. */
export const hostileTexts: readonly string[] = [
  "*/ process.exit(1) /*",
  "// -->",
  "$" + "{globalThis.x}",
  "`backtick`",
  "\"double\" 'single'",
  "'''\"\"\"",
  "back\\slash \\u0041 \\",
  "../../../etc/passwd",
  "</script><b>",
  "'); drop table menu; --",
  "{{interpolated}} %s %n",
  "#!/bin/sh",
  "\u00e9\u0301 ñ 电话🙂👩",
  "全角，文字；“引号”",
  "constructor",
  "__proto__",
  "=1+1",
  "a",
];

/** A model by chance, with hostile texts wherever texts may be; never the same for two seeds. */
export function randomModel(seed: number): ResourceModel {
  const random = randomOf(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const text = () => {
    const joined = `${pick(hostileTexts)} ${pick(hostileTexts)}`;
    return random() < 0.5 ? pick(hostileTexts) : [...joined].slice(0, 24).join("").trim();
  };
  const one = freeName(pick, isFreeInCode);
  const area = pick(modelArea.options);
  const count = 1 + Math.floor(random() * 12);
  const fields = Array.from({ length: count }, (_, at) => randomField(pick, random, text, at));
  const hasUnit = random() < 0.5;
  const model = defaultsOf(
    {
      ...{ one, many: plural(one), table: `${columnName(one).slice(1)}`, unique: "name", within: null },
      fields: [
        known,
        ...(hasUnit ? [fieldOf({ name: "unitId", kind: "unit", required: true, search: "choice" })] : []),
        ...fields.filter(
          ({ name }, at) => name !== "name" && fields.findIndex((other) => other.name === name) === at,
        ),
      ],
    },
    area,
  );
  const both = () => ({ en: text(), zh: text() });
  return {
    ...model,
    ...{ title: both(), single: both(), roles: defaultRoles(area) },
    none: { ...both(), enTitle: text(), zhTitle: text() },
    migration: String(1000 + (seed % 9000)),
  };
}

type Choose = <T>(values: readonly T[]) => T;

const syllables = [
  "al",
  "be",
  "cor",
  "dis",
  "en",
  "for",
  "gra",
  "hy",
  "im",
  "jo",
  "kel",
  "lin",
  "mo",
  "nor",
  "ox",
];

function freeName(pick: Choose, isFree: (name: string) => boolean): string {
  const parts = [pick(syllables) + pick(syllables), pick(syllables) + pick(["", "tur", "99"])];
  const name = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
  return isFree(name) ? name : `${name}x`;
}

function randomField(pick: Choose, random: () => number, text: () => string, at: number): ModelField {
  const kind = pick(modelKind.options.filter((one) => one !== "unit"));
  const long = freeName(pick, isFreeInSql);
  const name = `${long.charAt(0).toLowerCase()}${long.slice(1)}${random() < 0.2 ? `LongerName${at}` : ""}`;
  const options = Array.from({ length: 2 + Math.floor(random() * 6) }, (_, place) => ({
    value: `${pick(syllables)}${place}`,
    ...{ en: text(), zh: text() },
  }));
  const low = Math.round((random() - 0.5) * 10 ** Math.floor(random() * 9));
  const isNumber = kind === "whole" || kind === "decimal";
  const field = fieldOf({
    ...{ name: isFreeInQueries(name) ? name : "other", kind, en: text(), zh: text() },
    maxLength: 40 + Math.floor(random() * 400),
    ...(isNumber && random() < 0.7 ? { min: low, max: low + Math.floor(random() * 1e9) } : {}),
    ...(isNumber ? { measure: pick(["", "m³/d", "°C", "%", "`${"]) } : {}),
    options: kind === "choice" ? options : [],
    required: random() < 0.3,
    column: pick(["shown", "hidden", "never"]),
    ...{ sortable: random() < 0.3, exported: random() < 0.8 },
  });
  const initial = kind === "text" ? text() : kind === "choice" ? pick(options).value : null;
  return field.required || random() < 0.5 ? field : { ...field, initial };
}

/** The model as it is kept, or null where a text of it is refused. */
export function keptModel(model: ResourceModel): ResourceModel | null {
  const parsed = resourceModel.safeParse(model);
  return parsed.success ? parsed.data : null;
}
