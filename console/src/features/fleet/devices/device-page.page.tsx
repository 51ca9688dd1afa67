import { families } from "@tracewater/contract/fleet/families";
import { useMemo } from "react";
import { Navigate, Outlet, useLocation, useParams } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useChildRoutes, useRouteQuery } from "../../../kit/route-metadata.tsx";
import "./devices.css";
import type { FamilyConfig } from "../../../device/families/family-config.ts";
import "./header/device-header.css";
import { useBatchedEvents } from "../../../api/batched-events.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import {
  familyConfigOf,
  OpenDeviceContext,
  patchDevice,
  useDeviceAddress,
  useDeviceQuery,
} from "../../../device/use-device.ts";
import { DeviceHeader } from "./header/device-header.tsx";
import { DeviceSegments, DeviceTabs } from "./header/device-tabs.tsx";

/** One device: its header stays over the tabs; the chosen tab is drawn by the outlet. */
export default function DevicePage() {
  const address = useDeviceAddress();
  const { t } = useDeviceTexts();
  const { data, error, isPending, refetch } = useDeviceQuery(address);
  const device = data?.data;
  useBatchedEvents(device === undefined ? [] : [`device:${device.id}`], (events) => {
    if (address !== null) patchDevice(address, events);
  });
  const { family } = useRouteQuery();
  // The number of another family's device names none here.
  const isForeign = device !== undefined && family !== undefined && device.typeKey !== family;
  const familyConfig = familyConfigOf(device);
  const open = useMemo(
    () => (device === undefined || familyConfig === null ? null : { device, familyConfig }),
    [device, familyConfig],
  );
  if (address === null || isForeign)
    return <Framed content={<EmptyState title={t("page.noDevice")} text={t("page.noDeviceText")} />} />;
  if (open !== null && open.device.id !== address.id) return <RightNumber id={open.device.id} />;
  if (open !== null) {
    return (
      <OpenDeviceContext value={open}>
        <div className="device-page">
          <header className="device-top">
            <DeviceHeader open={open} />
            <OpenTabs familyConfig={open.familyConfig} />
          </header>
          <FirstTab familyConfig={open.familyConfig} />
          <Outlet />
        </div>
      </OpenDeviceContext>
    );
  }
  if (error?.code === 403) return <Framed content={<Forbidden />} />;
  if (error?.code === 404) {
    return <Framed content={<EmptyState title={t("page.noDevice")} text={t("page.noDeviceText")} />} />;
  }
  if (error !== null) return <Framed content={<ErrorBox error={error} onRetry={() => void refetch()} />} />;
  if (isPending) return <Framed content={<Loading lines={8} />} />;
  return <Framed content={<EmptyState title={t("page.noFamily")} text={t("page.noFamilyText")} />} />;
}

/** The name says which device is meant; an address with another number is put right, its tab and all kept. */
function RightNumber({ id }: { id: number }) {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={`${pathname.replace(/\/\d+\//, `/${id}/`)}${search}${hash}`} replace />;
}

function Framed({ content }: { content: React.ReactNode }) {
  return <PageFrame>{content}</PageFrame>;
}

function OpenTabs({ familyConfig }: { familyConfig: FamilyConfig }) {
  const base = useBase(familyConfig);
  return (
    <>
      <DeviceTabs base={base} />
      <DeviceSegments base={base} />
    </>
  );
}

/** The page's own address without its tab; whichever tab it names as active, the tabs are beneath it. */
function useBase(familyConfig: FamilyConfig): string {
  const { id, device_name: name, active_name: active } = useParams();
  return `${families[familyConfig.family].devicePath}/${id}/${active}/${encodeURIComponent(name ?? "")}`;
}

/** The address without a tab means the one that it names as active, or the first there is. */
function FirstTab({ familyConfig }: { familyConfig: FamilyConfig }) {
  const { active_name: active } = useParams();
  const path = useLocation().pathname.replace(/\/$/, "");
  const tabs = useChildRoutes();
  const base = useBase(familyConfig);
  const first = tabs.find((tab) => tab.path === active) ?? tabs[0];
  if (first === undefined || decodeURI(path) !== decodeURI(base)) return null;
  return <Navigate to={`${base}/${first.path}`} replace />;
}
