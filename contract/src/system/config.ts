import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { flag } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { configLabels } from "./config-labels.ts";

const configKey = text(100).regex(/^[A-Za-z][A-Za-z0-9_.-]*$/);

/** A parameter of the platform; those that the server reads are built in, others are free. */
export const configs = defineResource({
  names: { one: "Config", many: "Configs" },
  path: "/v2/admin/system/config",
  permission: "system:config",
  table: "config",
  key: "configId",
  unique: "configKey",
  unit: null,
  fields: {
    configName: field(text(100).min(1), { label: "configName", search: "text", sortable: true }),
    configNameZh: field(text(100).default(""), { label: "configNameZh", search: "text" }),
    configKey: field(configKey, { label: "configKey", search: "text", sortable: true }),
    configValue: field(text(500).min(1), { label: "configValue" }),
    /** "0": every session may read it. */
    isPublic: field(flag.default("1"), { label: "isPublic", dictionary: "yesNo", search: "choice" }),
    remark: field(text(500).default(""), { label: "remark" }),
    remarkZh: field(text(500).default(""), { label: "remarkZh" }),
  },
  shown: {
    /** "0": the server reads it; it can be changed, but not deleted. */
    configType: field(flag, { label: "configType", dictionary: "yesNo", search: "choice" }),
    createTime: dateTime,
  },
  labels: configLabels,
});

export type Config = z.infer<typeof configs.row>;

/** The value by its key, in `msg` as the family answers it, and in `data`. */
export const getConfigByKey = defineCall({
  name: "getConfigByKey",
  method: "GET",
  path: "/v2/admin/system/config/configKey/:key",
  access: session,
  params: z.object({ key: z.string().max(100) }),
  reply: z.object({ msg: z.string(), data: z.string() }),
});

/** The same under the family's newer name. */
export const refreshConfigCache = defineCall({
  name: "refreshConfigCache",
  method: "DELETE",
  path: "/v2/admin/system/config/refreshCache",
  access: permission("system:config:remove"),
  title: { en: "Refresh the parameter cache", zh: "刷新参数缓存" },
});

export const clearConfigCache = defineCall({
  name: "clearConfigCache",
  method: "DELETE",
  path: "/v2/admin/system/config/clearCache",
  access: permission("system:config:remove"),
  title: { en: "Refresh the parameter cache", zh: "刷新参数缓存" },
});
