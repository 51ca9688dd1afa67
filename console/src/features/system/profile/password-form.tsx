import "./password-form.css";
import { useMutation } from "@tanstack/react-query";
import { changeOwnPassword } from "@tracewater/contract/system/profile";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";

type Values = { oldPassword: string; newPassword: string; again: string };
const names = ["oldPassword", "newPassword"] as const;

/** Changes one's own password; the other sessions end with it. */
export function PasswordForm(props: {
  shortest: number;
  /** Of a dialog at the first log-in: `instead` is the other way out of it. */
  first?: { instead: ReactNode };
  onDone: () => void;
}) {
  const { t } = useTranslation("system-profile");
  const [form] = Form.useForm<Values>();
  const save = useMutation<unknown, ApiError, Values>({
    mutationFn: ({ oldPassword, newPassword }) =>
      callApi(changeOwnPassword, { body: { oldPassword, newPassword } }, { handled: true }),
    onSuccess: () => {
      form.resetFields();
      props.onDone();
    },
    onError: (error) => placeFaults(form, names, error),
  });
  const unplaced = unplacedOf(save.error, names);
  return (
    <Form form={form} layout="vertical" disabled={save.isPending} onFinish={(values) => save.mutate(values)}>
      <Form.Item<Values>
        name="oldPassword"
        label={t(props.first ? "password.oneTime" : "password.old")}
        rules={[{ required: true, message: t("password.missing") }]}
      >
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <Form.Item<Values>
        name="newPassword"
        label={t("password.new")}
        extra={t("password.hint", { count: props.shortest })}
        rules={[
          { required: true, min: props.shortest, message: t("password.hint", { count: props.shortest }) },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item<Values>
        name="again"
        label={t("password.again")}
        required
        dependencies={["newPassword"]}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              value === getFieldValue("newPassword")
                ? Promise.resolve()
                : Promise.reject(new Error(t("password.differs"))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      {unplaced === null ? null : (
        <p className="profile-fault" role="alert">
          {unplaced || t("failed")}
        </p>
      )}
      <div className={props.first ? "password-acts password-acts-dialog" : "password-acts"}>
        {props.first?.instead}
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t("password.save")}
        </Button>
      </div>
    </Form>
  );
}
