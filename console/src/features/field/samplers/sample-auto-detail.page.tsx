import "./samplers.css";
import "./records/records.css";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { AutoSamplingDetail } from "./records/auto-sampling-detail.tsx";
import { useSampler, useTabPath } from "./use-sampler.ts";

/** One automatic sampling: every aliquot that was due, and what became of it. */
export default function SampleAutoDetailPage() {
  const device = useSampler();
  const pathTo = useTabPath();
  const { time = "" } = useParams();
  const { t } = useTranslation("field-samplers");
  if (!/^\d{10,13}$/.test(time)) return <EmptyState title={t("auto.noSuch")} text={t("auto.noSuchText")} />;
  if (device === undefined) return <Loading lines={10} />;
  return (
    <AutoSamplingDetail deviceName={device.deviceName} time={Number(time)} back={pathTo("sample_auto")} />
  );
}
