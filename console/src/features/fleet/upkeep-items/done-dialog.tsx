import {
  doUpkeep,
  getUpkeepItem,
  listUpkeepItems,
  type MaintenanceItem,
} from "@tracewater/contract/fleet/maintenance-items";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";

/** Replaced or calibrated, with a note: the time and the counter start over. */
export function DoneDialog({ item, onClose }: { item: MaintenanceItem; onClose: () => void }) {
  const { t } = useTranslation("fleet-upkeep-items");
  const [note, setNote] = useState("");
  const done = useApiMutation(doUpkeep);
  const submit = () =>
    done.mutate(
      { body: { itemId: item.itemId, note } },
      {
        onSuccess: () => {
          for (const call of [listUpkeepItems, getUpkeepItem]) void invalidate(call);
          showToast({ tone: "success", text: t("done.done") });
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      centered
      width={460}
      title={t(`done.${item.kind}`, { name: item.name, device: item.deviceName })}
      okText={t("done.submit")}
      cancelText={t("cancel")}
      confirmLoading={done.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className="upkeep-quiet">
        {item.intervalDays === null ? t("done.once") : t("done.again", { count: item.intervalDays })}
      </p>
      <Input.TextArea
        aria-label={t("note")}
        placeholder={t("noteHint")}
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}
