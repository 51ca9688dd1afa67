import { listMenus, type Menu, removeMenu } from "@tracewater/contract/system/menus";
import { useTranslation } from "react-i18next";
import { useMenuTitle } from "../../../kit/menu-title.ts";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";

export function DeleteMenu({ menu, onClose }: { menu: Menu; onClose: () => void }) {
  const { t } = useTranslation("system-menu");
  const title = useMenuTitle();
  return (
    <ConfirmDialog
      call={removeMenu}
      input={{ params: { id: menu.menuId } }}
      title={t("delete")}
      submit={t("deleteDo")}
      stale={[listMenus]}
      done={t("deleted")}
      onClose={onClose}
    >
      {t("deleteText", { name: title(menu.titleKey || menu.menuName) })}
    </ConfirmDialog>
  );
}
