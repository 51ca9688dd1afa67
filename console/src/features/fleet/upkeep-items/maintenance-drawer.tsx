import { getUpkeepItem, type MaintenanceItem } from "@tracewater/contract/fleet/maintenance-items";
import Drawer from "antd/es/drawer";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { useCounterName } from "./counters.ts";
import { Counter, MaintenanceStateMark } from "./maintenance-columns.tsx";

/** One item, and every time that it was done. */
export function MaintenanceDrawer({ item, onClose }: { item: MaintenanceItem; onClose: () => void }) {
  const { t } = useTranslation("fleet-upkeep-items");
  const found = useApi(getUpkeepItem, { params: { id: item.itemId } }, { handled: true });
  const counter = useCounterName(item);
  const history = found.data?.data.history;
  return (
    <Drawer open size={480} title={`${item.name} · ${item.deviceName}`} onClose={onClose}>
      <div className="upkeep-detail">
        <MaintenanceStateMark item={item} />
        <span>
          {t("column.dueOn")}: <span className="num">{item.dueOn ?? "—"}</span>
        </span>
        <span>
          {t("column.counter")}: <Counter item={item} />
        </span>
        {item.remark === "" ? null : <p>{item.remark}</p>}
        <h3>{t("history")}</h3>
        {history === undefined ? (
          found.error === null ? (
            <Loading lines={4} />
          ) : (
            <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
          )
        ) : history.length === 0 ? (
          <EmptyState title={t("never")} />
        ) : (
          <ul className="upkeep-history">
            {history.map((one) => (
              <li key={one.at}>
                <span className="upkeep-line">
                  <strong>{one.by}</strong>
                  <time className="num upkeep-quiet">{formatMoment(one.at)}</time>
                </span>
                {one.note === "" ? null : <span>{one.note}</span>}
                {one.counterValue === null ? null : (
                  <span className="num upkeep-quiet">
                    {counter} {formatNumber(one.counterValue)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Drawer>
  );
}
