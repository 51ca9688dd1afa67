import type { LogInEntry } from "@tracewater/contract/system/login-log";
import { listOwnLogIns } from "@tracewater/contract/system/profile";
import Pagination from "antd/es/pagination";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { State } from "../../../kit/state.tsx";

const pageSize = 10;

/** How one came in and left, and who tried in one's name. */
export function OwnLogIns() {
  const { t } = useTranslation("system-profile");
  const [pageNum, setPageNum] = useState(1);
  const found = useApi(
    listOwnLogIns,
    { query: { pageNum, pageSize } },
    { handled: true, keepPrevious: true },
  );
  return (
    <Card title={t("logIns.title")}>
      {found.isPending ? <Loading lines={4} /> : null}
      {found.error !== null && found.data === undefined ? (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      <ul className="profile-log-ins">
        {(found.data?.rows ?? []).map((entry) => (
          <OneLogIn key={entry.infoId} entry={entry} />
        ))}
      </ul>
      {(found.data?.total ?? 0) > pageSize ? (
        <Pagination
          size="small"
          showSizeChanger={false}
          current={pageNum}
          pageSize={pageSize}
          total={found.data?.total ?? 0}
          onChange={setPageNum}
        />
      ) : null}
    </Card>
  );
}

function OneLogIn({ entry }: { entry: LogInEntry }) {
  const { t } = useTranslation("system-profile");
  const tone = entry.kind === "logOut" ? "off" : entry.status === "0" ? "ok" : "warn";
  const { way, factor } = entry;
  const how =
    factor === "none" || factor === way ? t(`way.${way}`) : `${t(`way.${way}`)} + ${t(`factor.${factor}`)}`;
  const parts = [how, entry.ipaddr, entry.browser, entry.os].filter((one) => one !== "");
  return (
    <li>
      <span className="profile-log-in-head">
        <State tone={tone} label={entry.msg} />
        <span className="num profile-quiet">{entry.loginTime}</span>
      </span>
      <span className="profile-quiet">{parts.join(" · ")}</span>
    </li>
  );
}
