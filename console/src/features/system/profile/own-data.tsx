import { useMutation } from "@tanstack/react-query";
import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import { changeProfile, getProfile } from "@tracewater/contract/system/profile";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Radio from "antd/es/radio";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { invalidate } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { placeFaults } from "../../../resource/place-faults.ts";

type Values = Pick<BodyOf<typeof changeProfile>, "nickName" | "phonenumber" | "email" | "sex">;
type Profile = ReplyOf<typeof getProfile>["data"];

const names = ["nickName", "phonenumber", "email", "sex"] as const;

export function OwnData({ profile }: { profile: Profile }) {
  const { t } = useTranslation("system-profile");
  const [form] = Form.useForm<Values>();
  const save = useMutation<unknown, ApiError, Values>({
    mutationFn: (body) => callApi(changeProfile, { body }, { handled: true }),
    onSuccess: () => {
      void invalidate(getProfile);
      showToast({ tone: "success", text: t("saved") });
    },
    onError: (error) => placeFaults(form, names, error),
  });
  const { nickName, phonenumber, email, sex } = profile;
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ nickName, phonenumber, email, sex }}
      disabled={save.isPending}
      onFinish={(values) => save.mutate(values)}
    >
      <Form.Item<Values>
        name="nickName"
        label={t("nickName")}
        rules={[{ required: true, whitespace: true, message: t("nickNameMissing") }]}
      >
        <Input maxLength={60} autoComplete="name" />
      </Form.Item>
      <Form.Item<Values> name="phonenumber" label={t("phone")}>
        <Input maxLength={20} inputMode="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item<Values> name="email" label={t("email")}>
        <Input maxLength={100} inputMode="email" autoComplete="email" />
      </Form.Item>
      <Form.Item<Values> name="sex" label={t("sexLabel")}>
        <Radio.Group
          options={(["0", "1", "2"] as const).map((value) => ({ value, label: t(`sex.${value}`) }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {t("save")}
      </Button>
    </Form>
  );
}
