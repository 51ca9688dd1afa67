import {
  envStatusLog,
  type GroupRow,
  modeLog,
  settingLog,
  workStatusLog,
} from "@tracewater/contract/fleet/group-logs";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn, textIn } from "@tracewater/contract/locales";
import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import { FileDown } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { Allowed } from "../../../../api/allowed.tsx";
import { saveFile } from "../../../../api/file-calls.ts";
import { useApi } from "../../../../api/use-api.ts";
import { readSpan, spanAt } from "../../../../charts/spans.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { familyPermission } from "../../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { isNumeric, printValue } from "../../../../device/values.ts";
import { Card } from "../../../../kit/card.tsx";
import type { Column } from "../../../../kit/data-table/column.ts";
import { DataTable } from "../../../../kit/data-table/data-table.tsx";
import { Pager } from "../../../../kit/data-table/pager.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { useNow } from "../../../../kit/ticking.ts";

const logs = {
  workStatus: workStatusLog,
  mode: modeLog,
  setting: settingLog,
  envStatus: envStatusLog,
} as const;
type Group = keyof typeof logs;
const groups: readonly Group[] = ["workStatus", "mode", "setting", "envStatus"];

/** What a device reported of one group of its properties, moment by moment, over the span of the page's charts. */
export const GroupLog = memo(function GroupLog({ open, model }: { open: OpenDevice; model: ProductModel }) {
  const { t } = useDeviceTexts();
  const { device, familyConfig } = open;
  const [search, setSearch] = useSearchParams();
  const [page, setPage] = useState({ pageNum: 1, pageSize: 10 });
  const has = (name: Group) => model.properties.some((property) => property.group === name);
  const group = groups.find((name) => name === search.get("group")) ?? groups.find(has) ?? "workStatus";
  const { begin, end } = spanAt(readSpan(search, { kind: "24h" }), useNow(60_000));
  const asked = { deviceName: device.deviceName, beginTime: begin, endTime: end };
  const params = { family: familyConfig.family };
  const { calls } = logs[group];
  const { data, error, isPending, isPlaceholderData, refetch } = useApi(
    calls.list,
    { params, query: { ...asked, ...page } },
    { keepPrevious: true },
  );
  const columns = useGroupColumns(model, group);
  const choose = (name: Group) => {
    const changed = new URLSearchParams(search);
    changed.set("group", name);
    setSearch(changed, { replace: true });
    setPage({ ...page, pageNum: 1 });
  };
  return (
    <Card flush className="group-log">
      <div className="group-log-bar">
        <h2 className="card-title">{t("groupLog.title")}</h2>
        <Segmented<Group>
          value={group}
          onChange={choose}
          options={groups.filter(has).map((value) => ({ value, label: t(`info.group.${value}`) }))}
        />
        <Allowed to={familyPermission(familyConfig, "export")}>
          <Button
            icon={<FileDown size={16} />}
            onClick={() => void saveFile(calls.export, { params, query: asked }).catch(() => undefined)}
          >
            {t("groupLog.export")}
          </Button>
        </Allowed>
      </div>
      {error !== null && data === undefined ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          id={`group-log-${familyConfig.family}-${group}`}
          columns={columns}
          rows={data?.rows ?? noRows}
          rowKey={(row) => String(row.at)}
          loading={isPending}
          busy={isPlaceholderData}
          empty={<EmptyState title={t("groupLog.none")} text={t("groupLog.noneText")} />}
        />
      )}
      <Pager
        total={data?.total ?? null}
        page={page.pageNum}
        size={page.pageSize}
        onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
      />
    </Card>
  );
});

const noRows: GroupRow[] = [];

function useGroupColumns(model: ProductModel, group: Group): Column<GroupRow>[] {
  const { t, language, labelOf } = useDeviceTexts();
  return useMemo(
    () => [
      {
        id: "at",
        label: t("groupLog.at"),
        width: 176,
        required: true,
        fixed: "left",
        cell: (row) => formatMoment(row.at),
      },
      ...model.properties
        .filter((property) => property.group === group)
        .map((property): Column<GroupRow> => {
          const { dataType, identifier } = property;
          const name = nameIn(property, language);
          return {
            id: identifier,
            label: name,
            unit: isNumeric(dataType) ? (dataType.unit ?? undefined) : undefined,
            width: Math.max(110, textIn({ en: 8, zh: 15 }, language) * name.length + 60),
            align: isNumeric(dataType) ? "right" : "left",
            cell: (row) => {
              if (!(identifier in row.values)) return <span className="device-quiet">—</span>;
              const { text } = printValue(dataType, row.values[identifier], labelOf);
              return row.outOfRange.includes(identifier) ? (
                <span className="device-value-warn" title={t("info.outOfRange")}>
                  {text}
                </span>
              ) : (
                <span title={text}>{text}</span>
              );
            },
          };
        }),
    ],
    [model, group, t, language, labelOf],
  );
}
