import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { dictDataLabels } from "./dict-labels.ts";

/** How a value looks in lists. */
export const listClass = z.enum(["default", "primary", "success", "info", "warning", "danger"]);
export type ListClass = z.infer<typeof listClass>;

/** A value of a dictionary with its words in both languages; an empty Chinese one means the same word in both. */
export const dictData = defineResource({
  names: { one: "DictData", many: "DictDataRows" },
  path: "/v2/admin/system/dict/data",
  permission: "system:dict",
  table: "dict_data",
  key: "dictCode",
  unique: "dictValue",
  within: "dictType",
  unit: null,
  fields: {
    dictType: field(text(100).min(1), { label: "dictType", search: "exact", sortable: true }),
    dictValue: field(text(100).min(1), { label: "dictValue", search: "text", sortable: true }),
    dictLabel: field(text(100).min(1), { label: "dictLabel", search: "text", sortable: true }),
    dictLabelZh: field(text(100).default(""), { label: "dictLabelZh", search: "text" }),
    dictSort: field(z.number().int().min(0).max(100_000).default(0), { label: "dictSort", sortable: true }),
    listClass: field(listClass.default("default"), { label: "listClass", dictionary: "class" }),
    cssClass: field(text(100).default(""), { label: "cssClass", column: "hidden" }),
    /** "0" yes, "1" no, as every flag. */
    isDefault: field(flag.default("1"), { label: "isDefault", dictionary: "yesNo", column: "hidden" }),
    status: field(flag.default("0"), { label: "status", dictionary: "status", search: "choice" }),
    remark: field(text(500).default(""), { label: "remark", column: "hidden" }),
  },
  shown: { builtIn: flag, createTime: dateTime },
  labels: dictDataLabels,
});

export type DictDatum = z.infer<typeof dictData.row>;

/** A value as forms and lists need it: `dictLabel` in the language of the request, and both for who keeps them. */
export const dictEntry = z.object({
  dictCode: z.number().int(),
  dictType: z.string(),
  dictSort: z.number().int(),
  dictLabel: z.string(),
  dictLabelEn: z.string(),
  dictLabelZh: z.string(),
  dictValue: z.string(),
  cssClass: z.string(),
  listClass,
  isDefault: flag,
  status: flag,
  remark: z.string(),
});
export type DictEntry = z.infer<typeof dictEntry>;

/** The values in use of one type, in their order; of a type that is unknown or out of use there are none. */
export const getDictEntries = defineCall({
  name: "getDictEntries",
  method: "GET",
  path: "/v2/admin/system/dict/data/type/:type",
  access: session,
  params: z.object({ type: z.string().max(100) }),
  reply: data(z.array(dictEntry)),
});
