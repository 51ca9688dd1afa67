import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";

/** The tree of enterprise units and their departments, flat; a root is an enterprise unit. */
export const listDepts = defineCall({
  name: "listDepts",
  method: "GET",
  path: "/v2/admin/system/dept/list",
  access: session,
  reply: data(
    z.array(
      z.object({
        deptId: z.number().int(),
        parentId: z.number().int(),
        deptName: z.string(),
        orderNum: z.number().int(),
        status: z.enum(["0", "1"]),
      }),
    ),
  ),
});
