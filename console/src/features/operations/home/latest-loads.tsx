import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Measured } from "../../../charts/measured.tsx";
import { Card } from "../../../kit/card.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

/** So many of the newest day. */
const maxShown = 6;

/** The newest loads in the reader's scope with their uncertainty, or why there are none; nothing for who may not read loads. */
export function LatestLoads() {
  const { t } = useTranslation("operations-home");
  const session = useSession();
  const query = {
    pageNum: 1,
    pageSize: maxShown,
    orderByColumn: "sampledOn" as const,
    isAsc: "desc" as const,
  };
  const { data } = useApi(
    listLoads,
    { query },
    { enabled: hasPermission("laboratory:load:list", session), silent: true },
  );
  const mayTrace = hasPermission("laboratory:thread:query", session);
  const labelOf = useResourceLabels({ labels: loadLabels });
  if (data === undefined) return null;
  if (data.rows.length === 0)
    return (
      <Card title={t("loads.title")} ruled>
        <p className="home-reason">{t("loads.none")}</p>
      </Card>
    );
  return (
    <Card title={t("loads.title")} hint={t("loads.unit")} ruled flush>
      <ul className="latest-loads" aria-label={t("loads.title")}>
        {data.rows.map((row) => (
          <li key={row.loadId}>
            <span className="latest-loads-what">
              {mayTrace ? (
                <PathLink to={`/thread/load/${row.loadId}`}>{labelOf(`analyte.${row.analyte}`)}</PathLink>
              ) : (
                labelOf(`analyte.${row.analyte}`)
              )}
              <span className="attention-subject">
                {row.pointName}, {row.sampledOn}
              </span>
            </span>
            <Per1000 row={row} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Below the LOQ there is a limit and no figure. */
function Per1000({ row: { per1000, substituted, expanded } }: { row: Load }) {
  const isBelow = per1000 !== null && substituted === "1";
  return <Measured value={isBelow ? null : per1000} expanded={expanded} flag={isBelow ? "< LOQ" : null} />;
}
