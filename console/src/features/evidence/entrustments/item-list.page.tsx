import "../../../resource/record.css";
import "./evidence.css";
import {
  type EvidenceItem,
  exportEvidenceItems,
  itemState,
  itemStorage,
  listEvidenceItems,
} from "@tracewater/contract/evidence/items";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useDictionary } from "../../../pickers/use-dictionary.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { idOf, useItemLabels } from "./evidence-labels.tsx";
import { ItemCard, useItemColumns } from "./item-columns.tsx";
import { ItemView } from "./item-view.tsx";

/** Items of evidence; with an id in the address the one that it names. */
export default function ItemListPage() {
  const [search] = useSearchParams();
  const id = idOf(search.get("id"));
  return id === null ? (
    <PermittedPage to="evidence:item:list">
      <ItemList />
    </PermittedPage>
  ) : (
    <PermittedPage to="evidence:item:query">
      <PageFrame>
        <ItemView id={id} />
      </PageFrame>
    </PermittedPage>
  );
}

const filterNames = ["keyword", "state", "storage", "only", "sort"] as const;
type Name = (typeof filterNames)[number];
const only = z.enum(["mine", "offered", "disposal", "due"]);
const sortKey = z.enum(["createdAt", "itemNo", "name", "state"]);

function sortOf(text: string) {
  const [name, order] = text.split("-");
  const key = sortKey.safeParse(name).data;
  return key === undefined
    ? undefined
    : { key, order: order === "asc" ? ("asc" as const) : ("desc" as const) };
}

function ItemList() {
  const { t } = useTranslation("evidence-entrustments");
  const list = useUrlFilters(filterNames);
  const { values, page, size } = list.filters;
  const sort = sortOf(values.sort);
  const asked = {
    keyword: values.keyword,
    state: itemState.safeParse(values.state).data,
    storage: itemStorage.safeParse(values.storage).data,
    only: only.safeParse(values.only).data,
    ...(sort === undefined ? {} : { orderByColumn: sort.key, isAsc: sort.order }),
  };
  const query = { ...asked, pageNum: page, pageSize: size };
  const found = useApi(listEvidenceItems, { query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable<EvidenceItem, Name>
      list={list}
      found={found}
      search={ItemSearch}
      actions={<ExportButton to="evidence:item:export" call={exportEvidenceItems} input={{ query: asked }} />}
      id="evidence_item"
      columns={useItemColumns({ ofOne: false })}
      rowKey={(row) => String(row.itemId)}
      sort={sort}
      onSort={(next) =>
        list.change({ values: { sort: next === undefined ? "" : `${next.key}-${next.order}` } })
      }
      empty={
        <EmptyState
          title={t(list.isFiltered ? "none.found" : "none.items")}
          text={t(list.isFiltered ? "none.foundItems" : "none.itemsText")}
        />
      }
      cards={(row) => <ItemCard row={row} />}
    />
  );
}

function ItemSearch(props: SearchProps<Name>) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useItemLabels();
  const { form, field } = useSearchFields(props);
  const states = useDictionary("evidence_state");
  const storages = useDictionary("evidence_storage");
  return (
    <SearchForm {...form}>
      <KeywordField label={t("searchItems")} {...field("keyword")} />
      <ChoiceField label={label("state")} options={states.options} {...field("state")} />
      <ChoiceField label={label("storage")} options={storages.options} {...field("storage")} />
      <ChoiceField
        label={t("only.label")}
        options={only.options.map((value) => ({ value, label: t(`only.${value}`) }))}
        {...field("only")}
      />
    </SearchForm>
  );
}
