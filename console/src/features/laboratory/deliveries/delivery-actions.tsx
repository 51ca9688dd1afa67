import {
  type DeliveryDetail,
  handOverDelivery,
  removeDeliveries,
} from "@tracewater/contract/laboratory/sample-deliveries";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { PackageCheck, Pencil, Printer, Thermometer, Trash2, Truck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { RecordMenu } from "../../../kit/record-menu.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { CustodyForm } from "./custody-form.tsx";
import { DeliveryForm } from "./delivery-form.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { refreshDeliveries } from "./refresh-deliveries.ts";
import { TemperatureDialog } from "./temperature-dialog.tsx";

type Open = "change" | "handOver" | "remove" | "temperature" | "receive" | "print";

/** What may be done with a delivery in its state, by whom the server says. */
export function DeliveryActions({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation("laboratory-deliveries");
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { may, state } = delivery;
  const session = useSession();
  const mayLog = state === "inTransit" && hasPermission("laboratory:delivery:temperature", session);
  const item = (what: Open, icon: ReactNode, danger = false) => ({
    ...{ key: what, icon, danger, onClick: () => setOpen(what) },
    label: t(what === "temperature" ? "temp.open" : `${what}.open`),
  });
  return (
    <>
      {may.handOver ? (
        <Button type="primary" icon={<Truck size={16} />} onClick={() => setOpen("handOver")}>
          {t("handOver.open")}
        </Button>
      ) : null}
      {may.receive ? (
        <Button type="primary" icon={<PackageCheck size={16} />} onClick={() => setOpen("receive")}>
          {t("receive.open")}
        </Button>
      ) : null}
      <RecordMenu
        items={[
          may.change ? item("change", <Pencil size={15} />) : null,
          mayLog ? item("temperature", <Thermometer size={15} />) : null,
          item("print", <Printer size={15} />),
          may.change ? item("remove", <Trash2 size={15} />, true) : null,
        ]}
      />
      {open === "change" ? <DeliveryForm delivery={delivery} onClose={close} /> : null}
      {open === "temperature" ? <TemperatureDialog delivery={delivery} onClose={close} /> : null}
      {open === "receive" ? <ReceiveDialog delivery={delivery} onClose={close} /> : null}
      {open === "print" ? <CustodyForm delivery={delivery} onClose={close} /> : null}
      {open === "handOver" || open === "remove" ? (
        <AskDialog delivery={delivery} what={open} onClose={close} />
      ) : null}
    </>
  );
}

/** Asks once, naming what leaves or goes. */
function AskDialog(props: { delivery: DeliveryDetail; what: "handOver" | "remove"; onClose: () => void }) {
  const { delivery, what, onClose } = props;
  const { t } = useTranslation("laboratory-deliveries");
  const navigate = useNavigate();
  const handOver = useApiMutation(handOverDelivery, { handled: true });
  const remove = useApiMutation(removeDeliveries, { handled: true });
  const failure = handOver.error ?? remove.error;
  const { deliveryId, deliveryNo, courier } = delivery;
  const onSuccess = () => {
    showToast({ tone: "success", text: t(`${what}.done`, { no: deliveryNo }) });
    onClose();
    refreshDeliveries();
  };
  const submit = () => {
    if (what === "handOver") handOver.mutate({ body: { deliveryId } }, { onSuccess });
    else {
      const leave = () => {
        onSuccess();
        void navigate("/laboratory/delivery");
      };
      remove.mutate({ params: { ids: String(deliveryId) } }, { onSuccess: leave });
    }
  };
  return (
    <Modal
      open
      centered
      title={t(`${what}.title`, { no: deliveryNo })}
      okText={t(`${what}.open`)}
      okButtonProps={{ danger: what === "remove" }}
      cancelText={t("form.cancel")}
      confirmLoading={handOver.isPending || remove.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>
        {t(`${what}.text`, { count: delivery.samples.length, who: courier || "—", to: delivery.toUnitName })}
      </p>
      {failure === null ? null : (
        <p className="record-fault" role="alert">
          {failure.message}
        </p>
      )}
    </Modal>
  );
}
