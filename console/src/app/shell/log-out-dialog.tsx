import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import { logOutToIndex } from "../failures/log-out-to-index.ts";

export function LogOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("app");
  return (
    <Modal
      open
      centered
      width={400}
      title={t("user.logOutTitle")}
      okText={t("user.logOut")}
      cancelText={t("user.cancel")}
      onCancel={onClose}
      onOk={() => void logOutToIndex()}
    >
      {t("user.logOutText")}
    </Modal>
  );
}
