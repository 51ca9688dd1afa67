import {
  addCamera,
  type Camera,
  type CameraKind,
  cameraKind,
  changeCamera,
  listCameras,
  removeCamera,
} from "@tracewater/contract/fleet/cameras";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { listDepts } from "@tracewater/contract/system/dept";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../../api/use-api.ts";
import { ConfirmDialog } from "../../../../resource/confirm-dialog.tsx";

export type OpenCamera = { kind: "form"; camera: Camera | null } | { kind: "remove"; camera: Camera | null };

type Values = {
  name: string;
  kind: CameraKind;
  address?: string;
  unitId: number;
  deviceId?: number | null;
  retentionDays: number;
};

/** What is done with a camera of the wall. */
export function CameraDialog({ open, onClose }: { open: OpenCamera; onClose: () => void }) {
  const { kind, camera } = open;
  if (kind === "remove" && camera !== null) return <RemoveDialog camera={camera} onClose={onClose} />;
  return <FormDialog camera={camera} onClose={onClose} />;
}

function RemoveDialog({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const { t } = useTranslation("fleet-media");
  return (
    <ConfirmDialog
      call={removeCamera}
      input={{ params: { id: camera.id } }}
      title={t("wall.removeTitle", { name: camera.name })}
      submit={t("wall.remove")}
      stale={[listCameras]}
      onClose={onClose}
    >
      {t("wall.removeText")}
    </ConfirmDialog>
  );
}

function FormDialog({ camera, onClose }: { camera: Camera | null; onClose: () => void }) {
  const { t } = useTranslation("fleet-media");
  const [form] = Form.useForm<Values>();
  const { save, isSaving, error } = useSaveCamera(camera, onClose);
  const kind = Form.useWatch("kind", form) ?? camera?.kind ?? "rtsp";
  const fault = (field: string) =>
    error?.messageAt(field) === undefined
      ? {}
      : { validateStatus: "error" as const, help: error.messageAt(field) };
  const isKnown = ["name", "kind", "address", "unitId", "deviceId", "retentionDays"].some(
    (field) => error?.messageAt(field) !== undefined,
  );
  return (
    <Modal
      open
      title={t(camera === null ? "wall.add" : "wall.change")}
      okText={t("save")}
      confirmLoading={isSaving}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={camera ?? { kind: "rtsp", retentionDays: 30 }}
        onFinish={save}
      >
        <Form.Item name="name" label={t("field.name")} rules={[{ required: true }]} {...fault("name")}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="kind" label={t("field.kind")} rules={[{ required: true }]}>
          <Select options={cameraKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))} />
        </Form.Item>
        {kind === "clips" ? null : <AddressField kind={kind} fault={fault} />}
        <Places fault={fault} />
        <Form.Item
          name="retentionDays"
          label={t("field.retentionDays")}
          extra={t("field.retentionHint")}
          {...fault("retentionDays")}
        >
          <InputNumber min={0} max={3650} precision={0} suffix={t("field.days")} />
        </Form.Item>
        {error !== null && !isKnown ? (
          <p className="media-bad" role="alert">
            {error.message}
          </p>
        ) : null}
      </Form>
    </Modal>
  );
}

function useSaveCamera(camera: Camera | null, onClose: () => void) {
  const add = useApiMutation(addCamera, { handled: true });
  const change = useApiMutation(changeCamera, { handled: true });
  const save = ({ address = "", deviceId = null, ...values }: Values) => {
    const body = { ...values, deviceId, address: values.kind === "clips" ? "" : address };
    const onSuccess = () => void invalidate(listCameras).then(onClose);
    if (camera === null) add.mutate({ body }, { onSuccess });
    else change.mutate({ body: { ...body, id: camera.id, frame: camera.frame } }, { onSuccess });
  };
  return {
    save,
    isSaving: add.isPending || change.isPending,
    error: camera === null ? add.error : change.error,
  };
}

function AddressField(props: { kind: Exclude<CameraKind, "clips">; fault: (field: string) => object }) {
  const { t } = useTranslation("fleet-media");
  return (
    <Form.Item
      name="address"
      label={t("field.address")}
      extra={t(`field.addressHint.${props.kind}`)}
      rules={[{ required: true }]}
      {...props.fault("address")}
    >
      <Input maxLength={500} autoComplete="off" spellCheck={false} />
    </Form.Item>
  );
}

/** The unit, and a sampler or box of it that the camera looks at. */
function Places({ fault }: { fault: (field: string) => object }) {
  const { t } = useTranslation("fleet-media");
  const form = Form.useFormInstance<Values>();
  const unitId = Form.useWatch("unitId", form);
  const depts = useApi(listDepts, {}, { staleMs: 60_000 });
  const query = { unitId, pageSize: 200 };
  const asked = { enabled: unitId !== undefined, handled: true, staleMs: 60_000 };
  const samplers = useApi(listDevices, { params: { family: "waterSample" }, query }, asked);
  const boxes = useApi(listDevices, { params: { family: "evidenceBox" }, query }, asked);
  const devices = [...(samplers.data?.rows ?? []), ...(boxes.data?.rows ?? [])];
  return (
    <>
      <Form.Item name="unitId" label={t("field.unit")} rules={[{ required: true }]} {...fault("unitId")}>
        <Select
          showSearch
          optionFilterProp="label"
          onChange={() => form.setFieldValue("deviceId", null)}
          options={(depts.data?.data ?? []).map((one) => ({ value: one.deptId, label: one.deptName }))}
        />
      </Form.Item>
      <Form.Item
        name="deviceId"
        label={t("field.device")}
        extra={t("field.deviceHint")}
        {...fault("deviceId")}
      >
        <Select
          allowClear
          showSearch
          optionFilterProp="label"
          disabled={unitId === undefined}
          options={devices.map((one) => ({
            value: one.id,
            label: `${one.deviceName} ${one.nickname}`.trim(),
          }))}
        />
      </Form.Item>
    </>
  );
}
