/**
 * What a new resource changes in files that exist: the lists of calls, migrations, tables, titles, texts and tests, and
 * where it is served and stands in the menu.
 */
import { importLine, quote } from "./layout.ts";
import { camel, kebab, spaced } from "./names.ts";
import { textsKey, titleLine } from "./print-console.ts";
import { hasUnit } from "./print-contract.ts";
import { migrationFile, migrationName } from "./print-tables.ts";
import { type ModelArea, modelArea, type ResourceModel } from "./resource-model.ts";
import {
  comparedLines,
  editText,
  hunksOf,
  MissingPlace,
  type PatchLine,
  patchOf,
  type TextEdit,
} from "./text-edits.ts";

type Wiring = {
  file: string;
  anchor: string;
  parts: string;
  /** What holds the database and the units there, where they have no names of their own. */
  options?: string;
};

/** Where the resources of an area are served, each behind a call that has what it needs. */
const wiring: Readonly<Record<ModelArea, Wiring>> = {
  system: {
    file: "server/src/app/system-routes.ts",
    anchor: "  servePosts(serve, ",
    parts: "{ files, imports, tables }",
  },
  fleet: {
    file: "server/src/app/fleet-routes.ts",
    anchor: "  serveAlarms(serve, ",
    parts: "{ files, imports, tables }",
  },
  field: { file: "server/src/app/field-parts.ts", anchor: "      serveBottles(serve, ", parts: "parts" },
  laboratory: {
    file: "server/src/app/quality-parts.ts",
    anchor: "      serveQcImport(serve, ",
    ...{ parts: "parts", options: "options" },
  },
  evidence: {
    file: "server/src/app/box-parts.ts",
    anchor: "      serveContractAwards(serve, ",
    parts: "parts",
  },
};

const menus = "server/src/features/system/menu";

type MenuPlace = { file: string; anchor: string; indent: string } | { file: string; inLine: string };

const menuPlaces: Readonly<Record<ModelArea, MenuPlace>> = {
  system: {
    file: `${menus}/administration-menu.data.ts`,
    anchor: '  directory("settings", "menu.settings", "/dict", "settings", [',
    indent: "    ",
  },
  fleet: { file: `${menus}/built-in-menu.data.ts`, inLine: "children: [...deviceMenu, ...holdActions" },
  field: { file: `${menus}/built-in-menu.data.ts`, anchor: "      ...samplingMenu,", indent: "      " },
  laboratory: { file: `${menus}/laboratory-menu.data.ts`, anchor: "  children: [", indent: "    " },
  evidence: { file: `${menus}/evidence-menu.data.ts`, anchor: "  children: [", indent: "    " },
};

const paths = {
  calls: "contract/src/declared-calls.ts",
  migrator: "server/src/platform/store/migrator.ts",
  tables: "server/src/platform/store/tables.ts",
  titles: `${menus}/menu-titles.data.ts`,
  en: "console/src/app/locales/en.json",
  zh: "console/src/app/locales/zh.json",
  keys: "console/src/app/i18n/text-keys.d.ts",
  auditEn: "console/src/features/system/audit/locales/en.json",
  auditZh: "console/src/features/system/audit/locales/zh.json",
  tests: "server/test/resources/plain-resources.ts",
};

/** Every file that a model may change, whatever its area. */
export const registryPaths: readonly string[] = [
  ...new Set([
    ...Object.values(paths),
    ...modelArea.options.flatMap((area) => [wiring[area].file, menuPlaces[area].file]),
  ]),
];

type Change = { path: string; make: (edit: TextEdit) => void };

function changesOf(model: ResourceModel): Change[] {
  return [...listChanges(model), ...servingChanges(model), ...consoleChanges(model)];
}

function listChanges(model: ResourceModel): Change[] {
  const [one, many] = [kebab(model.one), camel(model.many)];
  const source = `./${model.area}/${kebab(model.many)}.ts`;
  const migration = `../../../migrations/${migrationFile(model)}.ts`;
  const contract = `@tracewater/contract/${model.area}/${kebab(model.many)}`;
  return [
    {
      path: paths.calls,
      make(edit) {
        edit.import(source, `import * as ${many} from ${quote(source)};`);
        edit.after("const modules = [", `  ${many},`);
      },
    },
    {
      path: paths.migrator,
      make(edit) {
        edit.import(migration, importLine([migrationName(model)], migration));
        edit.before("  }),", `    ${quote(migrationFile(model))}: ${migrationName(model)},`);
      },
    },
    {
      path: paths.tables,
      make(edit) {
        const from = `./${one}-tables.ts`;
        edit.import(from, importLine([`type ${model.one}Tables`], from));
        edit.after("export type Tables = FirstTables &", `  ${model.one}Tables &`);
      },
    },
    {
      path: paths.tests,
      make(edit) {
        edit.import(contract, importLine([many], contract));
        edit.import(`./${one}.ts`, importLine([`example${model.one}`], `./${one}.ts`));
        edit.after(
          "export const plainResources: readonly PlainResource[] = [",
          `  { resource: ${many}, example: example${model.one} },`,
        );
      },
    },
  ];
}

function servingChanges(model: ResourceModel): Change[] {
  const one = kebab(model.one);
  const { file, anchor, parts, ...known } = wiring[model.area];
  const feature = `../features/${model.area}/${kebab(model.many)}/${one}.feature.ts`;
  const place = menuPlaces[model.area];
  const options = known.options ?? (hasUnit(model) ? "{ db, orgUnits }" : "{ db }");
  const indent = /^ */.exec(anchor)?.[0] ?? "";
  return [
    {
      path: file,
      make(edit) {
        edit.import(feature, importLine([`serve${model.many}`], feature));
        edit.before(anchor, `${indent}serve${model.many}(serve, ${options}, ${parts});`);
      },
    },
    {
      path: place.file,
      make(edit) {
        const from = `./${one}-menu.data.ts`;
        edit.import(from, importLine([`${camel(model.one)}Menu`], from));
        if ("inLine" in place) edit.within(place.inLine, `, ${camel(model.one)}Menu`);
        else edit.after(place.anchor, `${place.indent}${camel(model.one)}Menu,`);
      },
    },
    { path: paths.titles, make: (edit) => edit.before('  "page.evidenceItems": {', ...titleLine(model)) },
  ];
}

function consoleChanges(model: ResourceModel): Change[] {
  const key = camel(model.many);
  const folder = `../../features/${model.area}/${kebab(model.many)}/locales/en.json`;
  const subject = model.path.split("/").at(-1) ?? "";
  const title = (language: "en" | "zh") => (edit: TextEdit) =>
    edit.after('  "page": {', `    ${JSON.stringify(key)}: ${JSON.stringify(model.title[language])},`);
  const kind = (language: "en" | "zh") => (edit: TextEdit) =>
    edit.after('  "kind": {', `    ${JSON.stringify(subject)}: ${JSON.stringify(model.single[language])},`);
  return [
    { path: paths.en, make: title("en") },
    { path: paths.zh, make: title("zh") },
    {
      path: paths.keys,
      make: (edit) =>
        edit.before("  kit: typeof import(", `  ${quote(textsKey(model))}: typeof import(${quote(folder)});`),
    },
    { path: paths.auditEn, make: kind("en") },
    { path: paths.auditZh, make: kind("zh") },
  ];
}

export type RegistryChange = {
  path: string;
  /** Null where the file is not known, or has no such place: it is changed by hand. */
  text: string | null;
  patch: string;
  hunks: PatchLine[][];
  reason: "none" | "unknown" | "place" | "taken";
};

/** What each registry becomes; `texts` are the files as they are, by their path. */
export function editRegistries(model: ResourceModel, texts: ReadonlyMap<string, string>): RegistryChange[] {
  const byPath = new Map<string, Change[]>();
  for (const change of changesOf(model)) {
    byPath.set(change.path, [...(byPath.get(change.path) ?? []), change]);
  }
  return [...byPath].map(([path, changes]) => editRegistry(model, path, texts.get(path), changes));
}

function editRegistry(
  model: ResourceModel,
  path: string,
  before: string | undefined,
  changes: readonly Change[],
): RegistryChange {
  const none = { path, text: null, patch: "", hunks: [] };
  if (before === undefined) return { ...none, reason: "unknown" };
  if (isTaken(model, path, before)) return { ...none, reason: "taken" };
  const edit = editText(before);
  try {
    for (const { make } of changes) make(edit);
  } catch (error) {
    if (!(error instanceof MissingPlace)) throw error;
    return { ...none, reason: "place" };
  }
  const lines = edit.lines();
  const hunks = hunksOf(comparedLines(before, lines));
  return { path, text: edit.text(), patch: patchOf(path, before, lines), hunks, reason: "none" };
}

/** The name is one of another resource, or this one is there already. */
function isTaken(model: ResourceModel, path: string, before: string): boolean {
  const key = camel(model.many);
  if (path === paths.calls) return before.includes(` as ${key} from `);
  if (path === paths.migrator) return before.includes(`"${model.migration}-`);
  return path === paths.titles && before.includes(`"page.${key}":`);
}

/** One patch of all registries, with a line for each that has to be changed by hand. */
export function wholePatch(model: ResourceModel, changes: readonly RegistryChange[]): string {
  const left = changes.filter(({ text }) => text === null).map(({ path }) => `by hand: ${path}`);
  return [`Registers ${spaced(model.many)}.`, ...left, "", ...changes.map(({ patch }) => patch)].join("\n");
}
