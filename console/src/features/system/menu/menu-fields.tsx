/** The fields of a menu entry. */
import { menuIcons } from "@tracewater/contract/system/menu-icons";
import type { Menu } from "@tracewater/contract/system/menus";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { MenuIcon } from "../../../kit/menu-icon.tsx";
import { useMenuTitle } from "../../../kit/menu-title.ts";

export type MenuValues = Omit<Menu, "menuId" | "builtIn" | "titleKey" | "icon"> & {
  icon: string;
};

type Name = keyof MenuValues;

/** The fields that the chosen type of entry has; of a built-in one those that may be changed. */
export function MenuFields(props: {
  menu: Menu | null;
  all: readonly Menu[];
  components: readonly string[];
}) {
  const { menu, all, components } = props;
  const { t } = useTranslation("system-menu");
  const title = useMenuTitle();
  const form = Form.useFormInstance<MenuValues>();
  const type = Form.useWatch("menuType", form) ?? menu?.menuType ?? "M";
  const isWeb = /^https?:/.test(Form.useWatch("path", form) ?? "");
  const isOwn = menu?.builtIn !== true;
  return (
    <>
      <Item
        name="menuName"
        required
        hint={
          menu !== null && title(menu.menuName) !== menu.menuName
            ? t("titleKey", { title: title(menu.menuName) })
            : undefined
        }
      >
        <Input maxLength={100} ref={focusOnOpen} autoComplete="off" />
      </Item>
      {isOwn ? <PlaceItems menu={menu} all={all} /> : null}
      {type === "F" ? null : <IconItem />}
      {isOwn ? <TargetItems type={type} isWeb={isWeb} components={components} /> : null}
      {type === "F" ? null : <FlagItem name="visible" />}
      {type === "C" && !isWeb ? <FlagItem name="isCache" /> : null}
      {isOwn ? <FlagItem name="status" /> : null}
      <Item name="remark">
        <Input maxLength={500} autoComplete="off" />
      </Item>
    </>
  );
}

/** What kind of entry it is, and under which one. */
function PlaceItems({ menu, all }: { menu: Menu | null; all: readonly Menu[] }) {
  const { t } = useTranslation("system-menu");
  const title = useMenuTitle();
  return (
    <>
      <Item name="menuType">
        <Select
          options={(["M", "C", "F"] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      </Item>
      <Item name="parentId">
        <Select showSearch={{ optionFilterProp: "label" }} options={parents(all, menu, t("root"), title)} />
      </Item>
    </>
  );
}

function IconItem() {
  const { t } = useTranslation("system-menu");
  return (
    <Item name="icon">
      <Select
        showSearch={{ optionFilterProp: "value" }}
        options={[
          { value: "", label: t("noIcon") },
          ...menuIcons.map((name) => ({ value: name, label: <IconOption name={name} /> })),
        ]}
      />
    </Item>
  );
}

/** Where the entry leads: a page of the console, an address outside, or an action with its permission. */
function TargetItems(props: { type: Menu["menuType"]; isWeb: boolean; components: readonly string[] }) {
  const { type, isWeb } = props;
  const { t } = useTranslation("system-menu");
  return (
    <>
      {type === "F" ? null : (
        <Item name="path" hint={t("pathHint")} required>
          <Input maxLength={500} autoComplete="off" className="code" />
        </Item>
      )}
      {type === "C" && !isWeb ? (
        <>
          <Item name="component" required>
            <Select
              showSearch
              className="code"
              options={props.components.map((value) => ({ value, label: value }))}
            />
          </Item>
          <Item name="query" hint={t("queryHint")}>
            <Input maxLength={1000} autoComplete="off" className="code" />
          </Item>
        </>
      ) : null}
      {type === "M" ? (
        <Item name="redirect">
          <Input maxLength={500} autoComplete="off" className="code" />
        </Item>
      ) : null}
      {isWeb ? <FlagItem name="isFrame" /> : null}
      {type === "M" ? null : (
        <Item name="perms" hint={t("permsHint")} required={type === "F"}>
          <Input maxLength={200} autoComplete="off" className="code" />
        </Item>
      )}
    </>
  );
}

function FlagItem({ name }: { name: "isCache" | "visible" | "status" | "isFrame" }) {
  const { t } = useTranslation("system-menu");
  return (
    <Item name={name}>
      <Select
        options={(["0", "1"] as const).map((value) => ({ value, label: t(`flags.${name}.${value}`) }))}
      />
    </Item>
  );
}

function Item(props: { name: Name; required?: boolean; hint?: string | undefined; children: ReactNode }) {
  const { t } = useTranslation("system-menu");
  const label = t(`fields.${props.name}`);
  const rules = props.required
    ? [{ required: true, whitespace: true, message: t("missing", { label }) }]
    : [];
  return (
    <Form.Item name={props.name} label={label} rules={rules} extra={props.hint}>
      {props.children}
    </Form.Item>
  );
}

function IconOption({ name }: { name: string }) {
  return (
    <span className="menu-name">
      <MenuIcon name={name} />
      <span>{name}</span>
    </span>
  );
}

/** Where an entry may be: nowhere in its own branch, and never on an action. */
function parents(all: readonly Menu[], menu: Menu | null, root: string, title: (key: string) => string) {
  const byId = new Map(all.map((one) => [one.menuId, one]));
  const trail = (one: Menu): Menu[] => {
    const above = byId.get(one.parentId);
    return above === undefined ? [one] : [...trail(above), one];
  };
  const places = all
    .filter((one) => one.menuType !== "F" && one.menuName !== "")
    .map((one) => ({ one, path: trail(one) }))
    .filter(({ path }) => !path.some((above) => above.menuId === menu?.menuId))
    .map(({ one, path }) => ({
      value: one.menuId,
      label: path.map((above) => title(above.menuName)).join(" / "),
    }));
  return [{ value: 0, label: root }, ...places];
}
