import "./deliveries.css";
import { useMutation } from "@tanstack/react-query";
import {
  type Delivery,
  deliveryDecision,
  deliveryState,
  exportDeliveries,
  listSampleDeliveries,
} from "@tracewater/contract/laboratory/deliveries";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { Download, Plus, Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { SearchForm } from "../../../kit/search-form.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useDeliveryWords } from "../../../pickers/sample-words.tsx";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
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
type Filters = Readonly<Record<(typeof filterNames)[number], string>>;
const nothing: Filters = { keyword: "", state: "", decision: "" };

function DeliveryList() {
  const { t } = useTranslation("laboratory-deliveries");
  const isPhone = useIsPhone();
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const [searchShown, setSearchShown] = useState(true);
  const [isAdding, setAdding] = useState(false);
  const { keyword, state, decision } = filters.values;
  const asked = {
    keyword,
    state: deliveryState.safeParse(state).data,
    decision: deliveryDecision.safeParse(decision).data,
  };
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listSampleDeliveries, { query }, { keepPrevious: true, handled: true });
  const save = useMutation<void, ApiError>({
    mutationFn: () => saveFile(exportDeliveries, { query: asked }),
  });
  const columns = useDeliveryColumns();
  return (
    <PageFrame fill>
      {searchShown ? (
        <DeliverySearch
          key={JSON.stringify(filters.values)}
          values={filters.values}
          change={(values) => change({ values })}
        />
      ) : null}
      <Card flush fill className="delivery-rows">
        <TableToolbar
          tableId="sample_delivery"
          columns={columns}
          selectedCount={0}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <Allowed to="laboratory:delivery:add">
            <Button
              type="primary"
              icon={<Plus size={16} />}
              aria-label={t("add.open")}
              onClick={() => setAdding(true)}
            >
              {isPhone ? null : t("add.open")}
            </Button>
          </Allowed>
          <Allowed to="laboratory:delivery:export">
            <Button
              icon={<Download size={15} />}
              aria-label={t("export")}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {isPhone ? null : t("export")}
            </Button>
          </Allowed>
        </TableToolbar>
        <FoundRows<Delivery>
          found={found}
          id="sample_delivery"
          columns={columns}
          rowKey={(row) => String(row.deliveryId)}
          empty={
            <Blank
              title={t(isFiltered ? "none.found" : "none.title")}
              text={t(isFiltered ? "none.foundText" : "none.text")}
            />
          }
          cards={(row) => <DeliveryCard row={row} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {isAdding ? <DeliveryForm delivery={null} onClose={() => setAdding(false)} /> : null}
    </PageFrame>
  );
}

function DeliverySearch(props: { values: Filters; change: (values: Filters) => void }) {
  const { t } = useTranslation("laboratory-deliveries");
  const word = useDeliveryWords();
  const [typed, setTyped] = useState(props.values);
  const choice = (name: "state" | "decision", options: { value: string; label: string }[]) => (
    <Select
      aria-label={word(name)}
      placeholder={word(name)}
      allowClear
      value={typed[name] === "" ? null : typed[name]}
      options={options}
      onChange={(value: string | null | undefined) => setTyped({ ...typed, [name]: value ?? "" })}
    />
  );
  return (
    <SearchForm onSubmit={() => props.change(typed)} onReset={() => props.change(nothing)}>
      <Input
        aria-label={t("search")}
        placeholder={t("search")}
        prefix={<Search size={15} />}
        maxLength={100}
        allowClear
        value={typed.keyword}
        onChange={(event) => setTyped({ ...typed, keyword: event.target.value })}
      />
      {choice(
        "state",
        deliveryState.options.map((value) => ({ value, label: word(`state.${value}`) })),
      )}
      {choice(
        "decision",
        deliveryDecision.options.map((value) => ({ value, label: word(`decision.${value}`) })),
      )}
    </SearchForm>
  );
}
