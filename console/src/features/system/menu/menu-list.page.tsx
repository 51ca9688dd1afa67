import "./menu.css";
import { listMenus, type Menu, moveMenu } from "@tracewater/contract/system/menus";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { Eye, EyeOff, Pencil, Plus, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { MenuIcon } from "../../../kit/menu-icon.tsx";
import { useMenuTitle } from "../../../kit/menu-title.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { RowMenu } from "../../../kit/row-menu.tsx";
import { State } from "../../../kit/state.tsx";
import { TreeTable } from "../../../kit/tree-table/tree-table.tsx";
import { DeleteMenu } from "./delete-menu.tsx";
import { MenuForm } from "./menu-form.tsx";

type Open =
  | { kind: "add"; parentId: number }
  | { kind: "change"; menu: Menu }
  | { kind: "delete"; menu: Menu };

/** The menu as a tree: entries are added, changed, hidden and put in order; it is what roles are made of. */
export default function MenuListPage() {
  const session = useSession();
  return (
    <PageFrame fill>{hasPermission("system:menu:list", session) ? <MenuList /> : <Forbidden />}</PageFrame>
  );
}

function MenuList() {
  const { t } = useTranslation("system-menu");
  const title = useMenuTitle();
  const [open, setOpen] = useState<Open | null>(null);
  const [sought, setSought] = useState("");
  const [allShown, setAllShown] = useState(false);
  const found = useApi(listMenus, {}, { handled: true });
  const all = found.data?.data ?? [];
  const rows = matching(all, sought, allShown, title);
  return (
    <Card flush fill>
      <div className="menu-bar">
        <Input
          className="menu-search"
          prefix={<Search size={16} strokeWidth={1.5} />}
          placeholder={t("search")}
          aria-label={t("search")}
          allowClear
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <Button
          icon={allShown ? <EyeOff size={15} /> : <Eye size={15} />}
          onClick={() => setAllShown(!allShown)}
        >
          {t(allShown ? "hideHidden" : "showHidden")}
        </Button>
        <Allowed to="system:menu:add">
          <Button
            type="primary"
            icon={<Plus size={15} />}
            onClick={() => setOpen({ kind: "add", parentId: 0 })}
          >
            {t("add")}
          </Button>
        </Allowed>
      </div>
      {found.isPending ? <Loading lines={10} /> : null}
      {found.isError ? <ErrorBox error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isSuccess && rows.length === 0 ? <EmptyState title={t("none")} /> : null}
      {rows.length > 0 ? (
        <MenuTree key={sought} rows={rows} isSought={sought !== ""} onOpen={setOpen} />
      ) : null}
      {open?.kind === "add" ? (
        <MenuForm menu={null} parentId={open.parentId} all={all} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === "change" ? (
        <MenuForm menu={open.menu} parentId={open.menu.parentId} all={all} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === "delete" ? <DeleteMenu menu={open.menu} onClose={() => setOpen(null)} /> : null}
    </Card>
  );
}

function MenuTree(props: { rows: readonly Menu[]; isSought: boolean; onOpen: (open: Open) => void }) {
  const { t } = useTranslation("system-menu");
  const title = useMenuTitle();
  const session = useSession();
  const move = useApiMutation(moveMenu);
  const mayEdit = hasPermission("system:menu:edit", session);
  const nameOf = (menu: Menu) => title(menu.titleKey || menu.menuName) || menu.path || t("nameless");
  const columns: Column<Menu>[] = [
    {
      id: "name",
      label: t("name"),
      width: 250,
      cell: (menu) => <MenuName menu={menu} name={nameOf(menu)} />,
    },
    { id: "type", label: t("type"), width: 84, cell: (menu) => t(`types.${menu.menuType}`) },
    { id: "path", label: t("path"), width: 140, cell: (menu) => <Code text={menu.path} /> },
    { id: "component", label: t("component"), width: 176, cell: (menu) => <Code text={menu.component} /> },
    { id: "perms", label: t("perms"), width: 164, cell: (menu) => <Code text={menu.perms} /> },
    { id: "status", label: t("status"), width: 96, cell: (menu) => <Status menu={menu} /> },
  ];
  return (
    <TreeTable
      label={t("title")}
      columns={columns}
      rows={props.rows}
      keyOf={(menu) => menu.menuId}
      parentOf={(menu) => menu.parentId}
      nameOf={nameOf}
      openLevels={props.isSought ? 9 : 1}
      actionsWidth={204}
      mayHold={mayHold}
      onMove={
        mayEdit && !props.isSought
          ? (menu, place) =>
              move.mutate(
                { body: { menuId: menu.menuId, parentId: place.parentKey ?? 0, before: place.before } },
                { onSettled: () => void invalidate(listMenus) },
              )
          : undefined
      }
      actions={(menu) => <RowActions menu={menu} name={nameOf(menu)} onOpen={props.onOpen} />}
    />
  );
}

/** The server says the same: what the program brings stays where it is, and an action is on its page. */
function mayHold(menu: Menu, parent: Menu | null): boolean {
  if (menu.builtIn) return (parent?.menuId ?? 0) === menu.parentId;
  if (parent?.menuType === "F") return false;
  return menu.menuType !== "M" || parent?.menuType !== "C";
}

function MenuName({ menu, name }: { menu: Menu; name: string }) {
  return (
    <span className="menu-name" title={name}>
      {menu.menuType === "F" ? null : <MenuIcon name={menu.icon} />}
      <span>{name}</span>
    </span>
  );
}

function Code({ text }: { text: string }) {
  return text === "" ? (
    "—"
  ) : (
    <span className="code" title={text}>
      {text}
    </span>
  );
}

function Status({ menu }: { menu: Menu }) {
  const { t } = useTranslation("system-menu");
  if (menu.status === "1") return <State tone="off" label={t("states.out")} />;
  if (menu.visible === "1") return <State tone="off" shape="dash" label={t("states.hidden")} />;
  return <State tone="ok" label={t("states.shown")} />;
}

function RowActions({ menu, name, onOpen }: { menu: Menu; name: string; onOpen: (open: Open) => void }) {
  const { t } = useTranslation("system-menu");
  return (
    <>
      {menu.menuType === "F" ? (
        <span className="menu-no-button" />
      ) : (
        <Allowed to="system:menu:add">
          <IconButton
            label={t("addBelow", { name })}
            onClick={() => onOpen({ kind: "add", parentId: menu.menuId })}
          >
            <Plus />
          </IconButton>
        </Allowed>
      )}
      <Allowed to="system:menu:edit">
        <IconButton label={t("changeOf", { name })} onClick={() => onOpen({ kind: "change", menu })}>
          <Pencil />
        </IconButton>
      </Allowed>
      <Allowed to="system:menu:remove">
        <RowMenu
          name={name}
          items={[
            {
              ...{ key: "delete", icon: <Trash2 size={16} />, danger: true, disabled: menu.builtIn },
              label: t(menu.builtIn ? "builtInStays" : "deleteOf", { name }),
              onClick: () => onOpen({ kind: "delete", menu }),
            },
          ]}
        />
      </Allowed>
    </>
  );
}

/** The entries that are looked for with all that is above them. Containers without a title are no entries of a menu. */
function matching(
  all: readonly Menu[],
  sought: string,
  allShown: boolean,
  title: (key: string) => string,
): Menu[] {
  const word = sought.trim().toLowerCase();
  const byId = new Map(all.map((menu) => [menu.menuId, menu]));
  const kept = new Set<number>();
  for (const menu of all) {
    if (!allShown && isHidden(menu, byId)) continue;
    const texts = [title(menu.titleKey || menu.menuName), menu.path, menu.component, menu.perms];
    if (word !== "" && !texts.some((text) => text.toLowerCase().includes(word))) continue;
    for (let at: Menu | undefined = menu; at !== undefined; at = byId.get(at.parentId)) kept.add(at.menuId);
  }
  return all.filter((menu) => kept.has(menu.menuId));
}

function isHidden(menu: Menu, byId: ReadonlyMap<number, Menu>): boolean {
  for (let at: Menu | undefined = menu; at !== undefined; at = byId.get(at.parentId)) {
    if (at.visible === "1") return true;
  }
  return false;
}
