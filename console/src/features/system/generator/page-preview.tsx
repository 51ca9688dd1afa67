import { useQuery } from "@tanstack/react-query";
import { declareModel } from "@tracewater/contract/generator/declare-model";
import { type ExampleValue, exampleRows } from "@tracewater/contract/generator/examples";
import type { ResourceModel } from "@tracewater/contract/generator/resource-model";
import { fieldsOf, formFields } from "@tracewater/contract/resource/fields";
import Button from "antd/es/button";
import Form from "antd/es/form";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { FormField } from "../../../resource/form-field.tsx";
import { type FormValues, toFormValues } from "../../../resource/form-values.ts";
import { type PageResource, useResourceLabels } from "../../../resource/page-resource.ts";
import { resourceColumns } from "../../../resource/resource-columns.tsx";
import type { ResourceFilters } from "../../../resource/resource-filters.ts";
import { ResourceSearch } from "../../../resource/resource-search.tsx";
import { ResourceTable } from "../../../resource/resource-table.tsx";

type Row = Record<string, unknown>;
type Resource = PageResource<Row>;

const noFilters: ResourceFilters = { keyword: "", chosen: {}, sort: undefined, page: 1, size: 20 };

/** The list and the form of a model as every resource has them, over rows that are made up. */
export function PagePreview({ model }: { model: ResourceModel }) {
  const { t } = useTranslation("system-generator");
  const resource = useMemo<Resource>(
    () => ({ ...declareModel(model), table: `preview-${model.table}` }),
    [model],
  );
  const label = useResourceLabels(resource);
  const [filters, setFilters] = useState(noFilters);
  const [open, setOpen] = useState<{ row: Row | null } | null>(null);
  const change = (part: Partial<ResourceFilters>) => setFilters({ ...filters, page: 1, ...part });
  const found = useMadeUpRows(model, resource, filters);
  return (
    <div className="generator-stack">
      <p className="generator-quiet">{t("preview.madeUp")}</p>
      <ResourceSearch resource={resource} filters={filters} change={change} />
      <span>
        <Button type="primary" icon={<Plus size={16} />} onClick={() => setOpen({ row: null })}>
          {t("preview.add")}
        </Button>
      </span>
      <ResourceTable<Row>
        resource={resource}
        columns={resourceColumns(resource, label)}
        filters={filters}
        change={change}
        found={found}
        selection={{ keys: [], onChange: () => undefined }}
        onOpen={(next) => setOpen(next.kind === "change" ? { row: next.row } : null)}
        card={(row) => <strong>{String(row[model.unique])}</strong>}
        blank={{ title: model.none.enTitle, text: model.none.en }}
      />
      {open === null ? null : (
        <FormPreview resource={resource} row={open.row} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

/** As the server would find them: by the word, by the choices, in the order that was asked for. */
function useMadeUpRows(model: ResourceModel, resource: Resource, filters: ResourceFilters) {
  const rows = useMemo(() => exampleRows(model, 20), [model]);
  const matching = rows.filter((row) => fits(row, resource, filters));
  const { sort } = filters;
  const sorted =
    sort === undefined ? matching : matching.toSorted((a, b) => compare(a[sort.key], b[sort.key]));
  const ordered = sort?.order === "desc" ? sorted.toReversed() : sorted;
  return useQuery<{ rows: Row[]; total: number }, ApiError>({
    queryKey: ["generatorPreview", JSON.stringify(model), filters],
    queryFn: () => Promise.resolve({ rows: ordered, total: ordered.length }),
    initialData: { rows: ordered, total: ordered.length },
    gcTime: 0,
  });
}

function fits(row: Row, resource: Resource, { keyword, chosen }: ResourceFilters): boolean {
  const texts = fieldsOf(resource).filter(({ search }) => search === "text");
  const isFound = texts.some(({ name }) => String(row[name]).toLowerCase().includes(keyword.toLowerCase()));
  if (keyword !== "" && !isFound) return false;
  return Object.entries(chosen).every(([name, value]) => String(row[name]) === value);
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String((a as ExampleValue) ?? "").localeCompare(String((b as ExampleValue) ?? ""));
}

function FormPreview(props: { resource: Resource; row: Row | null; onClose: () => void }) {
  const { resource, row, onClose } = props;
  const { t } = useTranslation("system-generator");
  const label = useResourceLabels(resource);
  const [form] = Form.useForm<FormValues>();
  return (
    <FormDialog<FormValues>
      form={form}
      title={`${t("preview.form")}: ${label("one")}`}
      width={720}
      className="resource-form"
      initialValues={toFormValues(resource, row)}
      isSaving={false}
      unplaced={null}
      onSubmit={() => {
        showToast({ tone: "info", text: t("preview.notSaved") });
        onClose();
      }}
      onClose={onClose}
    >
      {formFields(resource).map((field, at) => (
        <FormField key={field.name} field={field} label={label} autoFocus={at === 0} />
      ))}
    </FormDialog>
  );
}
