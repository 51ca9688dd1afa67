import type { BodyOf } from "@tracewater/contract/call";
import { isFamilyComponent } from "@tracewater/contract/system/family-names";
import type { addMenu, Menu } from "@tracewater/contract/system/menus";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

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
    refuseIf(given.perms === "", "perms", { en: "is required for an action", zh: "按钮必须填写权限标识" });
    refuseIf(given.path !== "", "path", { en: "must be empty for an action", zh: "按钮无需填写路由地址" });
    refuseIf(given.component !== "", "component", {
      en: "must be empty for an action",
      zh: "按钮无需填写组件",
    });
  } else {
    refuseIf(given.path === "", "path", { en: "is required", zh: "不能为空" });
  }
  if (given.menuType === "M") {
    refuseIf(given.component !== "", "component", {
      en: "must be empty for a directory",
      zh: "目录无需填写组件",
    });
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
    refuseIf(given.component !== "", "component", {
      en: "must be empty for a web address",
      zh: "外链无需填写组件",
    });
    return;
  }
  refuseIf(given.component === "", "component", { en: "is required", zh: "不能为空" });
  const isKnown =
    isFamilyComponent(given.component) ||
    (components === null ? /^[\w-]+(\/[\w-]+)*$/.test(given.component) : components.has(given.component));
  refuseIf(!isKnown, "component", {
    en: `page not found in the console: ${given.component}`,
    zh: `控制台中不存在页面 ${given.component}`,
  });
}

function checkParent(given: MenuBody, parent: Menu | null): void {
  if (given.menuType === "F") {
    refuseIf(parent?.menuType === "F", "parentId", { en: "must not be an action", zh: "上级不能是按钮" });
    return;
  }
  if (parent === null) return;
  refuseIf(parent.menuType === "F", "parentId", { en: "must not be an action", zh: "上级不能是按钮" });
  refuseIf(parent.menuType === "C" && given.menuType === "M", "parentId", {
    en: "must be the root or a directory",
    zh: "上级只能是根级或目录",
  });
  refuseIf(isWebAddress(parent.path), "parentId", {
    en: "must not be a web address",
    zh: "上级不能是外链",
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
    en: 'must be a JSON object such as {"family":"mass"}',
    zh: '应为 JSON 对象，例如 {"family":"mass"}',
  });
}

export function isWebAddress(path: string): boolean {
  return /^https?:\/\//.test(path);
}

function refuseIf(isWrong: boolean, field: string, text: LocalizedText): void {
  if (isWrong) throw fieldError(field, text);
}

export function refuseKept(kept: { isBuiltIn: boolean; below: number; roles: number }): void {
  if (kept.isBuiltIn) {
    throw new AppError("refused", {
      en: "This entry is built in and cannot be deleted. Hide it instead.",
      zh: "内置菜单不可删除，可将其隐藏。",
    });
  }
  if (kept.below > 0) {
    throw new AppError("refused", {
      en: `${kept.below} ${kept.below === 1 ? "entry is" : "entries are"} inside it. Delete or move ${kept.below === 1 ? "it" : "them"} first.`,
      zh: `其下还有 ${kept.below} 个菜单，请先删除或移走。`,
    });
  }
  if (kept.roles > 0) {
    throw new AppError("refused", {
      en: `${kept.roles} ${kept.roles === 1 ? "role has" : "roles have"} this entry. Remove it from ${kept.roles === 1 ? "that role" : "those roles"} first.`,
      zh: `仍有 ${kept.roles} 个角色拥有该菜单，请先取消授权。`,
    });
  }
}
