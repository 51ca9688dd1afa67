import {
  type AccountRequest,
  approveAccountRequest,
  getAccountRequest,
  listAccountRequests,
} from "@tracewater/contract/system/account-requests";
import type { roleOption } from "@tracewater/contract/system/user-fields";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { useRoleName } from "../../../pickers/role-name.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useUnitOptions } from "../../../resource/unit-options.ts";

type Values = { userName: string; deptId?: number; roleIds: number[]; validUntil?: string };

const names = ["userName", "deptId", "roleIds", "validUntil"] as const;

/** Approves a request: the name, the unit, what the person may do and until when. */
export function ApproveForm(props: {
  request: AccountRequest;
  roles: readonly z.infer<typeof roleOption>[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation("system-account-requests");
  const { requestId, userName, deptId } = props.request;
  const [form] = Form.useForm<Values>();
  const units = useUnitOptions();
  const roleName = useRoleName();
  const approve = useApiMutation(approveAccountRequest, { handled: true });
  const submit = ({ validUntil, ...values }: Values) =>
    approve.mutate(
      { body: { requestId, ...values, deptId: values.deptId ?? null, validUntil: validUntil || null } },
      {
        onError: (error) => placeFaults(form, names, error),
        onSuccess: () => {
          void invalidate(listAccountRequests);
          void invalidate(getAccountRequest);
          showToast({ tone: "success", text: t("approve.done", { name: values.userName }) });
          props.onDone();
        },
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("approve.title")}
      width={520}
      submitText={t("approve.open")}
      initialValues={{ userName, roleIds: [], validUntil: "", ...(deptId === null ? {} : { deptId }) }}
      isSaving={approve.isPending}
      unplaced={unplacedOf(approve.error, names)}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Form.Item name="userName" label={t("field.userName")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="deptId" label={t("field.unit")}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          loading={units.loading}
          options={units.options}
        />
      </Form.Item>
      <Form.Item name="roleIds" label={t("field.roles")} extra={t("approve.rolesHint")}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={props.roles
            .filter(({ assignable, status }) => assignable && status === "0")
            .map((role) => ({ value: role.roleId, label: roleName(role.roleName) }))}
        />
      </Form.Item>
      <Form.Item name="validUntil" label={t("field.validUntil")} extra={t("approve.untilHint")}>
        <DayInput />
      </Form.Item>
    </FormDialog>
  );
}
