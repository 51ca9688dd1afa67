import { getDevice } from "@tracewater/contract/fleet/devices";
import { Navigate, useLocation, useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { devicePath } from "../../../device/families/family-config.ts";
import { massSpectrometer } from "../../../device/families/mass-spectrometer.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";

/** The specification's address of one instrument, by its id alone: it leads to the instrument's page. */
export default function MassTypePage() {
  const { massId } = useParams();
  const { pathname, search } = useLocation();
  const { t } = useDeviceTexts();
  const { data, error, refetch } = useApi(getDevice, { params: { family: "mass", id: Number(massId) } });
  if (data !== undefined)
    return (
      <Navigate
        to={devicePath(massSpectrometer, data.data)}
        replace
        state={{ forwardedFrom: `${pathname}${search}` }}
      />
    );
  if (error === null) return <Framed content={<Loading lines={6} />} />;
  if (error.code !== 404)
    return <Framed content={<ErrorBox error={error} onRetry={() => void refetch()} />} />;
  return <Framed content={<EmptyState title={t("page.noDevice")} text={t("page.noDeviceText")} />} />;
}

function Framed({ content }: { content: React.ReactNode }) {
  return <PageFrame>{content}</PageFrame>;
}
