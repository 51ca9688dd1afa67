/** One entry of the menu that the program brings along. Keys never change; what an administrator edits later stays edited. */
export type BuiltInMenu = {
  key: string;
  kind: "directory" | "page" | "action";
  /** A key of the console's `menu` texts. */
  title: string;
  path?: string;
  component?: string;
  query?: string;
  icon?: string;
  permission?: string;
  hidden?: boolean;
  /** Built-in roles that get it at once, alongside the administrator, who holds everything. */
  roles: readonly string[];
  children?: readonly BuiltInMenu[];
};

/** What may be done on a page besides seeing it. */
export function action(
  key: string,
  title: string,
  permission: string,
  roles: readonly string[],
): BuiltInMenu {
  return { key, kind: "action", title, permission, roles };
}
