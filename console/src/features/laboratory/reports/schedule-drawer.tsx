import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { endReportSchedule, listReportSchedules } from "@tracewater/contract/laboratory/reports";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Popconfirm from "antd/es/popconfirm";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";

/** Which reports make themselves; each can be ended. */
export function ScheduleDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const isPhone = useIsPhone();
  const found = useApi(listReportSchedules, { query: { pageSize: 500 } }, { handled: true });
  const end = useApiMutation(endReportSchedule);
  const rows = found.data?.rows;
  return (
    <Drawer open size={isPhone ? "100%" : 520} title={t("schedules.title")} onClose={onClose}>
      {found.error !== null && rows === undefined ? (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      ) : rows === undefined ? (
        <Loading lines={5} />
      ) : rows.length === 0 ? (
        <EmptyState title={t("schedules.none")} text={t("schedules.noneText")} />
      ) : (
        <ul className="report-schedules">
          {rows.map((row) => (
            <li key={row.scheduleId}>
              <span>
                <strong>{row.pointName}</strong> {t(`schedules.every.${row.every}`)}
                <br />
                <span className="report-quiet">
                  {row.choices.analytes.map((one) => label(`analyte.${one}`)).join(", ")} ·{" "}
                  {t("schedules.by", { by: row.createdBy, at: row.createdAt })}
                </span>
              </span>
              <Allowed to="laboratory:report:add">
                <Popconfirm
                  title={`${t("act.end")}: ${row.pointName}?`}
                  okText={t("act.end")}
                  cancelText={t("dialog.close")}
                  onConfirm={() =>
                    end.mutate(
                      { params: { id: row.scheduleId } },
                      {
                        onSuccess: () => {
                          showToast({ tone: "success", text: t("schedules.ended") });
                          void invalidate(listReportSchedules);
                        },
                      },
                    )
                  }
                >
                  <Button size="small">{t("act.end")}</Button>
                </Popconfirm>
              </Allowed>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  );
}
