import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
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
function Per1000({ row }: { row: Load }) {
  if (row.per1000 === null) return <Quantity value={null} />;
  if (row.substituted === "1") return <Quantity value={null} flag="< LOQ" />;
  const value = Number(row.per1000);
  const uncertainty = row.expanded === null ? null : (value * row.expanded) / 100;
  if (uncertainty === null || uncertainty <= 0) return <Quantity value={Number(value.toPrecision(3))} />;
  return <Quantity value={value} uncertainty={uncertainty} digits={decimalsOf(uncertainty)} />;
}

/** An uncertainty has two significant digits, and its value ends at the same place. */
function decimalsOf(uncertainty: number): number {
  return Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(uncertainty))));
}
