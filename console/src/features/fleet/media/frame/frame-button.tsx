import { getVideoFrame, listCameras, setVideoFrame } from "@tracewater/contract/fleet/cameras";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import Button from "antd/es/button";
import Form from "antd/es/form";
import InputNumber from "antd/es/input-number";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { Settings2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../../api/use-api.ts";

/** Which camera the device shows, and the part of its picture. */
export function FrameButton({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("fleet-media");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Settings2 size={15} />} onClick={() => setOpen(true)}>
        {t("frame.open")}
      </Button>
      {isOpen ? <FrameDialog device={device} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** In per cent of the picture, as people think of it. */
type Values = { cameraId: number | null; x: number; y: number; width: number; height: number };

const sides = ["x", "y", "width", "height"] as const;

function FrameDialog({ device, onClose }: { device: DeviceDetail; onClose: () => void }) {
  const { t } = useTranslation("fleet-media");
  const [form] = Form.useForm<Values>();
  const known = useApi(getVideoFrame, { params: { id: device.id } }, { handled: true });
  const query = { unitId: device.unitId, pageSize: 500 };
  const cameras = useApi(listCameras, { query }, { handled: true });
  const save = useApiMutation(setVideoFrame, { handled: true });
  const frame = known.data?.data;
  if (frame === undefined) return null;
  const send = ({ cameraId, ...part }: Values) => {
    const shares = Object.fromEntries(sides.map((side) => [side, part[side] / 100]));
    const body = { id: device.id, enabled: cameraId !== null, cameraId, ...shares };
    save.mutate({ body }, { onSuccess: () => void invalidate(getVideoFrame).then(onClose) });
  };
  return (
    <Modal
      open
      title={t("frame.title")}
      okText={t("save")}
      confirmLoading={save.isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          cameraId: frame.enabled ? frame.cameraId : null,
          ...Object.fromEntries(sides.map((side) => [side, Math.round(frame[side] * 100)])),
        }}
        onFinish={send}
      >
        <Form.Item name="cameraId" label={t("frame.camera")} extra={t("frame.cameraHint")}>
          <Select
            allowClear
            placeholder={t("frame.noCamera")}
            options={(cameras.data?.rows ?? []).map((one) => ({ value: one.id, label: one.name }))}
          />
        </Form.Item>
        <div className="frame-sides">
          {sides.map((side) => (
            <Form.Item
              key={side}
              name={side}
              label={t(`frame.${side}`)}
              {...(save.error?.messageAt(side) === undefined
                ? {}
                : { validateStatus: "error" as const, help: save.error.messageAt(side) })}
            >
              <InputNumber min={side === "width" || side === "height" ? 5 : 0} max={100} suffix="%" />
            </Form.Item>
          ))}
        </div>
        {save.error !== null && sides.every((side) => save.error?.messageAt(side) === undefined) ? (
          <p className="media-bad" role="alert">
            {save.error.message}
          </p>
        ) : null}
      </Form>
    </Modal>
  );
}
