import { nameIn } from "@tracewater/contract/locales";
import Modal from "antd/es/modal";
import { useState } from "react";
import { Loading } from "../../kit/loading.tsx";
import { useDeviceTexts } from "../device-texts.ts";
import { type OpenDevice, useProduct } from "../use-device.ts";
import { nothingTyped, ServiceForm } from "./service-form.tsx";

/** One service of the device in a dialog, from its header. */
export function QuickCommand(props: { open: OpenDevice; service: string; onClose: () => void }) {
  const { language } = useDeviceTexts();
  const [typed, setTyped] = useState(nothingTyped);
  const product = useProduct(props.open.device.productId);
  const model = product.data?.data.model;
  const service = model?.services.find((candidate) => candidate.identifier === props.service);
  const name = service === undefined ? props.service : nameIn(service, language);
  return (
    <Modal
      open
      width={440}
      footer={null}
      title={`${name} · ${props.open.device.deviceName}`}
      onCancel={props.onClose}
    >
      {service === undefined ? (
        <Loading lines={4} />
      ) : (
        <ServiceForm open={props.open} service={service} typed={typed} onTyped={setTyped} isReplaced />
      )}
    </Modal>
  );
}
