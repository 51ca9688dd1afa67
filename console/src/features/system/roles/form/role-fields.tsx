import { type RequiredFactor, requiredFactor } from "@tracewater/contract/system/ways-in";
import Checkbox from "antd/es/checkbox";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Radio from "antd/es/radio";
import { useTranslation } from "react-i18next";

export type RoleValues = {
  roleName: string;
  roleKey: string;
  roleSort: number;
  status: "0" | "1";
  remark: string;
  forbidUnbound: boolean;
  requiredFactor: RequiredFactor;
  dataScope: "1" | "2" | "3" | "4" | "5";
};

export function RoleFields({ isBuiltIn }: { isBuiltIn: boolean }) {
  const { t } = useTranslation("system-roles");
  return (
    <div className="role-form">
      <Form.Item<RoleValues>
        name="roleName"
        label={t("field.roleName")}
        rules={[{ required: true, whitespace: true, message: t("form.nameMissing") }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item<RoleValues>
        name="roleKey"
        label={t("field.roleKey")}
        extra={isBuiltIn ? t("form.builtInKey") : t("form.keyHint")}
        rules={[{ required: true, pattern: /^[A-Za-z][A-Za-z0-9_:.-]{1,59}$/, message: t("form.keyHint") }]}
      >
        <Input maxLength={60} autoComplete="off" readOnly={isBuiltIn} />
      </Form.Item>
      <Form.Item<RoleValues> name="status" label={t("field.status")}>
        <Radio.Group
          options={(["0", "1"] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </Form.Item>
      <Form.Item<RoleValues> name="roleSort" label={t("field.roleSort")}>
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
      <Form.Item<RoleValues> name="remark" label={t("field.remark")} className="record-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
      <Form.Item<RoleValues> name="forbidUnbound" valuePropName="checked" className="record-form-wide">
        <Checkbox>{t("form.forbidUnbound")}</Checkbox>
      </Form.Item>
      <Form.Item<RoleValues>
        name="requiredFactor"
        label={t("form.requiredFactor")}
        className="record-form-wide"
      >
        <Radio.Group
          options={requiredFactor.options.map((value) => ({ value, label: t(`factor.${value}`) }))}
        />
      </Form.Item>
    </div>
  );
}

/** Whose data the role's holders reach. */
export function ScopeFields() {
  const { t } = useTranslation("system-roles");
  return (
    <Form.Item<RoleValues> name="dataScope" label={t("field.dataScope")} extra={t("form.scopeHint")}>
      <Radio.Group
        className="role-scopes"
        options={(["1", "2", "3", "4", "5"] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
    </Form.Item>
  );
}
