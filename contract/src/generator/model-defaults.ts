import { camel, columnName, spaced } from "./names.ts";
import {
  type ModelArea,
  type ModelField,
  modelVerbs,
  type ResourceModel,
  rolesOfArea,
} from "./resource-model.ts";

/** All that a model needs besides its names and fields; a person looks at it before anything is made of it. */
export function defaultsOf(
  given: Pick<ResourceModel, "one" | "many" | "table" | "fields" | "unique" | "within">,
  area: ModelArea = "field",
): ResourceModel {
  const one = camel(given.one);
  const title = spaced(given.many).replace(/^./, (letter) => letter.toUpperCase());
  return {
    ...given,
    ...{ area, key: `${one}Id`, path: `/v2/admin/${one}`, permission: `${area}:${one}` },
    title: { en: title, zh: title },
    single: { en: spaced(given.one), zh: spaced(given.one) },
    none: {
      en: "Add the first one, or import them from a spreadsheet.",
      zh: "请新增第一条记录，或从表格导入。",
      enTitle: `No ${spaced(given.many)} yet`,
      zhTitle: "暂无记录",
    },
    migration: "0900",
    menuPath: `/${area}/${one}`,
    icon: "layout-list",
    roles: defaultRoles(area),
  };
}

/** Readers are all who see the area; writers are the engineers and administrators of units among them. */
export function defaultRoles(area: ModelArea): ResourceModel["roles"] {
  const readers = [...rolesOfArea[area]];
  const keepers = readers.filter((role) => ["engineer", "unitAdmin"].includes(role));
  const roles = modelVerbs.map((verb) => [verb, verb === "query" ? readers : keepers] as const);
  return Object.fromEntries(roles) as ResourceModel["roles"]; // one entry for each verb
}

/** A field as an empty model begins with it. */
export function emptyField(name: string, label: { en: string; zh: string }): ModelField {
  return {
    ...{ name, ...label, kind: "text", maxLength: 100, min: null, max: null, measure: "", options: [] },
    ...{ required: false, initial: null, column: "shown", search: "none", sortable: false, exported: true },
  };
}

export function emptyModel(): ResourceModel {
  const name = { ...emptyField("name", { en: "Name", zh: "名称" }), required: true, sortable: true };
  return defaultsOf({
    ...{ one: "NewRecord", many: "NewRecords", table: "new_record", unique: "name", within: null },
    fields: [{ ...name, search: "text" }],
  });
}

/** Under another name: whatever follows from the name becomes another, too. */
export function renamedModel(model: ResourceModel, one: string, many: string): ResourceModel {
  const table = columnName(camel(one));
  const { area, fields, unique, within } = model;
  return {
    ...defaultsOf({ one, many, table, fields, unique, within }, area),
    roles: model.roles,
  };
}
