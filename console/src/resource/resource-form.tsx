import { useMutation } from "@tanstack/react-query";
import { formFields } from "@tracewater/contract/resource/fields";
import Form from "antd/es/form";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../api/api-error.ts";
import { callApi } from "../api/call-api.ts";
import { invalidate, useApi } from "../api/use-api.ts";
import { Loading } from "../kit/loading.tsx";
import { showToast } from "../kit/toasts.ts";
import { FormDialog } from "./form-dialog.tsx";
import { FormField } from "./form-field.tsx";
import { type FormValues, toBody, toFormValues } from "./form-values.ts";
import { keyOf, type PageResource, type ResourceRow, useResourceLabels } from "./page-resource.ts";
import { placeFaults, unplacedOf } from "./place-faults.ts";

type Props<Row extends ResourceRow> = {
  resource: PageResource<Row>;
  /** Values that are not asked for. */
  fixed?: Readonly<Record<string, string>> | undefined;
  /** Fields that stay as they are. */
  kept?: readonly string[] | undefined;
  onClose: () => void;
};

/** Adds a row, or changes one, which is read again first. */
export function ResourceForm<Row extends ResourceRow>(props: Props<Row> & { row: Row | null }) {
  return props.row === null ? (
    <RowDialog {...props} row={null} />
  ) : (
    <ChangeDialog {...props} row={props.row} />
  );
}

function ChangeDialog<Row extends ResourceRow>(props: Props<Row> & { row: Row }) {
  const { resource, row, onClose } = props;
  const { t } = useTranslation("resource");
  const label = useResourceLabels(resource);
  const current = useApi(resource.calls.get, { params: { id: keyOf(resource, row) } }, { staleMs: 0 });
  if (current.isSuccess && !current.isFetching) return <RowDialog {...props} row={current.data.data} />;
  return (
    <Modal
      open
      width={720}
      title={t("change.title", { thing: label("one") })}
      footer={null}
      onCancel={onClose}
    >
      {current.isError ? <p role="alert">{current.error.message}</p> : <Loading lines={6} />}
    </Modal>
  );
}

/** What the server refuses is at its field, and what was typed stays. */
function RowDialog<Row extends ResourceRow>(props: Props<Row> & { row: Row | null }) {
  const { resource, row, fixed = {}, kept = [], onClose } = props;
  const { t } = useTranslation("resource");
  const label = useResourceLabels(resource);
  const [form] = Form.useForm<FormValues>();
  const fields = formFields(resource).filter((field) => fixed[field.name] === undefined);
  const names = fields.map((field) => field.name);
  const verb = row === null ? "add" : "change";
  const save = useMutation<unknown, ApiError, Record<string, unknown>>({
    mutationFn: (body) => callApi(resource.calls[verb], { body }, { handled: true }),
    onSuccess: () => {
      void invalidate(resource.calls.list);
      showToast({ tone: "success", text: t(`${verb}.done`, { thing: label("one") }) });
      onClose();
    },
    onError: (error) => placeFaults(form, names, error),
  });
  const key = row === null ? {} : { [resource.key]: keyOf(resource, row) };
  return (
    <FormDialog<FormValues>
      form={form}
      title={t(`${verb}.title`, { thing: label("one") })}
      width={720}
      className="resource-form"
      initialValues={toFormValues(resource, row)}
      isSaving={save.isPending}
      unplaced={unplacedOf(save.error, names)}
      onSubmit={(values) => save.mutate({ ...key, ...toBody(resource, values), ...fixed })}
      onClose={onClose}
    >
      {fields.map((field, place) => (
        <FormField
          key={field.name}
          field={field}
          label={label}
          autoFocus={place === 0}
          {...(kept.includes(field.name) ? { disabled: true } : {})}
        />
      ))}
    </FormDialog>
  );
}
