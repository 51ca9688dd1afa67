import "./assays.css";
import { assayExport } from "@tracewater/contract/laboratory/assays";
import Button from "antd/es/button";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { AssayRows } from "./assay-rows.tsx";
import { AssaySearch, filterNames } from "./assay-search.tsx";
import { EntryDialog } from "./entry-dialog.tsx";

/** What the laboratory found of the 18 analytes, sample by sample. */
export default function AssayListPage() {
  return (
    <PermittedPage to="laboratory:assay:list">
      <AssayList />
    </PermittedPage>
  );
}

function AssayList() {
  const { t } = useTranslation("laboratory-assays");
  const { t: tOf } = useTranslation("resource");
  const label = useAssayLabels();
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const [searchShown, setSearchShown] = useState(true);
  const [open, setOpen] = useState<"entry" | null>(null);
  const asked = Object.fromEntries(Object.entries(filters.values).filter(([, value]) => value !== ""));
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const close = () => setOpen(null);
  return (
    <PageFrame fill title={label("title")} hint={t("hint")}>
      {searchShown ? <AssaySearch values={filters.values} change={(values) => change({ values })} /> : null}
      <AssayRows
        fill
        asked={asked}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
        pathOf={(row) => `/waterAssay/detail?id=${row.assayId}`}
        search={{ shown: searchShown, onToggle: () => setSearchShown(!searchShown) }}
        empty={
          isFiltered ? (
            <EmptyState title={tOf("none.found")} text={tOf("none.foundText")} />
          ) : (
            <EmptyList
              title={t("none.title")}
              text={t("none.text")}
              add={{ to: "laboratory:assay:add", onClick: () => setOpen("entry") }}
            />
          )
        }
        tools={
          <>
            <Allowed to="laboratory:assay:add">
              <Button type="primary" icon={<Plus size={16} />} onClick={() => setOpen("entry")}>
                {t("act.enter")}
              </Button>
            </Allowed>
            <Allowed to="laboratory:assay:import">
              <Button
                aria-label={t("act.import")}
                icon={<Upload size={15} />}
                onClick={() => void navigate("/waterAssay/import")}
              >
                {isPhone ? null : t("act.import")}
              </Button>
            </Allowed>
            <ExportButton
              to="laboratory:assay:export"
              call={assayExport.calls.export}
              input={{ query: asked }}
            />
          </>
        }
      />
      {open === "entry" ? <EntryDialog onClose={close} /> : null}
    </PageFrame>
  );
}
