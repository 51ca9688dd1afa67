import { type ApiKey, listApiKeys, revokeApiKeys } from "@tracewater/contract/system/api-keys";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";

/** Asks once: programs with this key are turned away from then on. */
export function RevokeDialog({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const { t } = useTranslation("system-api-keys");
  const revoke = useApiMutation(revokeApiKeys);
  const submit = () =>
    revoke.mutate(
      { params: { ids: String(row.keyId) } },
      {
        onSuccess: () => {
          void invalidate(listApiKeys);
          showToast({ tone: "success", text: t("revoke.done", { name: row.name }) });
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      centered
      width={440}
      title={t("revoke.title")}
      okText={t("revoke.submit")}
      okButtonProps={{ danger: true }}
      cancelText={t("cancel")}
      confirmLoading={revoke.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t("revoke.text", { name: row.name })}</p>
    </Modal>
  );
}
