import {
  type Licence,
  type LicenceState,
  listLicences,
  withdrawLicence,
} from "@tracewater/contract/system/licences";
import { type Unit, units } from "@tracewater/contract/system/units";
import Button from "antd/es/button";
import { BadgeCheck, Ban, KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { IssueDialog } from "./issue-dialog.tsx";

const tones: Readonly<Record<LicenceState, Tone>> = {
  issued: "info",
  lapsed: "off",
  future: "info",
  inForce: "ok",
  over: "off",
  withdrawn: "off",
};
const pageSize = 10;

/** The unit's authorization and its history: who issued what, who entered it, what was withdrawn. */
export function LicenceCard({ unit }: { unit: Unit }) {
  const { t } = useTranslation("system-units");
  const [pageNum, setPage] = useState(1);
  const [asking, setAsking] = useState<"issue" | "grant" | null>(null);
  const [withdrawing, setWithdrawing] = useState<Licence | null>(null);
  const query = { unitId: unit.deptId, pageNum, pageSize };
  const found = useApi(listLicences, { query }, { keepPrevious: true, handled: true });
  const mayIssue = hasPermission("system:licence:issue", useSession());
  const columns = useColumns(mayIssue ? setWithdrawing : null);
  const total = found.data?.total ?? 0;
  return (
    <Card
      title={t("licence.title")}
      flush
      className="unit-licences"
      extra={
        <Allowed to="system:licence:issue">
          <span className="unit-card-actions">
            <Button icon={<BadgeCheck size={15} />} onClick={() => setAsking("grant")}>
              {t("licence.grant")}
            </Button>
            <Button type="primary" icon={<KeyRound size={15} />} onClick={() => setAsking("issue")}>
              {t("licence.issue")}
            </Button>
          </span>
        </Allowed>
      }
    >
      {found.isError && found.data === undefined ? (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <DataTable
          id="unit-licences"
          columns={columns}
          rows={found.data?.rows ?? []}
          rowKey={(row) => String(row.licenceId)}
          loading={found.isPending}
          busy={found.isPlaceholderData}
          empty={<EmptyState title={t("licence.none")} />}
          cards={(row) => <LicenceRow licence={row} onWithdraw={mayIssue ? setWithdrawing : null} />}
        />
      )}
      {total > pageSize ? (
        <Pager total={total} page={pageNum} size={pageSize} onChange={(page) => setPage(page)} />
      ) : null}
      {asking === null ? null : <IssueDialog unit={unit} how={asking} onClose={() => setAsking(null)} />}
      {withdrawing === null ? null : (
        <WithdrawDialog unit={unit} licence={withdrawing} onClose={() => setWithdrawing(null)} />
      )}
    </Card>
  );
}

type OnWithdraw = ((licence: Licence) => void) | null;

function useColumns(onWithdraw: OnWithdraw): Column<Licence>[] {
  const { t } = useTranslation("system-units");
  const columns: Column<Licence>[] = [
    {
      id: "state",
      label: t("licence.state"),
      width: 146,
      required: true,
      cell: (row) => <LicenceStateOf licence={row} />,
    },
    {
      id: "days",
      label: t("licence.days"),
      width: 212,
      cell: (row) => `${row.validFrom} – ${row.validUntil}`,
    },
    {
      id: "devices",
      label: t("licence.devices"),
      width: 84,
      align: "right",
      cell: (row) => row.mostDevices ?? t("licence.free"),
    },
    {
      id: "users",
      label: t("licence.users"),
      width: 84,
      align: "right",
      cell: (row) => row.mostUsers ?? t("licence.free"),
    },
    {
      id: "issued",
      label: t("licence.issued"),
      width: 228,
      cell: (row) => <By name={row.issuedBy || t("licence.platform")} at={row.issuedAt} />,
    },
    { id: "entered", label: t("licence.entered"), width: 250, cell: (row) => <Entered licence={row} /> },
    {
      id: "withdrawn",
      hiddenAtFirst: true,
      label: t("licence.withdrawn"),
      width: 228,
      cell: (row) => <By name={row.withdrawnBy} at={row.withdrawnAt} />,
    },
  ];
  if (onWithdraw === null) return columns;
  return [
    ...columns,
    actionsColumn(t("actions"), 60, (row) => <WithdrawButton licence={row} onWithdraw={onWithdraw} />),
  ];
}

function LicenceStateOf({ licence }: { licence: Licence }) {
  const { t } = useTranslation("system-units");
  const word = licence.isCurrent ? "current" : licence.state;
  return (
    <State
      tone={tones[licence.state]}
      label={t(`licence.states.${word}`)}
      title={licence.withdrawnAt === null ? undefined : `${licence.withdrawnBy ?? ""} ${licence.withdrawnAt}`}
    />
  );
}

function By({ name, at }: { name: string | null; at: string | null }) {
  if (name === null || at === null) return <>—</>;
  return (
    <span title={`${name} ${at}`}>
      {name} <span className="unit-quiet">{at}</span>
    </span>
  );
}

function Entered({ licence }: { licence: Licence }) {
  const { t } = useTranslation("system-units");
  if (!licence.byCode) return <span className="unit-quiet">{t("licence.withoutCode")}</span>;
  if (licence.withdrawnAt !== null && licence.enteredAt === null) return <>—</>;
  if (licence.enteredAt !== null) return <By name={licence.enteredBy ?? ""} at={licence.enteredAt} />;
  return <span className="unit-quiet">{t("licence.enterBy", { time: licence.enterBy })}</span>;
}

function WithdrawButton({ licence, onWithdraw }: { licence: Licence; onWithdraw: OnWithdraw }) {
  const { t } = useTranslation("system-units");
  if (onWithdraw === null || !["issued", "future", "inForce"].includes(licence.state)) return null;
  return (
    <IconButton label={t("licence.withdraw")} onClick={() => onWithdraw(licence)}>
      <Ban />
    </IconButton>
  );
}

function LicenceRow({ licence, onWithdraw }: { licence: Licence; onWithdraw: OnWithdraw }) {
  return (
    <div className="unit-licence-row">
      <div className="unit-card">
        <LicenceStateOf licence={licence} />
        <span>
          {licence.validFrom} – {licence.validUntil}
        </span>
        <span>
          <Entered licence={licence} />
        </span>
      </div>
      <WithdrawButton licence={licence} onWithdraw={onWithdraw} />
    </div>
  );
}

function WithdrawDialog(props: { unit: Unit; licence: Licence; onClose: () => void }) {
  const { t } = useTranslation("system-units");
  const { licence, unit } = props;
  return (
    <ConfirmDialog
      call={withdrawLicence}
      input={{ body: { licenceId: licence.licenceId } }}
      title={t("licence.withdraw")}
      submit={t("licence.withdrawDo")}
      stale={[listLicences, units.calls.get]}
      done={t("licence.withdrawDone")}
      onClose={props.onClose}
    >
      {t(licence.isCurrent ? "licence.withdrawCurrent" : "licence.withdrawText", {
        unit: unit.name,
        from: licence.validFrom,
        until: licence.validUntil,
      })}
    </ConfirmDialog>
  );
}
