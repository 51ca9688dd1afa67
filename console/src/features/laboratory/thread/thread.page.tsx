import "./traceability.css";
import {
  getThread,
  type Traceability,
  type TraceabilityKind,
  tracedKind,
} from "@tracewater/contract/laboratory/traceability";
import { Waypoints } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { custodyGaps } from "./custody-gaps.ts";
import { EventsCard } from "./events-card.tsx";
import { Assays, Detections, Loads, Reports } from "./numbers.tsx";
import { SamplersCard } from "./samplers-card.tsx";
import { SamplesCard } from "./samples-card.tsx";
import { StationLine } from "./station-line.tsx";
import { TraceHeader } from "./trace-header.tsx";

/** From one plan, bottle, sample, delivery, assay, load or report to every other that hangs together with it. */
export default function TraceabilityPage() {
  const { t } = useTranslation("laboratory-thread");
  const { kind, id: digits } = useParams();
  const asked = tracedKind.safeParse(kind).data;
  const id = Number(digits);
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  return (
    <PermittedPage to="laboratory:thread:query">
      {asked === undefined || !isId ? (
        <PageFrame>
          <EmptyState
            icon={<Waypoints size={32} strokeWidth={1.3} />}
            title={t("noSuch")}
            text={t("noSuchText")}
          />
        </PageFrame>
      ) : (
        <Found kind={asked} id={id} />
      )}
    </PermittedPage>
  );
}

function Found({ kind, id }: { kind: TraceabilityKind; id: number }) {
  const { t } = useTranslation("laboratory-thread");
  const { data, error, refetch } = useApi(getThread, { params: { kind, id } }, { handled: true });
  if (data === undefined) {
    return (
      <PageFrame>
        {error === null ? (
          <Loading lines={12} />
        ) : error.code === 404 ? (
          <EmptyState title={t("noSuch")} text={t("noSuchText")} />
        ) : (
          <ErrorBox error={error} onRetry={() => void refetch()} />
        )}
      </PageFrame>
    );
  }
  const traceability: Traceability = data.data;
  const { assays, detections, loads, reports, excesses, samples } = traceability;
  const gaps = custodyGaps(traceability);
  return (
    <PageFrame>
      <TraceHeader kind={kind} id={id} traceability={traceability} />
      <Card>
        <StationLine thread={traceability} gaps={gaps} />
      </Card>
      <EventsCard key={`${kind} ${id}`} traceability={traceability} gaps={gaps} />
      <SamplersCard samples={samples} />
      <div className="trace-parts">
        {assays.length === 0 ? null : (
          <Card title={t("assaysTitle")} hint={t("expandedHint")}>
            <Assays assays={assays} excesses={excesses} />
          </Card>
        )}
        {detections.length === 0 ? null : (
          <Card title={t("detectionsTitle")}>
            <Detections detections={detections} />
          </Card>
        )}
        {loads.length === 0 ? null : (
          <Card title={t("loadsTitle")} hint={t("expandedHint")}>
            <Loads loads={loads} />
          </Card>
        )}
      </div>
      <SamplesCard samples={samples} />
      {reports.length === 0 ? null : (
        <Card title={t("reportsTitle")}>
          <Reports reports={reports} />
        </Card>
      )}
    </PageFrame>
  );
}
