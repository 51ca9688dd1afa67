import type { CallInput } from "@tracewater/contract/call";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import {
  addTimedTask,
  changeTimedTask,
  listTimedTasks,
  type TimedTask,
} from "@tracewater/contract/fleet/timed-tasks";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useId, useState } from "react";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { FormRow } from "../../../device/command-form/param-input.tsx";
import { typedFrom } from "../../../device/command-form/param-values.ts";
import { defaultTerms } from "../../../device/command-form/send-terms.tsx";
import {
  ServiceDraftFields,
  sendableServices,
  useServiceDraft,
} from "../../../device/command-form/service-draft.tsx";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { showToast } from "../../../kit/toasts.ts";
import { unplacedOf } from "../../../resource/place-faults.ts";
import { readWhen, type WhenDraft, WhenFields, whenOf } from "./when-fields.tsx";

export type TaskDraft = { service: string; params: Record<string, unknown> };

type Props = {
  open: OpenDevice;
  model: ProductModel;
  /** The server's zone, in which a new task's times are. */
  zone: string;
  task: TimedTask | null;
  /** What a new task is to send, where another page has put it together. */
  wanted: TaskDraft | null;
  onClose: () => void;
};

/** Where a refusal is shown at its field. */
const shownFields = [
  ...(["name", "tag", "selection", "zone", "cronExpression", "onceAt", "params"] as const),
  ...(["expiresIn", "timeout", "retries", "reason"] as const),
];

type Aim = {
  name: string;
  /** All devices with the tag, or this device alone. */
  tag: string | null;
};

/** A new timed task of this device, or one that is changed; anyone who saves it is its owner. */
export function TimedTaskForm(props: Props) {
  const { open, model, task, wanted, onClose } = props;
  const { device } = open;
  const { t } = useDeviceTexts();
  const [aim, setAim] = useState<Aim>({ name: task?.name ?? "", tag: task?.tag ?? null });
  const services = sendableServices(model.services);
  const draft = useServiceDraft(services, task === null ? beginOf(wanted) : draftOf(task));
  const [when, setWhen] = useState<WhenDraft>(whenOf(task, props.zone));
  const { send, isSaving, error } = useSaveTask(device, task, onClose);
  const unplaced = unplacedOf(error, shownFields);
  const refusalAt = (field: string) => error?.messageAt(field) ?? null;

  const save = () => {
    const order = draft.read();
    if (order === null) return;
    const deviceId = aim.tag === null ? device.id : null;
    send({ ...draft.terms, ...readWhen(when), ...order, ...aim, deviceId });
  };

  return (
    <Modal
      open
      centered
      width={720}
      title={t(task === null ? "timed.addTitle" : "timed.editTitle", { name: task?.name })}
      okText={t("timed.save")}
      cancelText={t("cancel")}
      confirmLoading={isSaving}
      onOk={save}
      onCancel={onClose}
    >
      <form
        className="send-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="send-grid">
          <NameAndTarget device={device} aim={aim} onChange={setAim} refusalAt={refusalAt} />
          <WhenFields family={device.typeKey} when={when} onChange={setWhen} refusalAt={refusalAt} />
          <ServiceDraftFields services={services} draft={draft} refusalAt={refusalAt} />
        </div>
        <p className="device-quiet">{t("timed.rights")}</p>
        {unplaced === null ? null : (
          <p className="send-fault send-fault-form" role="alert">
            {unplaced}
          </p>
        )}
      </form>
    </Modal>
  );
}

function useSaveTask(device: DeviceDetail, task: TimedTask | null, onSaved: () => void) {
  const { t } = useDeviceTexts();
  const add = useApiMutation(addTimedTask, { handled: true });
  const change = useApiMutation(changeTimedTask, { handled: true });
  const send = (body: CallInput<typeof addTimedTask>["body"]) => {
    const params = { family: device.typeKey };
    const then = {
      onSuccess: () => {
        void invalidate(listTimedTasks);
        showToast({ tone: "success", text: t("timed.saved") });
        onSaved();
      },
    };
    if (task === null) add.mutate({ params, body }, then);
    else change.mutate({ params, body: { ...body, timedTaskId: task.timedTaskId } }, then);
  };
  const { error } = task === null ? add : change;
  return { send, isSaving: add.isPending || change.isPending, error };
}

/** What the task is called, and the device or the tag that it is for. */
function NameAndTarget(props: {
  device: DeviceDetail;
  aim: Aim;
  onChange: (aim: Aim) => void;
  refusalAt: (field: string) => string | null;
}) {
  const { device, aim, onChange, refusalAt } = props;
  const { name, tag } = aim;
  const { t } = useDeviceTexts();
  const ids = { name: useId(), target: useId() };
  return (
    <>
      <FormRow id={ids.name} label={t("timed.name")} required fault={refusalAt("name")}>
        <Input
          id={ids.name}
          value={name}
          maxLength={60}
          onChange={(event) => onChange({ ...aim, name: event.target.value })}
        />
      </FormRow>
      <FormRow id={ids.target} label={t("timed.target")} fault={refusalAt("tag") ?? refusalAt("selection")}>
        <Select
          id={ids.target}
          value={tag ?? ""}
          options={[
            { value: "", label: device.deviceName },
            ...[...new Set([...device.tags, ...(tag === null ? [] : [tag])])].map((value) => ({
              value,
              label: t("timed.byTag", { tag: value }),
            })),
          ]}
          onChange={(value: string) => onChange({ ...aim, tag: value === "" ? null : value })}
        />
      </FormRow>
    </>
  );
}

function draftOf(task: TimedTask) {
  const { service, expiresIn, timeout, retries, reason } = task;
  const terms = { expiresIn, timeout: timeout ?? defaultTerms.timeout, retries, reason };
  return { service, typed: typedFrom(task.params), terms };
}

function beginOf(wanted: TaskDraft | null) {
  if (wanted === null) return { service: null };
  return { service: wanted.service, typed: typedFrom(wanted.params) };
}
