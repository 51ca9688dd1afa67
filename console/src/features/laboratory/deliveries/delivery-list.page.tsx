import "./deliveries.css";
import {
  deliveryDecision,
  deliveryState,
  exportDeliveries,
  listSampleDeliveries,
  type SampleDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useDeliveryLabels } from "../../../pickers/sample-labels.tsx";
import { AddButton } from "../../../resource/add-button.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { DeliveryCard, useDeliveryColumns } from "./delivery-columns.tsx";
import { DeliveryDetailView } from "./delivery-detail.tsx";
import { DeliveryForm } from "./delivery-form.tsx";

/** Deliveries; with an id in the address the one that it names. */
export default function DeliveryListPage() {
  const [search] = useSearchParams();
  const id = Number(search.get("id"));
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  return (
    <PermittedPage to="laboratory:delivery:list">
      {isId ? (
        <PageFrame>
          <DeliveryDetailView id={id} />
        </PageFrame>
      ) : (
        <DeliveryList />
      )}
    </PermittedPage>
  );
}

const filterNames = ["keyword", "state", "decision"] as const;
type Name = (typeof filterNames)[number];

function DeliveryList() {
  const { t } = useTranslation("laboratory-deliveries");
  const list = useUrlFilters(filterNames);
  const [isAdding, setAdding] = useState(false);
  const asked = {
    keyword: list.filters.values.keyword,
    state: deliveryState.safeParse(list.filters.values.state).data,
    decision: deliveryDecision.safeParse(list.filters.values.decision).data,
  };
  const query = { ...asked, pageNum: list.filters.page, pageSize: list.filters.size };
  const found = useApi(listSampleDeliveries, { query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable<SampleDelivery, Name>
      list={list}
      found={found}
      search={DeliverySearch}
      actions={
        <>
          <AddButton to="laboratory:delivery:add" label={t("add.open")} onClick={() => setAdding(true)} />
          <ExportButton to="laboratory:delivery:export" call={exportDeliveries} input={{ query: asked }} />
        </>
      }
      id="sample_delivery"
      columns={useDeliveryColumns()}
      rowKey={(row) => String(row.deliveryId)}
      empty={
        <EmptyList
          title={t(list.isFiltered ? "none.found" : "none.title")}
          text={t(list.isFiltered ? "none.foundText" : "none.text")}
          add={list.isFiltered ? null : { to: "laboratory:delivery:add", onClick: () => setAdding(true) }}
        />
      }
      cards={(row) => <DeliveryCard row={row} />}
    >
      {isAdding ? <DeliveryForm delivery={null} onClose={() => setAdding(false)} /> : null}
    </QueryTable>
  );
}

function DeliverySearch(props: SearchProps<Name>) {
  const { t } = useTranslation("laboratory-deliveries");
  const label = useDeliveryLabels();
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search")} {...field("keyword")} />
      <ChoiceField
        label={label("state")}
        options={deliveryState.options.map((value) => ({ value, label: label(`state.${value}`) }))}
        {...field("state")}
      />
      <ChoiceField
        label={label("decision")}
        options={deliveryDecision.options.map((value) => ({ value, label: label(`decision.${value}`) }))}
        {...field("decision")}
      />
    </SearchForm>
  );
}
