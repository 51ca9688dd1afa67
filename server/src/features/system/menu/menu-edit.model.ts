import type { BodyOf } from "@tracewater/contract/call";
import type { addMenu, Menu } from "@tracewater/contract/system/menus";
import { badField, Failure } from "../../../platform/failure.ts";
import type { Words } from "../../../platform/words.ts";

/** A menu entry as it is written; `parentId` 0 stands for the root. */
export type MenuBody = BodyOf<typeof addMenu>;

/** Throws where an entry is not one that the console could open, by its field. `components` is null without a build. */
export function checkMenu(
  given: MenuBody,
  parent: Menu | null,
  components: ReadonlySet<string> | null,
): void {
  const isWeb = isWebAddress(given.path);
  if (given.menuType === "F") {
    refuseIf(given.perms === "", "perms", { en: "an action is its permission", zh: "按钮必须有权限标识" });
    refuseIf(given.path !== "", "path", { en: "an action has no address", zh: "按钮没有路由地址" });
    refuseIf(given.component !== "", "component", { en: "an action has no page", zh: "按钮没有组件" });
  } else {
    refuseIf(given.path === "", "path", { en: "is missing", zh: "不能为空" });
    refuseIf(isWeb && given.menuType === "M", "path", {
      en: "a directory is no web address",
      zh: "目录不能是外链",
    });
  }
  if (given.menuType === "M") {
    refuseIf(given.component !== "", "component", { en: "a directory has no page", zh: "目录没有组件" });
  }
  if (given.menuType === "C") checkComponent(given, isWeb, components);
  checkParent(given, parent);
  checkQuery(given.query);
}

/** What the program brings along keeps its address, page, permission and place: other parts rely on them. */
export function checkBuiltIn(before: Menu, given: MenuBody): void {
  if (!before.builtIn) return;
  for (const field of [
    "menuType",
    "path",
    "component",
    "query",
    "perms",
    "parentId",
    "redirect",
    "isFrame",
    "status",
  ] as const) {
    refuseIf(before[field] !== given[field], field, {
      en: "cannot be changed in a built-in entry",
      zh: "内置菜单的该项不可修改",
    });
  }
}

function checkComponent(given: MenuBody, isWeb: boolean, components: ReadonlySet<string> | null): void {
  if (isWeb) {
    refuseIf(given.component !== "", "component", { en: "a web address has no page", zh: "外链没有组件" });
    return;
  }
  refuseIf(given.component === "", "component", { en: "is missing", zh: "不能为空" });
  const isKnown =
    components === null ? /^[\w-]+(\/[\w-]+)*$/.test(given.component) : components.has(given.component);
  refuseIf(!isKnown, "component", {
    en: `the console has no page ${given.component}`,
    zh: `控制台中没有页面 ${given.component}`,
  });
}

function checkParent(given: MenuBody, parent: Menu | null): void {
  if (given.menuType === "F") {
    refuseIf(parent?.menuType === "F", "parentId", { en: "an action holds nothing", zh: "按钮下不能有下级" });
    return;
  }
  if (parent === null) return;
  refuseIf(parent.menuType === "F", "parentId", { en: "an action holds nothing", zh: "按钮下不能有下级" });
  refuseIf(parent.menuType === "C" && given.menuType === "M", "parentId", {
    en: "a directory stands at the root or in a directory",
    zh: "目录只能位于根级或其他目录下",
  });
  refuseIf(isWebAddress(parent.path), "parentId", {
    en: "a web address holds nothing",
    zh: "外链下不能有下级",
  });
}

function checkQuery(query: string): void {
  if (query === "") return;
  let read: unknown = null;
  try {
    read = JSON.parse(query);
  } catch {
    // said below, in words of ours
  }
  const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
  refuseIf(!isObject, "query", {
    en: 'is no JSON object such as {"family":"mass"}',
    zh: '不是 JSON 对象，例如 {"family":"mass"}',
  });
}

export function isWebAddress(path: string): boolean {
  return /^https?:\/\//.test(path);
}

function refuseIf(isWrong: boolean, field: string, words: Words): void {
  if (isWrong) throw badField(field, words);
}

export function refuseKept(kept: { isBuiltIn: boolean; below: number; roles: number }): void {
  if (kept.isBuiltIn) {
    throw new Failure("refused", {
      en: "This entry belongs to the program; hide it instead.",
      zh: "内置菜单不可删除，可将其隐藏。",
    });
  }
  if (kept.below > 0) {
    throw new Failure("refused", {
      en: `${kept.below} ${kept.below === 1 ? "entry stands" : "entries stand"} beneath it; delete or move them first.`,
      zh: `其下还有 ${kept.below} 个菜单，请先删除或移走。`,
    });
  }
  if (kept.roles > 0) {
    throw new Failure("refused", {
      en: `${kept.roles} ${kept.roles === 1 ? "role holds" : "roles hold"} it; take it from ${kept.roles === 1 ? "it" : "them"} first.`,
      zh: `仍有 ${kept.roles} 个角色拥有该菜单，请先取消授权。`,
    });
  }
}
