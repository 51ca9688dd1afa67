import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { dictTypeLabels } from "./dict-labels.ts";

/** A dictionary: a list of values with their words, known by its type. */
export const dictTypes = defineResource({
  names: { one: "DictType", many: "DictTypes" },
  path: "/v2/admin/system/dict/type",
  permission: "system:dict",
  table: "dict_type",
  key: "dictId",
  unique: "dictType",
  unit: null,
  fields: {
    dictType: field(text(100).regex(/^[A-Za-z][A-Za-z0-9_]*$/), {
      label: "dictType",
      search: "text",
      sortable: true,
    }),
    dictName: field(text(100).min(1), { label: "dictName", search: "text", sortable: true }),
    dictNameZh: field(text(100).default(""), { label: "dictNameZh", search: "text" }),
    status: field(flag.default("0"), { label: "status", dictionary: "status", search: "choice" }),
    remark: field(text(500).default(""), { label: "remark" }),
  },
  shown: {
    dataCount: field(z.number().int(), { label: "dataCount", export: false }),
    /** "0": the program brought it along; it can be changed, but not deleted. */
    builtIn: flag,
    createTime: dateTime,
  },
  labels: dictTypeLabels,
});

export const dictType = dictTypes.row;
export type DictType = z.infer<typeof dictType>;

/** All types that are in use, for choices. */
export const listDictTypeOptions = defineCall({
  name: "listDictTypeOptions",
  method: "GET",
  path: "/v2/admin/system/dict/type/optionselect",
  access: session,
  reply: data(z.array(dictTypes.row)),
});

/** Every node reads its dictionaries again. */
export const refreshDictCache = defineCall({
  name: "refreshDictCache",
  method: "DELETE",
  path: "/v2/admin/system/dict/type/refreshCache",
  access: permission("system:dict:remove"),
  title: { en: "Refresh the dictionary cache", zh: "刷新字典缓存" },
});
