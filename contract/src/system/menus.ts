import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id, idInBody } from "../envelope.ts";
import { blank, searchText } from "../paging.ts";
import { familyIcons } from "./family-names.ts";
import { menuIcons } from "./menu-icons.ts";
import { sortedIds, sortedPlaces, unequal } from "./sort-order.ts";

/** `M` a directory, `C` a page or a link, `F` an action on a page, which is nothing but a permission. */
export const menuType = z.enum(["M", "C", "F"]);
export type MenuType = z.infer<typeof menuType>;

const text = (max: number) => z.string().trim().max(max).default("");

/** A route of ours, with `:params`, or a web address. */
const route = /^(https?:\/\/[^\s"'<>]+|\/?[\w:-]+(\.[\w:-]+)*(\/[\w:-]+(\.[\w:-]+)*)*)?$/;
const permissionPattern = /^([a-z]\w*(:[A-Za-z]\w*){2,4})?$/;

const menuFields = {
  /** 0: at the root. */
  parentId: z.number().int().min(0).max(2_147_483_647),
  /** Plain text; the words of an own title of the program, sent back, leave it as it is. */
  menuName: z.string().trim().min(1).max(100),
  menuType,
  orderNum: z.number().int().min(0).max(1_000_000).default(0),
  path: z.string().trim().max(500).regex(route).default(""),
  /** A page of the console's build, such as `fleet/devices/device-list`, or of a client: `system/user/index`. */
  component: text(200),
  /** What the page is opened with: a JSON object. */
  query: text(1000),
  /** Where a directory's own address leads to. */
  redirect: z.string().trim().max(500).regex(route).default(""),
  perms: z.string().trim().max(200).regex(permissionPattern).default(""),
  /** One of ours, or of the family's set. */
  icon: z.enum(["", ...menuIcons, ...familyIcons]).default(""),
  /** "0" a web address opens in a window of its own, "1" it is shown inside of the console. */
  isFrame: flag.default("1"),
  /** "0" the page is kept while its tab is open, "1" it is made again. */
  isCache: flag.default("0"),
  /** "0" shown in the menu, "1" reached by its address alone. */
  visible: flag.default("0"),
  /** "0" in use, "1" out of use: nobody sees it, and its permission is worth nothing. */
  status: flag.default("0"),
  remark: text(500),
};

export const menu = z.object({
  menuId: z.number().int(),
  ...menuFields,
  /** In the language of the request. Empty in containers of the program's own that no menu shows. */
  menuName: z.string(),
  /** The key of the console's own words; empty where somebody typed the title. */
  titleKey: z.string(),
  path: z.string(),
  redirect: z.string(),
  perms: z.string(),
  icon: z.string(),
  /** What the program brings along: it may be renamed, put in order and hidden, not deleted. */
  builtIn: z.boolean(),
});
export type Menu = z.infer<typeof menu>;

const path = "/v2/admin/system/menu";

/** All entries, flat and in order. */
export const listMenus = defineCall({
  name: "listMenus",
  method: "GET",
  path: `${path}/list`,
  access: permission("system:menu:list"),
  query: z.object({ menuName: searchText, visible: blank(flag), status: blank(flag) }),
  reply: data(z.array(menu)),
});

/** The pages of the console's build, to choose a component from. */
export const listMenuComponents = defineCall({
  name: "listMenuComponents",
  method: "GET",
  path: `${path}/components`,
  access: permission("system:menu:query"),
  reply: data(z.array(z.string())),
});

export const getMenu = defineCall({
  name: "getMenu",
  method: "GET",
  path: `${path}/:id`,
  access: permission("system:menu:query"),
  params: z.object({ id }),
  reply: data(menu),
});

export const addMenu = defineCall({
  name: "addMenu",
  title: { en: "Add a menu item", zh: "新增菜单" },
  method: "POST",
  path,
  access: permission("system:menu:add"),
  body: z.object(menuFields),
  reply: data(z.object({ id: z.number().int() })),
});

export const changeMenu = defineCall({
  name: "changeMenu",
  title: { en: "Edit a menu item", zh: "编辑菜单" },
  method: "PUT",
  path,
  access: permission("system:menu:edit"),
  body: z.object({ menuId: idInBody, ...menuFields }),
});

/** The places of several entries among their neighbours. */
export const sortMenus = defineCall({
  name: "sortMenus",
  title: { en: "Sort menu items", zh: "菜单排序" },
  method: "PUT",
  path: `${path}/updateSort`,
  access: permission("system:menu:edit"),
  body: z
    .object({ menuIds: sortedIds, orderNums: sortedPlaces })
    .refine(({ menuIds, orderNums }) => menuIds.length === orderNums.length, unequal),
});

/** Puts an entry under another one (0: at the root), before one of its children or behind them all. */
export const moveMenu = defineCall({
  name: "moveMenu",
  title: { en: "Move a menu item", zh: "移动菜单" },
  method: "PUT",
  path: `${path}/move`,
  access: permission("system:menu:edit"),
  body: z.object({
    menuId: idInBody,
    parentId: menuFields.parentId,
    before: idInBody.nullable().default(null),
  }),
});

export const removeMenu = defineCall({
  name: "removeMenu",
  title: { en: "Delete a menu item", zh: "删除菜单" },
  method: "DELETE",
  path: `${path}/:id`,
  access: permission("system:menu:remove"),
  params: z.object({ id }),
});
