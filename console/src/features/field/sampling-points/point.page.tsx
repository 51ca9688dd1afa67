import "./sampling-points.css";
import { getPointDetails } from "@tracewater/contract/field/point-details";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { FlowCard } from "./flow-card.tsx";
import { PlaceCard } from "./place-card.tsx";
import { PointDrawer } from "./point-drawer.tsx";
import { PointHeader } from "./point-header.tsx";
import { PointLoads } from "./point-loads.tsx";
import { PointDevices, PointOrders, PointPlans, PointReports, PointSamples } from "./point-records.tsx";

const largestId = 2_147_483_647;

/** One sampling point: where it is, what flows there, what was found, and everything that is done at it. */
export default function PointPage() {
  const { t } = useTranslation("field-sampling-points");
  const id = Number(useParams()["pointId"]);
  return (
    <PermittedPage to="field:samplePoint:query">
      {Number.isInteger(id) && id > 0 && id <= largestId ? (
        <Found key={id} id={id} />
      ) : (
        <PageFrame>
          <EmptyState title={t("missing")} text={t("missingText")} />
        </PageFrame>
      )}
    </PermittedPage>
  );
}

function Found({ id }: { id: number }) {
  const { t } = useTranslation("field-sampling-points");
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const point = useApi(samplingPoints.calls.get, { params: { id } }, { handled: true });
  const details = useApi(getPointDetails, { params: { id } }, { handled: true });
  const error = point.error ?? details.error;
  const one = point.data?.data;
  const found = details.data?.data;
  if (one === undefined || found === undefined) {
    const retry = () => {
      void point.refetch();
      void details.refetch();
    };
    return (
      <PageFrame>
        {error === null ? (
          <Loading lines={12} />
        ) : error.code === 404 ? (
          <EmptyState title={t("missing")} text={t("missingText")} />
        ) : (
          <ErrorBox error={error} onRetry={retry} />
        )}
      </PageFrame>
    );
  }
  return (
    <PageFrame>
      <PointHeader point={one} area={found.area} onEdit={() => setOpen(true)} />
      <div className="point-first">
        <PlaceCard point={one} area={found.area} />
        <FlowCard figures={found.figures} />
      </div>
      {hasPermission("laboratory:load:list", session) ? <PointLoads point={one} /> : null}
      <div className="point-records">
        <PointSamples pointId={id} code={one.code} />
        <PointPlans pointId={id} code={one.code} />
        <PointReports pointId={id} />
        <PointOrders pointId={id} code={one.code} />
        <PointDevices devices={found.devices} />
      </div>
      {isOpen ? <PointDrawer id={id} onClose={() => setOpen(false)} /> : null}
    </PageFrame>
  );
}
