/** The dialog that makes an API key and shows it once. */
import {
  addApiKey,
  listApiKeys,
  listKeyPermissions,
  listKeyUsers,
  maxKeyDays,
} from "@tracewater/contract/system/api-keys";
import { personLabel } from "@tracewater/contract/system/person-label";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { useMenuTitle } from "../../../kit/menu-title.ts";
import { MadeKey } from "./made-key.tsx";

type Values = { name: string; userId?: number; days: number; permissions: string[] };

/** Makes a key for oneself or for a service account; afterwards the key is shown, this once. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("system-api-keys");
  const [form] = Form.useForm<Values>();
  const [made, setMade] = useState<string | null>(null);
  const add = useApiMutation(addApiKey, { handled: true });
  if (made !== null) return <MadeKey value={made} onClose={onClose} />;
  const submit = (body: Values) =>
    add.mutate(
      { body },
      {
        onSuccess: ({ data }) => {
          void invalidate(listApiKeys);
          setMade(data.key);
        },
      },
    );
  return (
    <Modal
      open
      centered
      width={560}
      title={t("add.title")}
      okText={t("add.submit")}
      cancelText={t("cancel")}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" initialValues={{ days: 90 }} onFinish={submit}>
        <KeyFields />
        <p className="record-quiet">{t("add.text")}</p>
        {add.error === null ? null : (
          <p className="api-key-fault" role="alert">
            {add.error.message}
          </p>
        )}
      </Form>
    </Modal>
  );
}

function KeyFields() {
  const { t } = useTranslation("system-api-keys");
  const options = usePermissionOptions();
  const users = useApi(listKeyUsers, {});
  return (
    <>
      <Form.Item name="name" label={t("column.name")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={100} placeholder={t("add.nameHint")} />
      </Form.Item>
      <Form.Item name="userId" label={t("column.userName")}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          placeholder={t("add.userHint")}
          options={(users.data?.data ?? []).map(({ userId, userName, nickName }) => ({
            value: userId,
            label: personLabel({ nickName, userName }),
          }))}
        />
      </Form.Item>
      <Form.Item name="permissions" label={t("column.permissions")} rules={[{ required: true }]}>
        <Select
          mode="multiple"
          options={options}
          showSearch={{ optionFilterProp: "label" }}
          maxTagCount={6}
          placeholder={t("add.permissionsHint")}
        />
      </Form.Item>
      <Form.Item name="days" label={t("add.days")} rules={[{ required: true }]}>
        <InputNumber min={1} max={maxKeyDays} precision={0} suffix={t("add.daysUnit")} />
      </Form.Item>
    </>
  );
}

/** What one may give, under the pages it belongs to. */
function usePermissionOptions() {
  const title = useMenuTitle();
  const { t } = useTranslation("system-api-keys");
  const found = useApi(listKeyPermissions, {});
  const byPage = new Map<string, { label: string; value: string }[]>();
  for (const { permission, pageTitle, actionTitle } of found.data?.data ?? []) {
    const page = title(pageTitle);
    const label = `${page} · ${actionTitle === "" ? t("add.list") : title(actionTitle)}`;
    byPage.set(page, [...(byPage.get(page) ?? []), { label, value: permission }]);
  }
  return [...byPage].map(([label, options]) => ({ label, options }));
}
