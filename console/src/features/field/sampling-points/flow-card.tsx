import type { PointAttribute } from "@tracewater/contract/field/point-details";
import { useTranslation } from "react-i18next";
import { DayTrend } from "../../../charts/day-trend.tsx";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { flowDays } from "./flow-days.ts";

/** The flow of the point over its days, with where the newest value is from. */
export function FlowCard({ figures }: { figures: readonly PointAttribute[] }) {
  const { t } = useTranslation("field-sampling-points");
  const days = flowDays(figures);
  const newest = figures
    .filter((one) => one.kind === "flow")
    .reduce<PointAttribute | null>(
      (best, one) => (best === null || one.since > best.since ? one : best),
      null,
    );
  return (
    <Card
      title={t("figure.flow")}
      section="flow"
      hint={t("flow.hint")}
      extra={
        newest === null ? null : (
          <span>
            <Quantity value={newest.value} unit="m³/d" digits={0} />{" "}
            <span className="point-quiet">
              {newest.since}, {t(`figure.method.${newest.method}`)}
            </span>
          </span>
        )
      }
    >
      {days.length === 0 ? (
        <EmptyState title={t("flow.none")} text={t("flow.noneText")} />
      ) : (
        <DayTrend
          days={days}
          gaps={[]}
          mean={null}
          isShaded={(day) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())}
          colour="var(--info-dot)"
          label={t("figure.flow")}
        />
      )}
    </Card>
  );
}
