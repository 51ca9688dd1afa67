import {
  type AppUser,
  addAppUser,
  changeAppUser,
  getAppUser,
  listAppUsers,
} from "@tracewater/contract/system/app-users";
import { getUserChoices } from "@tracewater/contract/system/users";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { useRoleName } from "../../../pickers/role-name.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useUnitOptions } from "../../../resource/unit-options.ts";

type Values = Pick<AppUser, "nickName" | "phonenumber" | "email" | "remark"> & {
  deptId?: number;
  roleIds: number[];
  validUntil?: string;
};

const names = ["nickName", "phonenumber", "email", "deptId", "roleIds", "validUntil", "remark"] as const;
const blank = { nickName: "", phonenumber: "", email: "", remark: "", roleIds: [], validUntil: "" };

/** Adds an APP user, or changes one; `roleIds` are those that they hold. */
export function AppUserForm(props: { user: (AppUser & { roleIds: number[] }) | null; onClose: () => void }) {
  const { t } = useTranslation("system-app-users");
  const { user, onClose } = props;
  const [form] = Form.useForm<Values>();
  const units = useUnitOptions();
  const roleName = useRoleName();
  const choices = useApi(getUserChoices, {}, { staleMs: 60_000 });
  const add = useApiMutation(addAppUser, { handled: true });
  const change = useApiMutation(changeAppUser, { handled: true });
  const onError = (error: ApiError) => placeFaults(form, names, error);
  const onSuccess = () => {
    void invalidate(listAppUsers);
    void invalidate(getAppUser);
    onClose();
  };
  const submit = ({ validUntil, deptId, ...values }: Values) => {
    const body = { ...values, deptId: deptId ?? null, validUntil: validUntil || null };
    if (user === null) add.mutate({ body }, { onError, onSuccess });
    else change.mutate({ body: { userId: user.userId, ...body } }, { onError, onSuccess });
  };
  return (
    <FormDialog<Values>
      form={form}
      title={t(user === null ? "add" : "edit")}
      width={560}
      initialValues={user === null ? blank : valuesOf(user)}
      isSaving={add.isPending || change.isPending}
      unplaced={unplacedOf(add.error ?? change.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="nickName" label={t("field.nickName")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={60} ref={focusOnOpen} />
      </Form.Item>
      <div className="record-form">
        <Form.Item name="phonenumber" label={t("field.phonenumber")} extra={t("form.reachHint")}>
          <Input maxLength={20} inputMode="tel" />
        </Form.Item>
        <Form.Item name="email" label={t("field.email")}>
          <Input maxLength={100} inputMode="email" />
        </Form.Item>
      </div>
      <Form.Item name="deptId" label={t("field.unit")}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          loading={units.loading}
          options={units.options}
        />
      </Form.Item>
      <Form.Item name="roleIds" label={t("field.roles")}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={(choices.data?.roles ?? [])
            .filter((role) => role.assignable && role.status === "0")
            .map((role) => ({ value: role.roleId, label: roleName(role.roleName) }))}
        />
      </Form.Item>
      <Form.Item name="validUntil" label={t("field.validUntil")} extra={t("form.untilHint")}>
        <DayInput />
      </Form.Item>
      <Form.Item name="remark" label={t("field.remark")}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}

function valuesOf(user: AppUser & { roleIds: number[] }): Values {
  const { nickName, phonenumber, email, remark, roleIds, validUntil, deptId } = user;
  const facts = { nickName, phonenumber, email, remark, roleIds, validUntil: validUntil ?? "" };
  return deptId === null ? facts : { ...facts, deptId };
}
