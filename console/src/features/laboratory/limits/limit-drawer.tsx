import { type LimitRow, listLimitVersions } from "@tracewater/contract/laboratory/limits";
import Drawer from "antd/es/drawer";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { Quantity } from "../../../kit/quantity.tsx";
import { useRowName } from "./limit-columns.tsx";

/** Every version of a limit that is or was in force; none is ever changed. */
export function LimitDrawer({ row, onClose }: { row: LimitRow; onClose: () => void }) {
  const { t } = useTranslation("laboratory-limits");
  const name = useRowName()(row);
  const isPhone = useIsPhone();
  const { analyte, phase } = row;
  const { data, error, refetch } = useApi(
    listLimitVersions,
    { params: { analyte, phase } },
    { handled: true },
  );
  return (
    <Drawer open size={isPhone ? "100%" : 520} title={name} onClose={onClose}>
      {error === null ? null : <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading lines={6} /> : null}
      <ol className="limit-versions">
        {data?.data.map((version) => (
          <li key={version.limitId}>
            <span className="record-line">
              <strong>{t(version.isCommon ? "common" : "own", { version: version.version })}</strong>
              {version.value === null ? t("noLimit") : <Quantity value={version.value} unit="μg/L" />}
            </span>
            {version.source === "" ? null : <p>{t("drawer.source", { source: version.source })}</p>}
            <p>{t("drawer.reason", { reason: version.reason })}</p>
            <p className="limit-quiet num">
              {version.createTime} · {version.createBy}
            </p>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}
