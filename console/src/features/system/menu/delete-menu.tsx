import { listMenus, type Menu, removeMenu } from "@tracewater/contract/system/menus";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { useMenuTitle } from "../../../kit/menu-title.ts";
import { showToast } from "../../../kit/toasts.ts";

/** Asks once, and names what goes. */
export function DeleteMenu({ menu, onClose }: { menu: Menu; onClose: () => void }) {
  const { t } = useTranslation("system-menu");
  const title = useMenuTitle();
  const remove = useApiMutation(removeMenu, { handled: true });
  return (
    <Modal
      open
      centered
      width={440}
      title={t("delete")}
      okText={t("deleteDo")}
      okButtonProps={{ danger: true }}
      cancelText={t("cancel")}
      confirmLoading={remove.isPending}
      onCancel={onClose}
      onOk={() =>
        remove.mutate(
          { params: { id: menu.menuId } },
          {
            onSuccess: () => {
              void invalidate(listMenus);
              showToast({ tone: "success", text: t("deleted") });
              onClose();
            },
          },
        )
      }
    >
      <p>{t("deleteText", { name: title(menu.menuName) })}</p>
      {remove.error === null ? null : (
        <p className="menu-fault" role="alert">
          {remove.error.message}
        </p>
      )}
    </Modal>
  );
}
