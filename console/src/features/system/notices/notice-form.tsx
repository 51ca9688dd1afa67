import {
  addNotice,
  changeNotice,
  listNotices,
  type Notice,
  type NoticeBody,
} from "@tracewater/contract/system/notices";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Segmented from "antd/es/segmented";
import Select from "antd/es/select";
import Switch from "antd/es/switch";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useDictionary } from "../../../pickers/use-dictionary.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
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

const names = Object.keys(empty) as (keyof Values)[];

/** Writes a notice, or changes one. */
export function NoticeForm({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  const { t } = useTranslation("system-notices");
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addNotice, { handled: true });
  const change = useApiMutation(changeNotice, { handled: true });
  const mayNotifyAll = hasPermission("*:*:*", useSession());
  const first = mayNotifyAll ? empty : { ...empty, audience: "units" as const };
  const failed = (error: ApiError) => placeFaults(form, names, error);
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
  return (
    <FormDialog<Values>
      form={form}
      title={t(notice === null ? "add" : "change")}
      width={760}
      className="resource-form"
      initialValues={notice === null ? first : { ...notice, published: notice.status === "0" }}
      isSaving={add.isPending || change.isPending}
      unplaced={unplacedOf(add.error ?? change.error, names)}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields mayNotifyAll={mayNotifyAll} />
    </FormDialog>
  );
}

function Fields({ mayNotifyAll }: { mayNotifyAll: boolean }) {
  const { t } = useTranslation("system-notices");
  const units = useUnitOptions();
  const types = useDictionary("sys_notice_type");
  const audience = Form.useWatch<Values["audience"]>("audience");
  const audiences = (mayNotifyAll ? (["all", "units", "administrators"] as const) : (["units"] as const)).map(
    (value) => ({ value, label: t(`audience.${value}`) }),
  );
  const needed = [{ required: true, whitespace: true, message: t("missing") }];
  return (
    <>
      <Form.Item name="noticeTitle" label={t("field.noticeTitle")} rules={needed}>
        <Input maxLength={200} ref={focusOnOpen} />
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
