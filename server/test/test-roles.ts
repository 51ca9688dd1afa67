import { addRole } from "@tracewater/contract/system/roles";
import { getRouters, type RouteNode } from "@tracewater/contract/system/session";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

let named = 0;

export async function addOne(
  platform: TestPlatform,
  as: Session,
  more: Record<string, unknown> = {},
): Promise<number> {
  named += 1;
  const body = { roleName: `Role ${named}`, roleKey: `role${named}`, ...more };
  return (await platform.call(addRole, { body }, as)).data.id;
}

export async function menuIdOf(platform: TestPlatform, key: string): Promise<number> {
  const found = await platform.db
    .selectFrom("menu")
    .select("id")
    .where("builtInKey", "=", key)
    .executeTakeFirstOrThrow();
  return found.id;
}

export async function pagesOf(platform: TestPlatform, as: Session): Promise<string[]> {
  const { data } = await platform.call(getRouters, {}, as);
  const all = (node: RouteNode): RouteNode[] => [node, ...node.children.flatMap(all)];
  return data.flatMap(all).map((node) => node.component);
}
