/** The list of water samples, with the dialogs that add, seal and label them. */
import "./samplings.css";
import { exportSamplings, listSamplings, type Sampling } from "@tracewater/contract/laboratory/samplings";
import Button from "antd/es/button";
import { Stamp, Tag } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { useIsPhone } from "../../../kit/phone.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { AddButton } from "../../../resource/add-button.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { LabelDialog } from "./label-dialog.tsx";
import { SamplingCard, useSamplingColumns } from "./sampling-columns.tsx";
import { SamplingForm } from "./sampling-form.tsx";
import { filterNames, queryOf, SamplingSearch } from "./sampling-search.tsx";
import { SealDialog } from "./seal-dialog.tsx";

/** Every sample that was taken, by hand or by a sampler. */
export default function SamplingListPage() {
  return (
    <PermittedPage to="laboratory:sampling:list">
      <SamplingList />
    </PermittedPage>
  );
}

type Open = { kind: "add" } | { kind: "seal" | "label"; rows: readonly Sampling[] };

function SamplingList() {
  const { t } = useTranslation("laboratory-samplings");
  const isPhone = useIsPhone();
  const list = useUrlFilters(filterNames);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<Open | null>(null);
  const asked = queryOf(list.filters.values);
  const query = { ...asked, pageNum: list.filters.page, pageSize: list.filters.size };
  const found = useApi(listSamplings, { query }, { keepPrevious: true, handled: true });
  const chosen = (found.data?.rows ?? []).filter((row) => selected.includes(String(row.samplingId)));
  const close = () => setOpen(null);
  return (
    <QueryTable
      list={list}
      found={found}
      search={SamplingSearch}
      actions={
        <>
          <AddButton
            to="laboratory:sampling:add"
            label={t("add.open")}
            onClick={() => setOpen({ kind: "add" })}
          />
          {isPhone ? null : <SelectionActions chosen={chosen} onOpen={setOpen} />}
          <ExportButton to="laboratory:sampling:export" call={exportSamplings} input={{ query: asked }} />
        </>
      }
      id="water_sampling"
      columns={useSamplingColumns()}
      rowKey={(row) => String(row.samplingId)}
      selection={{ keys: chosen.map((row) => String(row.samplingId)), onChange: setSelected }}
      empty={
        <EmptyList
          title={t(list.isFiltered ? "none.found" : "none.title")}
          text={t(list.isFiltered ? "none.foundText" : "none.text")}
          add={
            list.isFiltered
              ? null
              : { to: "laboratory:sampling:add", onClick: () => setOpen({ kind: "add" }) }
          }
        />
      }
      cards={(row) => <SamplingCard row={row} />}
    >
      {open?.kind === "add" ? <SamplingForm sampling={null} onClose={close} /> : null}
      {open?.kind === "seal" ? <SealDialog samples={open.rows} onClose={close} /> : null}
      {open?.kind === "label" ? <LabelDialog samples={open.rows} onClose={close} /> : null}
    </QueryTable>
  );
}

/** Seals those of the chosen samples that are not sealed yet, and prints the labels of all of them. */
function SelectionActions(props: { chosen: readonly Sampling[]; onOpen: (open: Open) => void }) {
  const { chosen, onOpen } = props;
  const { t } = useTranslation("laboratory-samplings");
  const unsealed = chosen.filter((row) => row.state === "taken");
  return (
    <>
      <Allowed to="laboratory:sampling:edit">
        <Button
          icon={<Stamp size={15} />}
          disabled={unsealed.length === 0}
          onClick={() => onOpen({ kind: "seal", rows: unsealed })}
        >
          {t("seal.open")}
        </Button>
      </Allowed>
      <Button
        icon={<Tag size={15} />}
        disabled={chosen.length === 0}
        onClick={() => onOpen({ kind: "label", rows: chosen })}
      >
        {t("label.open")}
      </Button>
    </>
  );
}
