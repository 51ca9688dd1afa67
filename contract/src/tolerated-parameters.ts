/**
 * Parameters that clients of the family send where they mean nothing. They alone are ignored: any other that a call
 * does not declare is refused by its name, so that nobody takes all rows for the ones that were asked for.
 */
import type { AnyCall } from "./call.ts";

/** Added by HTTP clients so that no cache answers. */
const everywhere = ["_", "_t", "timestamp"];

/** A file has all rows that the filters leave, in the order of its own: clients send the page of their list along. */
const inFiles = ["pageNum", "pageSize", "orderByColumn", "isAsc"];

/** Trees have no pages; tables that page by themselves ask for one all the same. */
const inTrees = ["pageNum", "pageSize"];
const trees = ["listMenus", "listDepts"];

export function toleratedParameters(call: AnyCall): readonly string[] {
  return [
    ...everywhere,
    ...(call.answers === "file" ? inFiles : []),
    ...(trees.includes(call.name) ? inTrees : []),
  ];
}
