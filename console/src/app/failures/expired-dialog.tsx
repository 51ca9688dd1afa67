import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { logOutToIndex } from "./log-out-to-index.ts";

/** The session is over. The page behind keeps what was typed until the user decides. */
export function ExpiredDialog(props: { open: boolean; onStay: () => void }) {
  const { t } = useTranslation("app");
  const [leaving, setLeaving] = useState(false);
  return (
    <Modal
      open={props.open}
      centered
      width={420}
      title={t("expired.title")}
      okText={t("expired.again")}
      cancelText={t("expired.stay")}
      confirmLoading={leaving}
      onCancel={props.onStay}
      onOk={() => {
        setLeaving(true);
        void logOutToIndex();
      }}
    >
      {t("expired.text")}
    </Modal>
  );
}
