import { type DeviceDetail, getDeviceOfAnyFamily } from "@tracewater/contract/fleet/devices";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../../api/use-api.ts";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { PageFrame } from "../../../../kit/page-frame.tsx";
import { PathLink } from "../../../../kit/path-link.tsx";

/** A page about the device that its address names, and nothing else. */
export function NamedDevice({ children }: { children: (device: DeviceDetail) => ReactNode }) {
  const { t } = useTranslation("field-samplers");
  const { deviceName = "" } = useParams();
  // The name wins over the number, which such an address does not have.
  const input = { params: { id: 1 }, query: { deviceName } };
  const { data, error, refetch } = useApi(getDeviceOfAnyFamily, input, { handled: true, everyMs: 15_000 });
  const device = data?.data;
  if (error?.code === 404)
    return framed(<EmptyState title={t("look.noDevice")} text={t("look.noDeviceText")} />);
  if (error !== null && device === undefined)
    return framed(<ErrorBox error={error} onRetry={() => void refetch()} />);
  if (device === undefined) return framed(<Loading lines={8} />);
  const name = encodeURIComponent(device.deviceName);
  return (
    <PageFrame
      title={device.deviceName}
      hint={device.nickname}
      extra={
        device.typeKey === "waterSample" ? (
          <PathLink to={`/device/admin/${device.id}/device_info/${name}`}>{t("look.open")}</PathLink>
        ) : undefined
      }
    >
      {children(device)}
    </PageFrame>
  );
}

function framed(content: ReactNode) {
  return <PageFrame>{content}</PageFrame>;
}
