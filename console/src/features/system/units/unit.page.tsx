import "./units.css";
import { type Unit, units } from "@tracewater/contract/system/units";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { AreaCard } from "./area-card.tsx";
import { DepartmentCard } from "./department-card.tsx";
import { LicenceCard } from "./licence-card.tsx";
import { UnitDetails } from "./unit-details.tsx";

/** One enterprise unit: who it is, what it holds, its authorization and its departments. */
export default function UnitPage() {
  const { tableId = "" } = useParams();
  return (
    <PermittedPage to="system:dept:query">
      <OpenUnit id={Number(tableId)} />
    </PermittedPage>
  );
}

function OpenUnit({ id }: { id: number }) {
  const { t } = useTranslation("system-units");
  const found = useApi(units.calls.get, { params: { id } }, { handled: true });
  if (found.isPending) {
    return (
      <PageFrame>
        <Loading lines={10} />
      </PageFrame>
    );
  }
  if (found.isError) {
    return (
      <PageFrame title={t("unit")}>
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      </PageFrame>
    );
  }
  return <UnitView unit={found.data.data} />;
}

function UnitView({ unit }: { unit: Unit }) {
  return (
    <PageFrame>
      <UnitDetails unit={unit} />
      <LicenceCard unit={unit} />
      <AreaCard unitId={unit.deptId} />
      <DepartmentCard unit={unit} />
    </PageFrame>
  );
}
