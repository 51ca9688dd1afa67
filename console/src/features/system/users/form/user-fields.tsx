/** The fields of a user account. */
import type { ReplyOf } from "@tracewater/contract/call";
import type { getUserChoices } from "@tracewater/contract/system/users";
import Checkbox from "antd/es/checkbox";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Radio from "antd/es/radio";
import Select from "antd/es/select";
import TreeSelect from "antd/es/tree-select";
import { useTranslation } from "react-i18next";
import { DayInput } from "../../../../kit/day/day-input.tsx";
import { focusOnOpen } from "../../../../kit/focus-on-open.ts";
import { useRoleName } from "../../../../pickers/role-name.ts";
import { useDeptTree } from "../list/dept-tree.tsx";
import type { UserValues } from "./user-values.ts";

export type Choices = Pick<ReplyOf<typeof getUserChoices>, "roles" | "posts">;

export function UserFields({ choices, isNew }: { choices: Choices; isNew: boolean }) {
  const { t } = useTranslation("system-users");
  const isService = Form.useWatch<UserValues["serviceAccount"]>("serviceAccount") === "1";
  return (
    <div className="user-form">
      <AccountFields isNew={isNew} />
      <AssignmentFields choices={choices} />
      <Form.Item<UserValues> name="phonenumber" label={t("field.phonenumber")}>
        <Input autoComplete="off" inputMode="tel" maxLength={20} />
      </Form.Item>
      <Form.Item<UserValues> name="email" label={t("field.email")}>
        <Input autoComplete="off" inputMode="email" maxLength={100} />
      </Form.Item>
      <Form.Item<UserValues> name="sex" label={t("field.sex")}>
        <Radio.Group
          options={(["0", "1", "2"] as const).map((value) => ({ value, label: t(`sex.${value}`) }))}
        />
      </Form.Item>
      <Form.Item<UserValues> name="status" label={t("field.status")}>
        <Radio.Group
          options={(["0", "1"] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </Form.Item>
      <EndAndRemark />
      {isNew && !isService ? (
        <Form.Item<UserValues> name="oneTimePassword" valuePropName="checked" className="record-form-wide">
          <Checkbox>{t("form.oneTime")}</Checkbox>
        </Form.Item>
      ) : null}
    </div>
  );
}

/** What kind of account it is, and its names. */
function AccountFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("system-users");
  return (
    <>
      <Form.Item<UserValues>
        name="serviceAccount"
        label={t("field.serviceAccount")}
        extra={t("form.serviceAccountHint")}
        className="record-form-wide"
      >
        <Radio.Group
          // An account keeps its type: what it did is on record under it.
          disabled={!isNew}
          options={(["0", "1"] as const).map((value) => ({ value, label: t(`serviceAccount.${value}`) }))}
        />
      </Form.Item>
      <Form.Item<UserValues>
        name="userName"
        label={t("field.userName")}
        extra={t("form.userNameHint")}
        rules={[
          { required: true, pattern: /^[A-Za-z][A-Za-z0-9._-]{1,29}$/, message: t("form.userNameHint") },
        ]}
      >
        <Input autoComplete="off" ref={isNew ? focusOnOpen : null} maxLength={30} />
      </Form.Item>
      <Form.Item<UserValues>
        name="nickName"
        label={t("field.nickName")}
        rules={[{ required: true, whitespace: true, message: t("form.nickNameMissing") }]}
      >
        <Input autoComplete="off" maxLength={60} />
      </Form.Item>
    </>
  );
}

/** The unit, the roles and the positions. */
function AssignmentFields({ choices }: { choices: Choices }) {
  const { t } = useTranslation("system-users");
  const depts = useDeptTree();
  const nameOf = useRoleName();
  return (
    <>
      <Form.Item<UserValues> name="deptId" label={t("field.dept")} extra={t("form.deptHint")}>
        <TreeSelect
          allowClear
          showSearch={{ treeNodeFilterProp: "label" }}
          treeDefaultExpandAll
          loading={depts.isFetching}
          treeData={depts.data?.data ?? []}
          fieldNames={{ label: "label", value: "id", children: "children" }}
        />
      </Form.Item>
      <Form.Item<UserValues> name="roleIds" label={t("field.roles")} extra={t("form.rolesHint")}>
        <Select
          mode="multiple"
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          options={administratorLast(choices.roles).map((role) => ({
            value: role.roleId,
            label:
              role.status === "1" ? `${nameOf(role.roleName)} (${t("status.1")})` : nameOf(role.roleName),
            disabled: !role.assignable,
          }))}
        />
      </Form.Item>
      <Form.Item<UserValues> name="postIds" label={t("field.posts")}>
        <Select
          mode="multiple"
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          options={choices.posts.map(({ postId, postName }) => ({ value: postId, label: postName }))}
        />
      </Form.Item>
    </>
  );
}

function EndAndRemark() {
  const { t } = useTranslation("system-users");
  return (
    <>
      <Form.Item<UserValues> name="validUntil" label={t("field.validUntil")} extra={t("form.validUntilHint")}>
        <DayInput />
      </Form.Item>
      <Form.Item<UserValues> name="remark" label={t("field.remark")} className="record-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}

/** The role that may do everything is never the first offer. */
function administratorLast(roles: Choices["roles"]): Choices["roles"] {
  const isAdministrator = (role: Choices["roles"][number]) => role.roleKey === "admin";
  return [...roles.filter((role) => !isAdministrator(role)), ...roles.filter(isAdministrator)];
}
