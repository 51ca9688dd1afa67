import "../../../resource/record.css";
import "./evidence.css";
import { getEntrustment } from "@tracewater/contract/evidence/entrustments";
import { ClipboardList } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { EntrustmentView } from "./entrustment-view.tsx";
import { idOf } from "./evidence-labels.tsx";

/** One entrustment, by the id in the path. */
export default function EntrustmentDetailPage() {
  const { t } = useTranslation("evidence-entrustments");
  const id = idOf(useParams()["tableId"]);
  return (
    <PermittedPage to="evidence:entrustment:query">
      <PageFrame>
        {id === null ? (
          <EmptyState
            icon={<ClipboardList size={32} strokeWidth={1.3} />}
            title={t("noSuch")}
            text={t("noSuchText")}
          />
        ) : (
          <Found id={id} />
        )}
      </PageFrame>
    </PermittedPage>
  );
}

function Found({ id }: { id: number }) {
  const { t } = useTranslation("evidence-entrustments");
  const { data, error, refetch } = useApi(getEntrustment, { params: { id } }, { handled: true });
  if (data !== undefined) return <EntrustmentView entrustment={data.data} />;
  if (error === null) return <Loading lines={12} />;
  if (error.code === 404) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
  return <ErrorBox error={error} onRetry={() => void refetch()} />;
}
