/** What serves a resource: its statements, its rules, its calls, and its entry in the menu. */
import { bracketed, docComment, importLines, maxWidth, quote, widthOf } from "./layout.ts";
import { camel, columnName, kebab, spaced } from "./names.ts";
import { hasUnit } from "./print-contract.ts";
import { type ModelVerb, modelVerbs, type ResourceModel } from "./resource-model.ts";

const contractFile = (model: ResourceModel) => `@tracewater/contract/${model.area}/${kebab(model.many)}`;
const platform = "../../../platform";

export function printStore(model: ResourceModel): string {
  const many = camel(model.many);
  const days = model.fields.filter(({ kind }) => kind === "day");
  const usesSql = hasUnit(model) || days.length > 0;
  const shown = [
    ...(hasUnit(model) ? ['      unitName: sql.ref("dept.name"),'] : []),
    ...days.map(({ name }) => `      ${name}: day(${quote(columnName(name))}),`),
  ];
  const body = [
    `    resource: ${many},`,
    `    order: [${quote(model.unique)}],`,
    ...(hasUnit(model) ? [`    joined: sql\`join dept on dept.id = ${model.table}.unit_id\`,`] : []),
    ...(shown.length === 0 ? ["    shown: {},"] : ["    shown: {", ...shown, "    },"]),
  ];
  const imports: [string[], string][] = [
    [["type BodyOf", "type QueryOf"], "@tracewater/contract/call"],
    [[many], contractFile(model)],
    ...(usesSql ? [[["sql"], "kysely"] as [string[], string]] : []),
    [["createResourceRows"], `${platform}/resource/resource-rows.store.ts`],
    [["type Db"], `${platform}/store/database.ts`],
  ];
  return [
    importLines(imports),
    "",
    `export type ${model.one}Body = BodyOf<typeof ${many}.calls.add>;`,
    `export type ${model.one}Query = QueryOf<typeof ${many}.calls.list>;`,
    "",
    `/** The statements of ${spaced(model.many)}, made from their declaration. */`,
    `export function create${model.one}Rows(db: Db) {`,
    "  return createResourceRows(db, {",
    ...body,
    "  });",
    "}",
    ...(days.length === 0
      ? []
      : [
          "",
          "function day(column: string) {",
          `  const name = sql.ref(\`${model.table}.\${column}\`);`,
          `  return sql\`to_char(\${name}, 'YYYY-MM-DD')\`;`,
          "}",
        ]),
    "",
  ].join("\n");
}

export function printService(model: ResourceModel): string {
  const isOfUnits = hasUnit(model);
  const names = [`${model.one}Body`, `${model.one}Query`];
  const imports: [string[], string][] = [
    [[`type ${model.one}`], contractFile(model)],
    [isOfUnits ? ["fieldError"] : ["AppError", "fieldError"], `${platform}/app-error.ts`],
    ...(isOfUnits ? [] : [[["type Caller"], `${platform}/caller.ts`] as [string[], string]]),
    ...(isOfUnits ? [] : [[["nameOf"], `${platform}/resource/import-rows.ts`] as [string[], string]]),
    [["type ResourceService"], `${platform}/resource/resource-service.ts`],
    [["type Db"], `${platform}/store/database.ts`],
    ...(isOfUnits ? [orgUnitsImport(model)] : []),
    [[`create${model.one}Rows`, ...names.map((name) => `type ${name}`)], `./${kebab(model.one)}.store.ts`],
  ];
  if (!isOfUnits) imports[0] = [[camel(model.many), `type ${model.one}`], contractFile(model)];
  return [
    importLines(imports),
    "",
    bracketed(`type Service = ResourceService`, "<", [model.one, ...names], ";"),
    "",
    ...(isOfUnits ? unitService(model) : sharedService(model)),
    "",
    ...takenLines(model),
    "",
  ].join("\n");
}

function takenLines(model: ResourceModel): string[] {
  const fault = `fieldError(${quote(model.unique)}, { en: "this value is already in use", zh: "该值已被使用" });`;
  const flat = `const taken = () => ${fault}`;
  return widthOf(flat) <= maxWidth ? [flat] : ["const taken = () =>", `  ${fault}`];
}

function orgUnitsImport({ area }: ResourceModel): [string[], string] {
  const folder = area === "system" ? "../org-units" : "../../system/org-units";
  return [["type OrgUnitService"], `${folder}/org-unit.service.ts`];
}

/** Of one unit each: a caller writes for units of their own. */
function unitService(model: ResourceModel): string[] {
  const head = `export function create${model.one}Service(options: {`;
  const flat = `${head} db: Db; orgUnits: OrgUnitService }): Service {`;
  return [
    docComment(
      `The rules of ${spaced(model.many)}: their unit is one of the caller's, and no two have the same ${spaced(model.unique)}.`,
    ),
    flat.length <= maxWidth
      ? flat
      : [head, "  db: Db;", "  orgUnits: OrgUnitService;", "}): Service {"].join("\n"),
    "  const { orgUnits } = options;",
    `  const rows = create${model.one}Rows(options.db);`,
    "  return {",
    "    ...rows,",
    "",
    "    async add(caller, body) {",
    '      await orgUnits.require(caller.scope, body.unitId, "unitId");',
    "      const id = await rows.add(body);",
    "      if (id === undefined) throw taken();",
    "      return id;",
    "    },",
    "",
    "    async change(caller, id, body) {",
    '      await orgUnits.require(caller.scope, body.unitId, "unitId");',
    "      if (!(await rows.change(caller.scope, id, body))) throw taken();",
    "    },",
    "",
    "    remove: (caller, ids) => rows.remove(caller.scope, ids),",
    "    unitsByName: orgUnits.idsByName,",
    "  };",
    "}",
  ];
}

/** Of no unit: all units share the rows, so only who reaches all of them writes. */
function sharedService(model: ResourceModel): string[] {
  const many = camel(model.many);
  return [
    docComment(
      `The rules of ${spaced(model.many)}: all units share them, and no two have the same ${spaced(model.unique)}.`,
    ),
    `export function create${model.one}Service(options: { db: Db }): Service {`,
    `  const rows = create${model.one}Rows(options.db);`,
    "  return {",
    "    ...rows,",
    "",
    "    async add(caller, body) {",
    "      requireWholeReach(caller);",
    "      const id = await rows.add(body);",
    "      if (id === undefined) throw taken();",
    "      return id;",
    "    },",
    "",
    "    async change(caller, id, body) {",
    "      requireWholeReach(caller);",
    "      if (!(await rows.change(caller.scope, id, body))) throw taken();",
    "    },",
    "",
    "    async remove(caller, ids) {",
    "      requireWholeReach(caller);",
    "      await rows.remove(caller.scope, ids);",
    "    },",
    "",
    "    unitsByName: async () => new Map(),",
    "",
    "    storeRows: async (scope, bodies, update) =>",
    '      scope.kind === "all"',
    "        ? rows.storeRows(scope, bodies, update)",
    `        : new Map(bodies.map((body) => [nameOf(${many}, body), sharedByAll])),`,
    "  };",
    "}",
    "",
    "function requireWholeReach(caller: Caller): void {",
    '  if (caller.scope.kind !== "all") throw sharedByAll;',
    "}",
    "",
    'const sharedByAll = new AppError("forbidden", {',
    '  en: "All units share these records: only users with access to all units can change them.",',
    '  zh: "这些记录由所有单位共用，仅数据范围为全部的用户可以更改。",',
    "});",
  ];
}

export function printFeature(model: ResourceModel): string {
  const many = camel(model.many);
  const isOfUnits = hasUnit(model);
  const options = isOfUnits ? "{ db: Db; orgUnits: OrgUnitService }" : "{ db: Db }";
  return [
    importLines([
      [[many], contractFile(model)],
      [["type Serve"], `${platform}/http/serve-call.ts`],
      [["type ResourceParts", "serveResource"], `${platform}/resource/serve-resource.ts`],
      [["type Db"], `${platform}/store/database.ts`],
      ...(isOfUnits ? [orgUnitsImport(model)] : []),
      [[`create${model.one}Service`], `./${kebab(model.one)}.service.ts`],
    ]),
    "",
    `/** The calls of ${spaced(model.many)}: five verbs, exports and imports. */`,
    bracketed(
      `export function serve${model.many}`,
      "(",
      ["serve: Serve", `options: ${options}`, "parts: ResourceParts"],
      ": void {",
    ),
    `  const service = create${model.one}Service(options);`,
    `  serveResource(serve, ${many}, service, parts);`,
    "}",
    "",
  ].join("\n");
}

export function printMenu(model: ResourceModel): string {
  const key = camel(model.many);
  const names = new Map<string, string>();
  const consts = modelVerbs.flatMap((verb) => {
    const listed = model.roles[verb].map(quote).join();
    if (names.has(listed)) return [];
    names.set(listed, `${verbNames[verb]}`);
    return [
      bracketed(`const ${verbNames[verb]}: readonly string[] = `, "[", model.roles[verb].map(quote), ";"),
    ];
  });
  const nameOf = (verb: ModelVerb) => names.get(model.roles[verb].map(quote).join()) ?? "readers";
  const actions = modelVerbs.map((verb) =>
    bracketed(
      "action",
      "(",
      [`${key}.${verb}`, `action.${verb}`, `${model.permission}:${verb}`].map(quote).concat(nameOf(verb)),
      ",",
      "    ",
    ),
  );
  return [
    importLines([[["action", "type BuiltInMenu"], "./menu-entry.ts"]]),
    "",
    ...consts,
    "",
    `/** The page of ${spaced(model.many)}, and what may be done on it. */`,
    `export const ${camel(model.one)}Menu: BuiltInMenu = {`,
    `  key: ${quote(key)},`,
    '  kind: "page",',
    `  title: ${quote(`page.${key}`)},`,
    `  path: ${quote(model.menuPath)},`,
    `  component: ${quote(`${model.area}/${kebab(model.many)}/${kebab(model.one)}-list`)},`,
    `  icon: ${quote(model.icon)},`,
    `  permission: ${quote(`${model.permission}:list`)},`,
    "  roles: readers,",
    "  children: [",
    ...actions,
    "  ],",
    "};",
    "",
  ].join("\n");
}

const verbNames: Readonly<Record<ModelVerb, string>> = {
  query: "readers",
  add: "writers",
  edit: "editors",
  remove: "removers",
  export: "exporters",
  import: "importers",
};
