import "./samplers.css";
import "./records/records.css";
import { getDeviceOfAnyFamily } from "@tracewater/contract/fleet/devices";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { AutoSamplingDetail } from "./records/auto-sampling-detail.tsx";

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
  const isAsked = /^\d{10,13}$/.test(time) && deviceName !== "" && deviceName.length <= 64;
  // The name wins over the number, which such an address does not have.
  const input = { params: { id: 1 }, query: { deviceName } };
  const { data, error, refetch } = useApi(getDeviceOfAnyFamily, input, { handled: true, enabled: isAsked });
  if (!isAsked || error?.code === 404) return <Blank title={t("auto.noSuch")} text={t("auto.noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return <AutoSamplingDetail device={data.data} time={Number(time)} back="/samplingAuto/list" />;
}
