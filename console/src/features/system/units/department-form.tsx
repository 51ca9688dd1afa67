/** The form of a department. */
import { addDept, changeDept, type Dept, listDepts } from "@tracewater/contract/system/dept";
import { units } from "@tracewater/contract/system/units";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";

type Values = Pick<
  Dept,
  "parentId" | "deptName" | "leader" | "phone" | "email" | "address" | "remark" | "status"
>;

const names = ["deptName", "parentId", "leader", "phone", "email", "address", "remark", "status"] as const;
const empty = {
  deptName: "",
  leader: "",
  phone: "",
  email: "",
  address: "",
  remark: "",
  status: "0",
} as const;

/** Adds a department, or changes one; what the server refuses is at its field. */
export function DepartmentForm(props: { dept: Dept | null; parentId: number; onClose: () => void }) {
  const { dept, onClose } = props;
  const { t } = useTranslation("system-units");
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addDept, { handled: true });
  const change = useApiMutation(changeDept, { handled: true });
  const running = dept === null ? add : change;
  const verb = dept === null ? "add" : "change";

  const options = {
    onSuccess: () => {
      void invalidate(listDepts);
      void invalidate(units.calls.get);
      showToast({ tone: "success", text: t(`departments.${verb}Done`) });
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, names, error),
  };
  const submit = (values: Values) =>
    dept === null
      ? add.mutate({ body: values }, options)
      : change.mutate({ body: { ...dept, ...values } }, options);
  return (
    <FormDialog<Values>
      form={form}
      title={t(`departments.${verb}Title`)}
      width={640}
      className="unit-form"
      initialValues={dept ?? { ...empty, parentId: props.parentId }}
      isSaving={running.isPending}
      unplaced={unplacedOf(running.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      <DepartmentFields except={dept?.deptId ?? null} />
    </FormDialog>
  );
}

/** `except`: the department itself, which is not below itself. */
function DepartmentFields({ except }: { except: number | null }) {
  const { t } = useTranslation("system-units");
  return (
    <>
      <Form.Item
        name="deptName"
        label={t("departments.name")}
        rules={[
          { required: true, whitespace: true, message: t("missing", { label: t("departments.name") }) },
        ]}
      >
        <Input maxLength={100} ref={focusOnOpen} autoComplete="off" />
      </Form.Item>
      <Form.Item name="parentId" label={t("departments.parent")}>
        <ParentSelect except={except} />
      </Form.Item>
      {(["leader", "phone", "email"] as const).map((name) => (
        <Form.Item key={name} name={name} label={t(`departments.${name}`)}>
          <Input maxLength={name === "email" ? 100 : 40} autoComplete="off" />
        </Form.Item>
      ))}
      <Form.Item name="status" label={t("departments.status")}>
        <Select
          options={(["0", "1"] as const).map((value) => ({
            value,
            label: t(`departments.states.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="address" label={t("departments.address")} className="record-form-wide">
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remark" label={t("departments.remark")} className="record-form-wide">
        <Input maxLength={500} autoComplete="off" />
      </Form.Item>
    </>
  );
}

/** Where it may be: everywhere but in its own branch. */
function ParentSelect(props: {
  id?: string;
  value?: number;
  onChange?: (value: number) => void;
  except: number | null;
}) {
  const { except, ...bound } = props;
  const found = useApi(listDepts, {}, { staleMs: 10_000 });
  const all = found.data?.data ?? [];
  const byId = new Map(all.map((dept) => [dept.deptId, dept]));
  const trail = (dept: Dept): Dept[] => {
    const above = byId.get(dept.parentId);
    return above === undefined ? [dept] : [...trail(above), dept];
  };
  const options = all
    .map((dept) => ({ dept, path: trail(dept) }))
    .filter(({ path }) => !path.some((one) => one.deptId === except))
    .map(({ dept, path }) => ({ value: dept.deptId, label: path.map((one) => one.deptName).join(" / ") }));
  return (
    <Select
      {...bound}
      showSearch={{ optionFilterProp: "label" }}
      loading={found.isPending}
      options={options}
    />
  );
}
