import "./form-dialog.css";
import Form, { type FormInstance, type FormProps } from "antd/es/form";
import Modal from "antd/es/modal";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A form in a dialog that a slip of the mouse does not close; what belongs to none of its fields is below it. */
export function FormDialog<Values>(
  props: Pick<FormProps<Values>, "initialValues" | "className"> & {
    form: FormInstance<Values>;
    title: string;
    width: number;
    /** On the button that saves, where another word than "save" fits better. */
    submitText?: string;
    isSaving: boolean;
    /** What was refused and is at no field, see `place-faults.ts`. */
    unplaced: string | null;
    onSubmit: (values: Values) => void;
    onClose: () => void;
    /** What is over the fields, and what follows from them: next to them where there is room, else below. */
    above?: ReactNode;
    consequence?: ReactNode;
    children: ReactNode;
  },
) {
  const { form, unplaced, className } = props;
  const { t } = useTranslation("resource");
  const fields = (
    <Form<Values>
      form={form}
      layout="vertical"
      scrollToFirstError
      {...(className === undefined ? {} : { className })}
      {...(props.initialValues === undefined ? {} : { initialValues: props.initialValues })}
      onValuesChange={(changed) => clearFaults(form, changed)}
      onFinish={(values) => {
        if (!props.isSaving) props.onSubmit(values);
      }}
    >
      {props.children}
    </Form>
  );
  return (
    <Modal
      open
      centered
      className="form-dialog"
      width={props.width}
      title={props.title}
      okText={props.submitText ?? t("save")}
      cancelText={t("cancel")}
      confirmLoading={props.isSaving}
      onOk={() => form.submit()}
      onCancel={props.onClose}
    >
      {props.above}
      {props.consequence === undefined ? (
        fields
      ) : (
        <div className="form-dialog-split">
          {fields}
          <div className="form-dialog-aside">{props.consequence}</div>
        </div>
      )}
      {unplaced === null ? null : (
        <p className="record-fault" role="alert">
          {unplaced || t("failed")}
        </p>
      )}
    </Modal>
  );
}

/** What the server said of a field was of its old value; what the form's own rules say follows by itself. */
function clearFaults<Values>(form: FormInstance<Values>, changed: object): void {
  const names = Object.keys(changed) as (keyof Values & string)[];
  const none: string[] = [];
  const faults = names.map((name) => ({ name, errors: none }));
  form.setFields(faults as Parameters<typeof form.setFields>[0]);
}
