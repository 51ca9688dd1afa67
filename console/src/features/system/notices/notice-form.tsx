import {
  addNotice,
  changeNotice,
  listNotices,
  type Notice,
  type NoticeBody,
} from "@tracewater/contract/system/notices";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Segmented from "antd/es/segmented";
import Select from "antd/es/select";
import Switch from "antd/es/switch";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useDictionary } from "../../../pickers/use-dictionary.ts";
import { useUnitOptions } from "../../../resource/unit-options.ts";
import { NoticeEditor } from "./notice-editor.tsx";
import { refreshReceived } from "./received.ts";

type Values = Omit<NoticeBody, "status"> & { published: boolean };

const empty: Values = {
  noticeTitle: "",
  noticeTitleZh: "",
  noticeType: "1",
  noticeContent: "",
  noticeContentZh: "",
  audience: "all",
  unitIds: [],
  published: true,
};

/** Writes a notice, or changes one. */
export function NoticeForm({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  const { t } = useTranslation("system-notices");
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addNotice, { handled: true });
  const change = useApiMutation(changeNotice, { handled: true });
  const mayTellAll = hasPermission("*:*:*", useSession());
  const first = mayTellAll ? empty : { ...empty, audience: "units" as const };
  const failed = (error: ApiError) => showFaults(form, error);
  const saved = () => {
    void invalidate(listNotices);
    refreshReceived();
    showToast({ tone: "success", text: t("saved") });
    onClose();
  };
  const save = ({ published, ...values }: Values) => {
    const body = {
      ...values,
      unitIds: values.unitIds ?? [],
      status: published ? ("0" as const) : ("1" as const),
    };
    const ending = { onSuccess: saved, onError: failed };
    if (notice === null) add.mutate({ body }, ending);
    else change.mutate({ body: { ...body, noticeId: notice.noticeId } }, ending);
  };
  const isBusy = add.isPending || change.isPending;
  const error = add.error ?? change.error;
  return (
    <Modal
      open
      centered
      width={760}
      title={t(notice === null ? "add" : "change")}
      okText={t("save")}
      cancelText={t("cancel")}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        className="resource-form"
        initialValues={notice === null ? first : { ...notice, published: notice.status === "0" }}
        disabled={isBusy}
        onFinish={save}
      >
        <Fields mayTellAll={mayTellAll} />
      </Form>
      {error !== null && error.fields.length === 0 ? (
        <p className="resource-fault" role="alert">
          {error.message || t("failed")}
        </p>
      ) : null}
    </Modal>
  );
}

function Fields({ mayTellAll }: { mayTellAll: boolean }) {
  const { t } = useTranslation("system-notices");
  const units = useUnitOptions();
  const types = useDictionary("sys_notice_type");
  const audience = Form.useWatch<Values["audience"]>("audience");
  const audiences = (mayTellAll ? (["all", "units", "administrators"] as const) : (["units"] as const)).map(
    (value) => ({ value, label: t(`audience.${value}`) }),
  );
  const needed = [{ required: true, whitespace: true, message: t("missing") }];
  return (
    <>
      <Form.Item name="noticeTitle" label={t("field.noticeTitle")} rules={needed}>
        <Input maxLength={200} autoFocus />
      </Form.Item>
      <Form.Item name="noticeTitleZh" label={t("field.noticeTitleZh")}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="noticeType" label={t("field.noticeType")}>
        <Select options={types.options} />
      </Form.Item>
      <Form.Item name="audience" label={t("field.audience")}>
        <Segmented options={audiences} />
      </Form.Item>
      {audience === "units" ? (
        <Form.Item
          name="unitIds"
          label={t("field.unitIds")}
          className="resource-form-wide"
          rules={[{ required: true, message: t("missingUnit") }]}
        >
          <Select
            mode="multiple"
            options={units.options}
            loading={units.loading}
            showSearch={{ optionFilterProp: "label" }}
          />
        </Form.Item>
      ) : null}
      <Form.Item name="noticeContent" label={t("field.noticeContent")} className="resource-form-wide">
        <NoticeEditor label={t("field.noticeContent")} />
      </Form.Item>
      <Form.Item name="noticeContentZh" label={t("field.noticeContentZh")} className="resource-form-wide">
        <NoticeEditor label={t("field.noticeContentZh")} />
      </Form.Item>
      <Form.Item name="published" label={t("publishNow")} valuePropName="checked" layout="horizontal">
        <Switch />
      </Form.Item>
    </>
  );
}

function showFaults(form: ReturnType<typeof Form.useForm<Values>>[0], error: ApiError): void {
  form.setFields(
    error.fields.map(({ field, message }) => ({
      name: field.split(".")[0] as keyof Values,
      errors: [message],
    })),
  );
}
