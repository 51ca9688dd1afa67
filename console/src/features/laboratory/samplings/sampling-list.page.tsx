import "./samplings.css";
import { useMutation } from "@tanstack/react-query";
import { exportSamplings, listSamplings, type Sampling } from "@tracewater/contract/laboratory/samplings";
import Button from "antd/es/button";
import { Download, Plus, Stamp, Tag } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
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
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const [searchShown, setSearchShown] = useState(true);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<Open | null>(null);
  const asked = queryOf(filters.values);
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listSamplings, { query }, { keepPrevious: true, handled: true });
  const save = useMutation<void, ApiError>({ mutationFn: () => saveFile(exportSamplings, { query: asked }) });
  const columns = useSamplingColumns();
  const chosen = (found.data?.rows ?? []).filter((row) => selected.includes(String(row.samplingId)));
  const unsealed = chosen.filter((row) => row.state === "taken");
  const close = () => setOpen(null);
  return (
    <PageFrame fill>
      {searchShown ? (
        <SamplingSearch
          key={JSON.stringify(filters.values)}
          values={filters.values}
          change={(values) => change({ values })}
        />
      ) : null}
      <Card flush fill className="sampling-rows">
        <TableToolbar
          tableId="water_sampling"
          columns={columns}
          selectedCount={chosen.length}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <Allowed to="laboratory:sampling:add">
            <Button
              type="primary"
              icon={<Plus size={16} />}
              aria-label={t("add.open")}
              onClick={() => setOpen({ kind: "add" })}
            >
              {isPhone ? null : t("add.open")}
            </Button>
          </Allowed>
          {isPhone ? null : (
            <>
              <Allowed to="laboratory:sampling:edit">
                <Button
                  icon={<Stamp size={15} />}
                  disabled={unsealed.length === 0}
                  onClick={() => setOpen({ kind: "seal", rows: unsealed })}
                >
                  {t("seal.open")}
                </Button>
              </Allowed>
              <Button
                icon={<Tag size={15} />}
                disabled={chosen.length === 0}
                onClick={() => setOpen({ kind: "label", rows: chosen })}
              >
                {t("label.open")}
              </Button>
            </>
          )}
          <Allowed to="laboratory:sampling:export">
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
        <FoundRows
          found={found}
          id="water_sampling"
          columns={columns}
          rowKey={(row) => String(row.samplingId)}
          selection={{ keys: chosen.map((row) => String(row.samplingId)), onChange: setSelected }}
          empty={
            <Blank
              title={t(isFiltered ? "none.found" : "none.title")}
              text={t(isFiltered ? "none.foundText" : "none.text")}
            />
          }
          cards={(row) => <SamplingCard row={row} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {open?.kind === "add" ? <SamplingForm sampling={null} onClose={close} /> : null}
      {open?.kind === "seal" ? <SealDialog samples={open.rows} onClose={close} /> : null}
      {open?.kind === "label" ? <LabelDialog samples={open.rows} onClose={close} /> : null}
    </PageFrame>
  );
}
