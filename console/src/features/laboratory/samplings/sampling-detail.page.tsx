import "../../../resource/record.css";
import "./samplings.css";
import { FlaskConical } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { GoToList } from "../../../kit/go-to-list.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { SamplingDetail } from "./sampling-detail.tsx";

/** One sample, by the id in the path or in the query. */
export default function SamplingDetailPage() {
  const { t } = useTranslation("laboratory-samplings");
  const { id: inPath } = useParams();
  const [search] = useSearchParams();
  const given = inPath ?? search.get("id") ?? "";
  const id = Number(given);
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  return (
    <PermittedPage to="laboratory:sampling:query">
      <PageFrame>
        {given === "" ? (
          <GoToList to="/waterSampling/water" />
        ) : isId ? (
          <SamplingDetail id={id} />
        ) : (
          <EmptyState
            icon={<FlaskConical size={32} strokeWidth={1.3} />}
            title={t("noSuch")}
            text={t("noSuchText")}
          />
        )}
      </PageFrame>
    </PermittedPage>
  );
}
