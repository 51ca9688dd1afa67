import {
  cancelUpgrades,
  getFirmwareBatch,
  listUpgrades,
  type Rollout,
  retryUpgrades,
  type Upgrade,
} from "@tracewater/contract/fleet/firmware-upgrades";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Popconfirm from "antd/es/popconfirm";
import { Ban, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { StateMark } from "../../../kit/state.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { barStates, CountsBar, countOpen, UpgradeMark, upgradeTones } from "./upgrade-labels.tsx";

const pageSize = 20;

/** One batch: how each of its devices is, and what can still be done. */
export function RolloutDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation("fleet-firmware");
  const found = useApi(getFirmwareBatch, { params: { id } }, { handled: true });
  const batch = found.data?.data;
  return (
    <Drawer
      open
      size={720}
      title={batch === undefined ? t("batch.title") : titleOf(batch)}
      onClose={onClose}
      extra={batch === undefined ? null : <RolloutActs batch={batch} />}
    >
      {batch === undefined ? (
        found.error === null ? (
          <Loading lines={6} />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : (
        <RolloutDetail batch={batch} />
      )}
    </Drawer>
  );
}

function RolloutDetail({ batch }: { batch: Rollout }) {
  const { t } = useTranslation("fleet-firmware");
  const [page, setPage] = useState(1);
  const query = { batchId: batch.id, pageNum: page, pageSize };
  const found = useApi(listUpgrades, { query }, { keepPrevious: true, handled: true });
  return (
    <div className="batch">
      <CountsBar counts={batch.counts} />
      <ul className="batch-counts">
        {barStates
          .filter((state) => batch.counts[state] > 0)
          .map((state) => (
            <li key={state}>
              <StateMark tone={upgradeTones[state]} /> {t(`state.${state}`)}{" "}
              <strong className="num">{batch.counts[state]}</strong>
            </li>
          ))}
      </ul>
      <p className="firmware-quiet">
        {t("batch.terms", {
          actor: batch.actor,
          at: formatMoment(batch.createdAt).slice(0, 16),
          atOnce: batch.atOnce,
          timeout: batch.patienceMinutes,
          until: formatMoment(batch.waitsUntil).slice(0, 16),
        })}
      </p>
      <QueryRows
        found={found}
        id="firmware_upgrade"
        columns={useColumns()}
        rowKey={(row) => row.id}
        cards={(row) => <UpgradeCard row={row} />}
        page={page}
        size={pageSize}
        onPage={setPage}
      />
    </div>
  );
}

function useColumns(): Column<Upgrade>[] {
  const { t } = useTranslation("fleet-firmware");
  const label = (id: TextKey<"fleet-firmware", "column">) => ({ id, label: t(`column.${id}`) });
  return [
    { ...label("device"), width: 170, required: true, cell: (row) => <DeviceOf row={row} /> },
    {
      ...label("from"),
      width: 100,
      cell: (row) => <span className="code">{row.versionBefore ?? "—"}</span>,
    },
    { ...label("state"), width: 250, required: true, cell: (row) => <UpgradeMark upgrade={row} /> },
    { ...label("since"), width: 110, cell: (row) => <Age at={lastStep(row)} /> },
    {
      id: "actions",
      label: t("actions"),
      width: 56,
      headless: true,
      required: true,
      align: "right",
      cell: (row) => <UpgradeActs row={row} />,
    },
  ];
}

function DeviceOf({ row }: { row: Upgrade }) {
  const { t } = useTranslation("fleet-firmware");
  return (
    <span className="upgrade-device">
      <span className="code">{row.deviceName}</span>
      <span className="firmware-quiet">
        {row.isOnline ? t("online") : t("offline")}
        {row.attempt > 1 ? ` · ${t("attempt", { count: row.attempt })}` : ""}
      </span>
    </span>
  );
}

function UpgradeCard({ row }: { row: Upgrade }) {
  return (
    <div className="firmware-card">
      <span className="record-line">
        <DeviceOf row={row} />
        <UpgradeActs row={row} />
      </span>
      <UpgradeMark upgrade={row} />
    </div>
  );
}

function lastStep(row: Upgrade): number {
  return row.finishedAt ?? row.installedAt ?? row.downloadingAt ?? row.toldAt ?? row.queuedAt;
}

const openStates = ["queued", "told", "downloading", "installed"];

function useSteps(batchId: number) {
  const refreshAfter = {
    onSettled: () => void Promise.all([getFirmwareBatch, listUpgrades].map(invalidate)),
  };
  const cancel = useApiMutation(cancelUpgrades);
  const retry = useApiMutation(retryUpgrades);
  const input = (upgradeIds: string[]) => ({ params: { id: batchId }, body: { upgradeIds } });
  return {
    cancel: (ids: string[]) => cancel.mutate(input(ids), refreshAfter),
    retry: (ids: string[]) => retry.mutate(input(ids), refreshAfter),
    isPending: cancel.isPending || retry.isPending,
  };
}

function UpgradeActs({ row }: { row: Upgrade }) {
  const { t } = useTranslation("fleet-firmware");
  const steps = useSteps(row.batchId);
  if (row.state === "succeeded") return null;
  const isOpen = openStates.includes(row.state);
  const label = t(isOpen ? "cancelOne" : "retryOne", { name: row.deviceName });
  return (
    <Allowed to="device:firmware:upgrade">
      <Button
        type="text"
        size="small"
        aria-label={label}
        title={label}
        loading={steps.isPending}
        icon={isOpen ? <Ban size={16} /> : <RotateCcw size={16} />}
        onClick={() => (isOpen ? steps.cancel([row.id]) : steps.retry([row.id]))}
      />
    </Allowed>
  );
}

function RolloutActs({ batch }: { batch: Rollout }) {
  const { t } = useTranslation("fleet-firmware");
  const steps = useSteps(batch.id);
  const { failed, timedOut, cancelled } = batch.counts;
  const open = countOpen(batch.counts);
  const ended = failed + timedOut + cancelled;
  return (
    <Allowed to="device:firmware:upgrade">
      <span className="firmware-tools">
        {ended > 0 ? (
          <Button icon={<RotateCcw size={16} />} loading={steps.isPending} onClick={() => steps.retry([])}>
            {t("retryAll", { count: ended })}
          </Button>
        ) : null}
        {open > 0 ? (
          <Popconfirm
            title={t("cancelAsk", { count: open })}
            okText={t("cancelSubmit")}
            cancelText={t("keep")}
            onConfirm={() => steps.cancel([])}
          >
            <Button danger icon={<Ban size={16} />} loading={steps.isPending}>
              {t("cancelAll", { count: open })}
            </Button>
          </Popconfirm>
        ) : null}
      </span>
    </Allowed>
  );
}

/** A batch without a name of its own is called as its version. */
function titleOf({ name, version }: { name: string; version: string }): string {
  return name === version ? version : `${name} · ${version}`;
}
