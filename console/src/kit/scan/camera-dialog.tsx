import "./camera.css";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCamera } from "./use-camera.ts";

/** The camera, and what it read: one code and it closes, or with `many` one after the other. */
export function CameraDialog(props: {
  title: string;
  many: boolean;
  onCode: (code: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("kit");
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { ref, state } = useCamera((code) => {
    if (props.many && codes.includes(code)) return;
    setCodes([...codes, code]);
    props.onCode(code);
    if (!props.many) props.onClose();
  });
  const last = codes.at(-1);
  const status =
    last === undefined ? t(`scan.${state}`) : t("scan.read", { code: last, count: codes.length });
  return (
    <Modal
      open
      centered
      width={480}
      title={props.title}
      onCancel={props.onClose}
      footer={<Button onClick={props.onClose}>{t("scan.close")}</Button>}
    >
      <div className="camera-picture" data-state={state}>
        <video ref={ref} muted playsInline />
      </div>
      <p
        className={state === "reading" || state === "starting" ? "camera-told" : "camera-told camera-bad"}
        role="status"
      >
        {status}
      </p>
    </Modal>
  );
}
