import "../../../resource/record.css";
import "./boards.css";
import {
  boardControlState,
  type DeviceControl,
  listBoardControls,
} from "@tracewater/contract/laboratory/board-controls";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { devicePath } from "../../../device/families/family-config.ts";
import { handheldDetector } from "../../../device/families/handheld-detector.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { ControlButtons } from "./control-card.tsx";
import { ControlState } from "./control-state.tsx";
import { useBoardLabels } from "./use-board-labels.ts";

const filterNames = ["keyword", "state"] as const;

/** When the control boards of each detector are due, and which detectors are locked out. */
export default function BoardControlListPage() {
  return (
    <PermittedPage to="laboratory:boardTest:list">
      <BoardControlList />
    </PermittedPage>
  );
}

function BoardControlList() {
  const { t } = useTranslation("laboratory-boards");
  const list = useUrlFilters(filterNames);
  const { keyword, state } = list.filters.values;
  const query = {
    ...{ keyword, state: boardControlState.safeParse(state).data },
    ...{ pageNum: list.filters.page, pageSize: list.filters.size },
  };
  const found = useApi(listBoardControls, { query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable
      list={list}
      found={found}
      search={ControlSearch}
      actions={null}
      id="board_control"
      columns={useControlColumns()}
      rowKey={(row) => String(row.deviceId)}
      empty={
        <EmptyState
          title={t(list.isFiltered ? "none.found" : "control.empty")}
          text={t(list.isFiltered ? "none.foundText" : "control.emptyText")}
        />
      }
      cards={(row) => <ControlRowCard row={row} />}
    />
  );
}

function ControlSearch(props: SearchProps<(typeof filterNames)[number]>) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={label("device")} {...field("keyword")} />
      <ChoiceField
        label={t("control.stateTitle")}
        options={boardControlState.options.map((value) => ({ value, label: t(`control.state.${value}`) }))}
        {...field("state")}
      />
    </SearchForm>
  );
}

const pathOf = ({ deviceId, deviceName }: DeviceControl) =>
  devicePath(handheldDetector, { id: deviceId, deviceName }, "detec_params");

function useControlColumns(): Column<DeviceControl>[] {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  return [
    {
      ...{ id: "device", label: label("device"), width: 130, required: true },
      cell: (row) => <PathLink to={pathOf(row)}>{row.deviceName}</PathLink>,
    },
    { id: "unit", label: label("organisation"), width: 160, cell: (row) => row.unitName },
    {
      ...{ id: "state", label: t("control.stateTitle"), width: 220 },
      cell: (row) => <ControlState device={row} />,
    },
    {
      ...{ id: "due", label: t("control.due"), width: 172 },
      cell: (row) => <span className="num">{row.dueAt === null ? "—" : formatMoment(row.dueAt)}</span>,
    },
    {
      ...{ id: "interval", label: t("control.plan.interval"), width: 100, align: "right" },
      cell: (row) =>
        row.intervalDays === null ? (
          "—"
        ) : (
          <span className="num">{`${row.intervalDays} ${t("control.days")}`}</span>
        ),
    },
    {
      ...{ id: "withheld", label: t("control.withheldTitle"), width: 100, align: "right" },
      cell: (row) => <span className="num">{row.withheld}</span>,
    },
    {
      id: "actions",
      label: t("control.actions"),
      width: 300,
      cell: (row) => <ControlButtons device={row} />,
    },
  ];
}

function ControlRowCard({ row }: { row: DeviceControl }) {
  const { t } = useTranslation("laboratory-boards");
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink to={pathOf(row)}>{row.deviceName}</PathLink>
        <ControlState device={row} />
      </span>
      <span className="record-quiet">
        {[
          row.unitName,
          row.dueAt === null ? null : `${t("control.due")} ${formatMoment(row.dueAt)}`,
          row.withheld === 0 ? null : t("control.withheld", { count: row.withheld }),
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </span>
      <ControlButtons device={row} />
    </div>
  );
}
