import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag } from "../envelope.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { postLabels } from "./post-labels.ts";

/** What people do in a unit: laboratory head, sampler, custodian. A post gives no rights; roles do. */
export const posts = defineResource({
  names: { one: "Post", many: "Posts" },
  path: "/v2/admin/system/post",
  permission: "system:post",
  table: "post",
  key: "postId",
  unique: "postCode",
  unit: null,
  fields: {
    postCode: field(z.string().trim().min(1).max(64), { label: "code", search: "text", sortable: true }),
    postName: field(z.string().trim().min(1).max(100), { label: "name", search: "text", sortable: true }),
    postSort: field(z.number().int().min(0).max(1_000_000).default(0), { label: "order", sortable: true }),
    /** "0" in use, "1" out of use: no longer offered. */
    status: field(flag.default("0"), { label: "status", dictionary: "status", search: "choice" }),
    remark: field(z.string().trim().max(500).default(""), { label: "remark" }),
  },
  shown: {
    createTime: field(z.string(), { label: "created" }),
    holders: field(z.number().int(), { label: "holders", export: false }),
  },
  labels: postLabels,
});

export type Post = z.infer<typeof posts.row>;

/** The posts in use, to choose from. */
export const postOptions = defineCall({
  name: "postOptions",
  method: "GET",
  path: "/v2/admin/system/post/optionselect",
  access: session,
  reply: data(z.array(z.object({ postId: z.number().int(), postCode: z.string(), postName: z.string() }))),
});
