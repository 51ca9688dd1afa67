/*
 * What clients of the family call icons and pages. A menu that is kept for such a client names them; our own console
 * draws and opens what stands for them here.
 */
import type { MenuIconName } from "./menu-icons.ts";

/** The family's icons with ours that stand for them; those without one are drawn as a list. */
const drawnAs: Readonly<Record<string, MenuIconName>> = {
  chart: "chart-spline",
  clipboard: "clipboard-list",
  dashboard: "gauge",
  date: "calendar",
  "date-range": "calendar",
  dict: "book-open",
  documentation: "file-text",
  druid: "server",
  edit: "settings",
  email: "bell",
  form: "scroll-text",
  guide: "waypoints",
  job: "timer",
  list: "layout-list",
  lock: "shield",
  log: "scroll-text",
  logininfor: "log-in",
  message: "megaphone",
  monitor: "activity",
  online: "radio",
  password: "key-round",
  people: "user",
  peoples: "users",
  phone: "smartphone",
  post: "briefcase",
  redis: "server",
  search: "scan-line",
  skill: "flask-conical",
  slider: "sliders",
  system: "settings",
  table: "layout-list",
  time: "timer",
  "time-range": "history",
  tool: "sliders",
  tree: "list-tree",
  "tree-table": "list-tree",
  validCode: "shield-check",
};

/** As its set of pictures has them; `#` stands for none. */
export const familyIcons = [
  ...Object.keys(drawnAs),
  ...["#", "404", "bug", "build", "button", "cascader", "checkbox", "code", "color", "component", "download"],
  ...["drag", "education", "enter", "example", "excel", "exit-fullscreen", "eye", "eye-open", "fullscreen"],
  ...["github", "icon", "input", "international", "language", "link", "money", "moon", "more-up", "nested"],
  ...["number", "pdf", "qq", "question", "rate", "redis-list", "row", "select", "shopping", "size", "star"],
  ...["sunny", "swagger", "switch", "tab", "textarea", "theme", "upload", "wechat", "zip"],
] as const;

export function iconOfFamily(name: string): MenuIconName | null {
  const drawn = Object.hasOwn(drawnAs, name) ? drawnAs[name] : undefined;
  if (drawn !== undefined) return drawn;
  return name !== "#" && familyIcons.includes(name) ? "layout-list" : null;
}

/** The family's pages that this console has too, by the component that a menu of the family names. */
export const familyComponents: Readonly<Record<string, string>> = {
  "system/user/index": "system/users/user-list",
  "system/role/index": "system/roles/role-list",
  "system/menu/index": "system/menu/menu-list",
  "system/dept/index": "system/units/unit-list",
  "system/post/index": "system/posts/post-list",
  "system/dict/index": "system/dict/dict-type-list",
  "system/dict/data": "system/dict/dict-data-list",
  "system/config/index": "system/config/config-list",
  "system/notice/index": "system/notices/notice-list",
  "monitor/operlog/index": "system/audit/operation-log",
  "monitor/logininfor/index": "system/login-log/login-log",
  "monitor/online/index": "system/online/online-list",
  "monitor/job/index": "system/jobs/job-list",
  "monitor/job/log": "system/jobs/job-log",
  "monitor/server/index": "system/server-state/server-state",
};

/** Pages of a client of the family: they lie in folders and are called `index`. */
export function isFamilyComponent(component: string): boolean {
  return Object.hasOwn(familyComponents, component) || /^[\w-]+(\/[\w-]+)*\/index$/.test(component);
}
