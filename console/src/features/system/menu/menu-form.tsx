import { familyIcons } from "@tracewater/contract/system/family-names";
import { menuIcons } from "@tracewater/contract/system/menu-icons";
import {
  addMenu,
  changeMenu,
  listMenuComponents,
  listMenus,
  type Menu,
} from "@tracewater/contract/system/menus";
import Form from "antd/es/form";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { MenuFields, type MenuValues } from "./menu-fields.tsx";

const fresh: Omit<MenuValues, "parentId" | "menuType"> = {
  menuName: "",
  orderNum: 0,
  path: "",
  component: "",
  query: "",
  redirect: "",
  perms: "",
  icon: "",
  isFrame: "1",
  isCache: "0",
  visible: "0",
  status: "0",
  remark: "",
};

/** Adds an entry or changes one; what the server refuses is at its field. */
export function MenuForm(props: {
  menu: Menu | null;
  parentId: number;
  all: readonly Menu[];
  onClose: () => void;
}) {
  const { menu, all, onClose } = props;
  const { t } = useTranslation("system-menu");
  const [form] = Form.useForm<MenuValues>();
  const components = useApi(listMenuComponents, {}, { staleMs: 600_000 });
  const add = useApiMutation(addMenu, { handled: true });
  const change = useApiMutation(changeMenu, { handled: true });
  const running = menu === null ? add : change;
  const parent = all.find((one) => one.menuId === props.parentId);
  const first: MenuValues =
    menu === null
      ? {
          ...fresh,
          orderNum: nextOrder(all, props.parentId),
          parentId: props.parentId,
          menuType: typeBelow(parent),
        }
      : { ...menu, icon: knownIcon(menu.icon) };

  const names = Object.keys(first) as (keyof MenuValues)[];
  const options = {
    onSuccess: () => {
      void invalidate(listMenus);
      showToast({ tone: "success", text: t(menu === null ? "addDone" : "changeDone") });
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, names, error),
  };
  function submit(values: MenuValues): void {
    const body = { ...first, ...cleared(values) };
    if (menu === null) add.mutate({ body }, options);
    else change.mutate({ body: { ...body, menuId: menu.menuId } }, options);
  }
  return (
    <FormDialog<MenuValues>
      form={form}
      title={t(menu === null ? "addTitle" : "changeTitle")}
      width={720}
      className="menu-form"
      initialValues={first}
      isSaving={running.isPending}
      unplaced={unplacedOf(running.error, names)}
      onSubmit={submit}
      onClose={onClose}
      above={menu?.builtIn ? <p className="menu-hint">{t("builtInHint")}</p> : null}
    >
      <MenuFields menu={menu} all={all} components={components.data?.data ?? []} />
    </FormDialog>
  );
}

/** What the type of entry has no use for is not sent along from a type that was chosen before. */
function cleared(values: MenuValues): Partial<MenuValues> {
  if (values.menuType === "F")
    return { ...values, path: "", component: "", query: "", redirect: "", icon: "" };
  if (values.menuType === "M") return { ...values, component: "", perms: values.perms ?? "" };
  return /^https?:/.test(values.path) ? { ...values, component: "" } : values;
}

function typeBelow(parent: Menu | undefined): Menu["menuType"] {
  if (parent === undefined) return "M";
  return parent.menuType === "M" ? "C" : "F";
}

function nextOrder(all: readonly Menu[], parentId: number): number {
  return Math.max(0, ...all.filter((one) => one.parentId === parentId).map((one) => one.orderNum)) + 10;
}

function knownIcon(name: string): MenuValues["icon"] {
  return [...menuIcons, ...familyIcons].find((one) => one === name) ?? "";
}
