import "./generator.css";
import { resultCode } from "@tracewater/contract/envelope";
import { getModel } from "@tracewater/contract/system/generated-modules";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { ModelEditor } from "./model-editor.tsx";

/** One model: its fields, names and roles, with the files that follow from it. */
export default function ModelEditPage() {
  return (
    <PermittedPage to="tool:gen:query">
      <OneModel />
    </PermittedPage>
  );
}

function OneModel() {
  const { t } = useTranslation("system-generator");
  const id = Number(useParams()["tableId"]);
  const isId = Number.isInteger(id) && id > 0;
  const found = useApi(getModel, { params: { id } }, { staleMs: 0, handled: true, enabled: isId });
  const isMissing = !isId || found.error?.code === resultCode.notFound;
  return (
    <PageFrame>
      {isMissing ? (
        <EmptyState
          title={t("edit.missing")}
          text={t("edit.missingText")}
          action={<Link to="/tool/gen">{t("edit.toList")}</Link>}
        />
      ) : found.data !== undefined ? (
        <ModelEditor key={`${id} ${found.dataUpdatedAt}`} kept={found.data.data} />
      ) : found.error === null ? (
        <Loading lines={10} />
      ) : (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      )}
    </PageFrame>
  );
}
