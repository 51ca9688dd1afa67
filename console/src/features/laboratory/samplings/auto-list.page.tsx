/** The list of automatic samplings of all samplers, each with the sample that it became. */
import "../../../resource/record.css";
import "./samplings.css";
import {
  type FleetSampling,
  listFleetSamplings,
  listSamplings,
  registerAutoSampling,
} from "@tracewater/contract/laboratory/samplings";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Segmented from "antd/es/segmented";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DayField } from "../../../kit/day-field.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { AutoCard, useAutoColumns } from "./auto-columns.tsx";

const dayMs = 86_400_000;
const filterNames = ["only", "deviceName", "from", "until"] as const;
type AutoFilters = Readonly<Record<(typeof filterNames)[number], string>>;
const onlies = ["all", "missed", "unregistered", "differing"] as const;

/** What samplers put into bottles lately, all of them together. */
export default function AutoListPage() {
  return (
    <PermittedPage to="laboratory:sampling:list">
      <AutoList />
    </PermittedPage>
  );
}

function AutoList() {
  const { t } = useTranslation("laboratory-samplings");
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const { only, deviceName, from, until } = filters.values;
  const begin = fromZonedInput(`${from}T00:00`);
  const end = fromZonedInput(`${until}T00:00`);
  const query = {
    ...(only === "missed" || only === "unregistered" || only === "differing" ? { only } : {}),
    ...(deviceName === "" ? {} : { deviceName }),
    ...(begin === null ? {} : { beginTime: begin }),
    ...(end === null ? {} : { endTime: end + dayMs - 1 }),
    pageNum: filters.page,
    pageSize: filters.size,
  };
  const found = useApi(listFleetSamplings, { query }, { keepPrevious: true, handled: true });
  const session = useSession();
  const sample = useSampleColumn(hasPermission("laboratory:sampling:add", session));
  const columns = [...useAutoColumns(), sample];
  return (
    <PageFrame
      fill
      title={t("auto.title")}
      hint={t("auto.hint")}
      extra={<PathLink to="/samplingAuto/auto">{t("auto.now")}</PathLink>}
    >
      <Card flush fill className="record-rows">
        <AutoSearch values={filters.values} change={(values) => change({ values })} />
        <QueryRows
          found={found}
          id="fleet_sampling"
          columns={columns}
          rowKey={(row) => `${row.deviceId} ${row.slot} ${row.began}`}
          empty={<EmptyState title={t(isFiltered ? "none.found" : "auto.none")} text={t("auto.noneText")} />}
          cards={(row) => <AutoCard row={row} extra={sample.cell(row)} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
        {found.data?.isMore ? <p className="sampling-more">{t("auto.isMore")}</p> : null}
      </Card>
    </PageFrame>
  );
}

/** The filters over the list; each takes effect at once. */
function AutoSearch(props: { values: AutoFilters; change: (values: Partial<AutoFilters>) => void }) {
  const { values, change } = props;
  const { t } = useTranslation("laboratory-samplings");
  const day = (name: "from" | "until") => (
    <DayField
      label={t(`search.${name}`)}
      value={values[name]}
      onChange={(chosen) => change({ [name]: chosen })}
    />
  );
  return (
    <div className="sampling-bar">
      <Segmented
        value={onlies.find((one) => one === values.only) ?? "all"}
        onChange={(value) => change({ only: value === "all" ? "" : value })}
        options={onlies.map((value) => ({ value, label: t(`auto.only.${value}`) }))}
      />
      <Input.Search
        placeholder={t("auto.device")}
        aria-label={t("auto.device")}
        defaultValue={values.deviceName}
        allowClear
        maxLength={64}
        onSearch={(value) => change({ deviceName: value.trim() })}
      />
      {day("from")}
      {day("until")}
    </div>
  );
}

/** The sample that it became, or the button that makes it one. */
function useSampleColumn(mayAdd: boolean): Column<FleetSampling> {
  const { t } = useTranslation("laboratory-samplings");
  const register = useApiMutation(registerAutoSampling);
  const submit = ({ deviceName, slot, began }: FleetSampling) =>
    register.mutate(
      { body: { deviceName, slot, time: began } },
      {
        onSuccess: ({ data }) => {
          void invalidate(listFleetSamplings);
          void invalidate(listSamplings);
          showToast({ tone: "success", text: t("auto.registered", { no: data.sampleNo }) });
        },
      },
    );
  return {
    id: "sample",
    label: t("auto.sample"),
    width: 132,
    fixed: "right",
    cell: (row) => {
      if (row.samplingId !== null)
        return (
          <>
            <PathLink className="code" to={`/samplingDetail/${row.samplingId}`}>
              {row.sampleNo}
            </PathLink>
            {row.differs.length === 0 ? null : <State tone="warn" label={t("auto.differs")} />}
          </>
        );
      const { registration } = row;
      if (registration !== "possible" && registration !== "registered")
        return t(`auto.registration.${registration}`);
      if (!mayAdd || registration === "registered") return "—";
      return (
        <Button size="small" loading={register.isPending} onClick={() => submit(row)}>
          {t("auto.register")}
        </Button>
      );
    },
  };
}
