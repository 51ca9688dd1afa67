import { assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import {
  addSheetMapping,
  changeSheetMapping,
  type InstrumentFileMapping,
  listSheetMappings,
  type MappedColumn,
} from "@tracewater/contract/laboratory/instrument-files";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { MappedColumns } from "./mapped-columns.tsx";
import type { Looked } from "./sheet-labels.ts";

type Values = Pick<
  InstrumentFileMapping,
  "name" | "instrument" | "method" | "methodVersion" | "source" | "decimal"
> & {
  analytes: string;
};

/** Which column holds what; what the server refuses is at its column. */
export function MappingEditor(props: {
  looked: Looked;
  /** Null for a new one. */
  mapping: InstrumentFileMapping | null;
  onKept: (id: number) => void;
  onCancel: () => void;
}) {
  const { looked, mapping } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  const [form] = Form.useForm<Values>();
  const [columns, setColumns] = useState<readonly MappedColumn[]>(mapping?.columns ?? looked.guess);
  const { save, isSaving, error, setError } = useSaveMapping(mapping, columns, props.onKept);
  const nameFault = error?.messageAt("name");
  const unplaced = error === null || nameFault !== undefined ? "" : unplacedIn(error);
  return (
    <Form<Values> form={form} layout="vertical" initialValues={initial(looked, mapping)} onFinish={save}>
      <InstrumentFields nameFault={nameFault} />
      <MappedColumns
        looked={looked}
        columns={columns}
        error={error}
        onChange={(next) => {
          setError(null);
          setColumns(next);
        }}
      />
      <Form.Item name="analytes" label={t("mapping.analytes")} extra={t("mapping.analytesHint")}>
        <Input.TextArea rows={2} placeholder="Coca = cocaine" />
      </Form.Item>
      {unplaced === "" ? null : (
        <p className="sheet-fault" role="alert">
          {unplaced}
        </p>
      )}
      <div className="sheet-buttons">
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t("mapping.keep")}
        </Button>
        <Button onClick={props.onCancel}>{t("cancel")}</Button>
      </div>
    </Form>
  );
}

/** What the server refused last is kept until something is changed. */
function useSaveMapping(
  mapping: InstrumentFileMapping | null,
  columns: readonly MappedColumn[],
  onKept: (id: number) => void,
) {
  const { t } = useTranslation("laboratory-assay-sheets");
  const [error, setError] = useState<ApiError | null>(null);
  const add = useApiMutation(addSheetMapping, { handled: true });
  const change = useApiMutation(changeSheetMapping, { handled: true });
  const kept = (id: number) => {
    void invalidate(listSheetMappings).then(() => onKept(id));
    showToast({ tone: "success", text: t("mapping.kept") });
  };
  const save = ({ analytes, ...values }: Values) => {
    const body = {
      ...values,
      phase: mapping?.phase ?? ("liquid" as const),
      analytes: toNames(analytes),
      columns: [...columns],
    };
    if (mapping === null) add.mutate({ body }, { onSuccess: ({ data }) => kept(data.id), onError: setError });
    else {
      const { mappingId } = mapping;
      change.mutate(
        { body: { ...body, mappingId } },
        { onSuccess: () => kept(mappingId), onError: setError },
      );
    }
  };
  return { save, isSaving: add.isPending || change.isPending, error, setError };
}

function initial(looked: Looked, mapping: InstrumentFileMapping | null): Values {
  return {
    name: mapping?.name ?? "",
    instrument: mapping?.instrument ?? "",
    method: mapping?.method ?? "",
    methodVersion: mapping?.methodVersion ?? "",
    source: mapping?.source ?? "lcms",
    decimal: mapping?.decimal ?? looked.decimal,
    analytes: (mapping?.analytes ?? []).map((one) => `${one.name} = ${one.analyte}`).join("\n"),
  };
}

/** What a refusal says that is at none of the columns. */
function unplacedIn(error: ApiError): string {
  const isPlaced = error.fields.some(({ field }) => /^columns\.\d/.test(field));
  return isPlaced ? "" : (error.messageAt("columns") ?? error.message);
}

/** The instrument and the method that the file comes from. */
function InstrumentFields({ nameFault }: { nameFault: string | undefined }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  const label = useAssayLabels();
  return (
    <div className="sheet-form">
      <Form.Item
        name="name"
        label={t("mapping.name")}
        rules={[{ required: true, whitespace: true }]}
        {...(nameFault === undefined ? {} : { validateStatus: "error" as const, help: nameFault })}
      >
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="instrument" label={t("mapping.instrument")}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="method" label={label("method")}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="methodVersion" label={label("methodVersion")}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="source" label={label("source")}>
        <Select options={assaySource.options.map((value) => ({ value, label: label(`source.${value}`) }))} />
      </Form.Item>
      <Form.Item name="decimal" label={t("mapping.decimal")}>
        <Select
          options={([".", ","] as const).map((value) => ({
            value,
            label: t(value === "." ? "mapping.point" : "mapping.comma"),
          }))}
        />
      </Form.Item>
    </div>
  );
}

/** `Coca = cocaine`, one a line. */
function toNames(text: string): { name: string; analyte: AnalyteName }[] {
  return text.split("\n").flatMap((line) => {
    const [name = "", given = ""] = line.split("=").map((part) => part.trim());
    const analyte = analyteName.options.find((one) => one.toLowerCase() === given.toLowerCase());
    return name === "" || analyte === undefined ? [] : [{ name, analyte }];
  });
}
