import "../../../resource/record.css";
import "./samplings.css";
import { type FleetSampling, listRunningSamplings } from "@tracewater/contract/laboratory/samplings";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { PlanLink } from "../../../pickers/plan-link.tsx";
import { useSampleLabels } from "../../../pickers/sample-labels.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { Aliquots } from "./auto-columns.tsx";

/** The bottles that are being filled now, one card for each sampler at work. */
export default function AutoNowPage() {
  const { t } = useTranslation("laboratory-samplings");
  return (
    <PermittedPage to="laboratory:sampling:list">
      <PageFrame
        title={t("now.title")}
        hint={t("now.hint")}
        extra={<PathLink to="/samplingAuto/list">{t("now.all")}</PathLink>}
      >
        <Running />
      </PageFrame>
    </PermittedPage>
  );
}

function Running() {
  const { t } = useTranslation("laboratory-samplings");
  const { data, error, refetch } = useApi(listRunningSamplings, {}, { handled: true, everyMs: 15_000 });
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  if (data.data.length === 0) return <EmptyState title={t("now.none")} text={t("now.noneText")} />;
  return (
    <div className="running-samplings">
      {data.data.map((one) => (
        <RunningCard key={one.deviceId} one={one} />
      ))}
    </div>
  );
}

function RunningCard({ one }: { one: FleetSampling }) {
  const { t } = useTranslation("laboratory-samplings");
  const label = useSampleLabels();
  const detail = `/samplingAuto/detail?time=${one.began}&deviceName=${encodeURIComponent(one.deviceName)}`;
  return (
    <Card
      title={<span className="code">{one.deviceName}</span>}
      hint={one.pointName ?? undefined}
      extra={<PathLink to={detail}>{t("auto.strokes")}</PathLink>}
    >
      <dl className="record-facts">
        <div>
          <dt>{label("slot")}</dt>
          <dd>
            {one.slot} <span className="code">{one.bodyCode ?? ""}</span>
          </dd>
        </div>
        <div>
          <dt>{t("now.inBottle")}</dt>
          <dd>
            {one.isFull ? (
              <State tone="info" label={t("now.full")} />
            ) : (
              <Quantity value={one.volume} digits={0} unit="mL" />
            )}
          </dd>
        </div>
        <div>
          <dt>{t("auto.aliquots")}</dt>
          <dd>
            <Aliquots row={one} />
          </dd>
        </div>
        <div>
          <dt>{label("plan")}</dt>
          <dd>
            <PlanLink plan={one.plan} />
          </dd>
        </div>
        <div>
          <dt>{t("now.last")}</dt>
          <dd>
            <Age at={one.ended} />
          </dd>
        </div>
        <div>
          <dt>{label("began")}</dt>
          <dd className="num">{formatMoment(one.began)}</dd>
        </div>
      </dl>
    </Card>
  );
}
