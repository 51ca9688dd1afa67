import "./samplers.css";
import "./records/records.css";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { GoToList } from "../../../kit/go-to-list.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { AutoSamplingDetail } from "./records/auto-sampling-detail.tsx";

const list = "/samplingAuto/list";

/** One automatic sampling, by the sampler's name and the time of its first aliquot in the query. */
export default function AutoDetailPage() {
  return (
    <PageFrame>
      <AutoDetail />
    </PageFrame>
  );
}

function AutoDetail() {
  const { t } = useTranslation("field-samplers");
  const [search] = useSearchParams();
  const time = search.get("time") ?? "";
  const deviceName = search.get("deviceName") ?? "";
  if (time === "" || deviceName === "") return <GoToList to={list} />;
  const isAsked = /^\d{10,13}$/.test(time) && deviceName.length <= 64;
  if (!isAsked) return <EmptyState title={t("auto.noSuch")} text={t("auto.noSuchText")} />;
  return <AutoSamplingDetail deviceName={deviceName} time={Number(time)} back={list} isNamed />;
}
