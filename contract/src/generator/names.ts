/** How one name is written in each place: `SamplingPoint` is `sampling-point` in a file and `sampling_point` in SQL. */

const wordsIn = (name: string): string[] => name.match(/[A-Z][a-z0-9]*|[a-z0-9]+/g) ?? [name];

export function kebab(name: string): string {
  return wordsIn(name).join("-").toLowerCase();
}

export function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** As in a sentence: `sampling points`. */
export function spaced(name: string): string {
  return wordsIn(name).join(" ").toLowerCase();
}

/** The column of a field: `designFlow` is `design_flow`. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The field of a column. */
export function fieldName(column: string): string {
  return column.replace(/_+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** `box_undertaking` is `BoxUndertaking`. */
export function pascalOf(table: string): string {
  return pascal(fieldName(table.toLowerCase()));
}

/** A first guess: `Battery` of `Batteries` it is not, but `Batteries` of `Battery`. */
export function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

const keywords =
  "await break case catch class const continue debugger default delete do else enum export extends false finally " +
  "for function if implements import in instanceof interface let new null package private protected public return " +
  "static super switch this throw true try typeof undefined var void while with yield async of arguments eval";
/** Names that generated files import or that every program has. */
const taken =
  "Array BodyOf Boolean BuiltInMenu Caller ColumnType Date Db Error Function Generated JSON Json Kysely Map Math Number " +
  "Object OrgUnitService Promise Proxy QueryOf Record Reflect RegExp ResourcePage ResourceParts ResourceService Scope " +
  "Serve Set String Symbol Window action add appError body caller change data db describe expect field fieldError first " +
  "flag get globalThis id ids idInBody list name nameOf onPlatform options orgUnits parts platform remove resource row " +
  "rows second scope serve serveResource sharedByAll sql statements t test text unitId update useTranslation z nan " +
  "infinity window document location history self top event process require module exports";
const inSql =
  "all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation " +
  "column concurrently constraint create cross current_catalog current_date current_role current_schema current_time " +
  "current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze " +
  "from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit " +
  "localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references " +
  "returning right select session_user similar some symmetric table tablesample then to trailing true union unique user " +
  "using variadic verbose when where window with xmax xmin ctid cmin cmax tableoid id created_at";
/** What the query of every list has, and what every object has. */
const inQueries =
  "pageNum pageSize orderByColumn isAsc keyword beginTime endTime constructor prototype toString valueOf hasOwnProperty " +
  "isPrototypeOf propertyIsEnumerable toLocaleString createdAt";

const setOf = (...lists: string[]) => new Set(lists.flatMap((list) => list.split(" ")));
const reserved = { code: setOf(keywords, taken), sql: setOf(inSql), queries: setOf(inQueries) };

/** Whether a type or a value of a generated file may be called so. */
export function isFreeInCode(name: string): boolean {
  return !reserved.code.has(name);
}

export function isFreeInSql(name: string): boolean {
  return !reserved.sql.has(name);
}

export function isFreeInQueries(name: string): boolean {
  return !reserved.queries.has(name);
}
