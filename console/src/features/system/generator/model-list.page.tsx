import { useLocalized } from "../../../kit/use-localized.ts";
import "./generator.css";
import { listModels, type ModelRow, removeModels } from "@tracewater/contract/system/generated-modules";
import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { DeleteMenu } from "../../../kit/row-menu.tsx";
import { KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { StartDialog } from "./start-dialog.tsx";

/** The models of resources that are kept, and the ways to begin another one. */
export default function ModelListPage() {
  return (
    <PermittedPage to="tool:gen:list">
      <ModelList />
    </PermittedPage>
  );
}

const filters = ["keyword"] as const;

function ModelList() {
  const { t } = useTranslation("system-generator");
  const list = useUrlFilters(filters);
  const found = useApi(listModels, { query: list.query }, { keepPrevious: true, handled: true });
  const [isStarting, setIsStarting] = useState(false);
  const [toRemove, setToRemove] = useState<ModelRow | null>(null);
  const columns = useModelColumns(setToRemove);
  return (
    <QueryTable
      id="generated-modules"
      list={list}
      found={found}
      search={ModelSearch}
      columns={columns}
      rowKey={(row) => String(row.tableId)}
      empty={
        <EmptyList
          title={t("none.title")}
          text={t("none.text")}
          add={list.isFiltered ? null : { to: "tool:gen:add", onClick: () => setIsStarting(true) }}
        />
      }
      cards={(row) => <ModelName model={row} />}
      actions={
        <Allowed to="tool:gen:add">
          <Button type="primary" icon={<Plus size={16} />} onClick={() => setIsStarting(true)}>
            {t("start.open")}
          </Button>
        </Allowed>
      }
    >
      {isStarting ? <StartDialog onClose={() => setIsStarting(false)} /> : null}
      {toRemove === null ? null : (
        <ConfirmDialog
          call={removeModels}
          input={{ params: { ids: String(toRemove.tableId) } }}
          title={t("remove.title", { name: toRemove.table })}
          submit={t("remove.submit")}
          stale={[listModels]}
          onClose={() => setToRemove(null)}
        >
          {t("remove.text")}
        </ConfirmDialog>
      )}
    </QueryTable>
  );
}

function ModelSearch(props: SearchProps<(typeof filters)[number]>) {
  const { t } = useTranslation("system-generator");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search")} {...field("keyword")} />
    </SearchForm>
  );
}

function useModelColumns(onRemove: (model: ModelRow) => void): Column<ModelRow>[] {
  const { t } = useTranslation("system-generator");
  return [
    {
      id: "table",
      label: t("column.table"),
      width: 200,
      required: true,
      cell: (row) => <ModelName model={row} />,
    },
    { id: "title", label: t("column.title"), width: 200, cell: (row) => <ModelTitle model={row} /> },
    { id: "area", label: t("column.area"), width: 120, cell: (row) => t(`area.${row.area}`) },
    { id: "origin", label: t("column.origin"), width: 140, cell: (row) => t(`origin.${row.origin}`) },
    {
      id: "fields",
      label: t("column.fields"),
      width: 90,
      align: "right",
      cell: (row) => <span className="num">{row.fields}</span>,
    },
    { id: "changedAt", label: t("column.changedAt"), width: 120, cell: (row) => <Age at={row.changedAt} /> },
    { id: "changedBy", label: t("column.changedBy"), width: 140, cell: (row) => row.changedBy },
    actionsColumn(t("column.actions"), 60, (row) => (
      <Allowed to="tool:gen:remove">
        <DeleteMenu
          name={row.table}
          label={t("remove.open", { name: row.table })}
          onDelete={() => onRemove(row)}
        />
      </Allowed>
    )),
  ];
}

function ModelName({ model }: { model: ModelRow }) {
  return (
    <Link to={`/gen/edit/${model.tableId}`} className="code">
      {model.table}
    </Link>
  );
}

function ModelTitle({ model }: { model: ModelRow }) {
  const localized = useLocalized();
  return <>{localized(model.title)}</>;
}
