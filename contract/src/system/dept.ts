import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id, idInBody, largestId } from "../envelope.ts";
import { blank, searchText } from "../paging.ts";
import { licenceTerms } from "./licences.ts";
import { sortedIds, sortedPlaces, unequal } from "./sort-order.ts";

const text = (max: number) => z.string().trim().max(max).default("");

/** What people write of a department; a root (`parentId` 0) is an enterprise unit. */
const deptFields = {
  parentId: z.number().int().min(0).max(2_147_483_647),
  deptName: z.string().trim().min(1).max(100),
  orderNum: z.number().int().min(0).max(1_000_000).default(0),
  leader: text(60),
  phone: text(40),
  email: z
    .string()
    .trim()
    .max(100)
    .regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/)
    .default(""),
  address: text(300),
  creditCode: text(40),
  remark: text(500),
  /** "0" in use, "1" out of use: nothing new is put there. */
  status: flag.default("0"),
};

export const dept = z.object({ deptId: z.number().int(), ...deptFields });
export type Dept = z.infer<typeof dept>;

export type DeptNode = { id: number; label: string; children: DeptNode[] };
const deptNode: z.ZodType<DeptNode> = z.lazy(() =>
  z.object({ id: z.number().int(), label: z.string(), children: z.array(deptNode) }),
);

const path = "/v2/admin/system/dept";

/** The tree of enterprise units and their departments, flat; what the caller reaches of it. */
export const listDepts = defineCall({
  name: "listDepts",
  method: "GET",
  path: `${path}/list`,
  access: session,
  query: z.object({
    deptName: searchText,
    deptId: blank(id),
    parentId: blank(z.coerce.number().int().min(0).max(largestId)),
    status: blank(flag),
  }),
  reply: data(z.array(dept)),
});

/** The same without a branch: where that branch may be moved to. */
export const listDeptsExcept = defineCall({
  name: "listDeptsExcept",
  method: "GET",
  path: `${path}/list/exclude/:id`,
  access: permission("system:dept:list"),
  params: z.object({ id }),
  reply: data(z.array(dept)),
});

export const deptTree = defineCall({
  name: "deptTree",
  method: "GET",
  path: `${path}/treeselect`,
  access: session,
  reply: data(z.array(deptNode)),
});

export const getDept = defineCall({
  name: "getDept",
  method: "GET",
  path: `${path}/:id`,
  access: permission("system:dept:query"),
  params: z.object({ id }),
  reply: data(dept),
});

export const addDept = defineCall({
  name: "addDept",
  title: { en: "Add a department", zh: "新增部门" },
  method: "POST",
  path,
  access: permission("system:dept:add"),
  body: z.object({
    ...deptFields,
    /** What a new enterprise unit begins with; without it a year from today, without limits. */
    authorization: licenceTerms.optional(),
  }),
  reply: data(z.object({ id: z.number().int() })),
});

export const changeDept = defineCall({
  name: "changeDept",
  title: { en: "Edit a department", zh: "编辑部门" },
  method: "PUT",
  path,
  access: permission("system:dept:edit"),
  body: z.object({ deptId: idInBody, ...deptFields }),
});

/** The places of several departments among their neighbours. */
export const sortDepts = defineCall({
  name: "sortDepts",
  title: { en: "Sort departments", zh: "部门排序" },
  method: "PUT",
  path: `${path}/updateSort`,
  access: permission("system:dept:edit"),
  body: z
    .object({ deptIds: sortedIds, orderNums: sortedPlaces })
    .refine(({ deptIds, orderNums }) => deptIds.length === orderNums.length, unequal),
});

/** Puts a department under another one, before one of its children or behind them all. */
export const moveDept = defineCall({
  name: "moveDept",
  title: { en: "Move a department", zh: "移动部门" },
  method: "PUT",
  path: `${path}/move`,
  access: permission("system:dept:edit"),
  body: z.object({ deptId: idInBody, parentId: idInBody, before: idInBody.nullable().default(null) }),
});

export const removeDepts = defineCall({
  name: "removeDepts",
  title: { en: "Delete departments", zh: "删除部门" },
  method: "DELETE",
  path: `${path}/:ids`,
  access: permission("system:dept:remove"),
  params: z.object({
    ids: z
      .string()
      .regex(
        /^\d{1,10}(,\d{1,10})*,?$/,
        localized("must be numbers separated by commas", "须为以逗号分隔的编号"),
      )
      .transform((list) => [
        ...new Set(
          list
            .split(",")
            .filter((one) => one !== "")
            .map(Number),
        ),
      ])
      .pipe(z.array(idInBody).min(1).max(100)),
  }),
});
