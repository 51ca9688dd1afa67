import { useMemo } from "react";
import { Navigate, Outlet, useLocation, useParams } from "react-router";
import { Blank } from "../../../kit/blank.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useChildRoutes, useRouteQuery } from "../../../kit/route-facts.tsx";
import "./devices.css";
import type { FamilyFacts } from "./families/family-facts.ts";
import "./header/device-header.css";
import { useLiveBatch } from "../../../api/live-batch.ts";
import { DeviceHeader } from "./header/device-header.tsx";
import { DeviceTabs } from "./header/device-tabs.tsx";
import {
  factsOf,
  OpenDeviceContext,
  patchDevice,
  useDeviceAddress,
  useDeviceQuery,
} from "./model/use-device.ts";
import { useWords } from "./model/words.ts";

/** One device: its header stays over the tabs; the chosen tab is drawn by the outlet. */
export default function DevicePage() {
  const address = useDeviceAddress();
  const { t } = useWords();
  const { data, error, isPending, refetch } = useDeviceQuery(address);
  const device = data?.data;
  useLiveBatch(device === undefined ? [] : [`device:${device.id}`], (events) => {
    if (address !== null) patchDevice(address, events);
  });
  const { family } = useRouteQuery();
  // The number of another family's device names none here.
  const isForeign = device !== undefined && family !== undefined && device.typeKey !== family;
  const facts = factsOf(device);
  const open = useMemo(
    () => (device === undefined || facts === null ? null : { device, facts }),
    [device, facts],
  );
  if (address === null || isForeign)
    return <Framed content={<Blank title={t("page.noDevice")} text={t("page.noDeviceText")} />} />;
  if (open !== null && open.device.id !== address.id) return <RightNumber id={open.device.id} />;
  if (open !== null) {
    return (
      <OpenDeviceContext value={open}>
        <div className="device-page">
          <header className="device-top">
            <DeviceHeader open={open} />
            <OpenTabs facts={open.facts} />
          </header>
          <FirstTab facts={open.facts} />
          <Outlet />
        </div>
      </OpenDeviceContext>
    );
  }
  if (error?.code === 403) return <Framed content={<Forbidden />} />;
  if (error?.code === 404) {
    return <Framed content={<Blank title={t("page.noDevice")} text={t("page.noDeviceText")} />} />;
  }
  if (error !== null) return <Framed content={<ErrorBox error={error} onRetry={() => void refetch()} />} />;
  if (isPending) return <Framed content={<Loading lines={8} />} />;
  return <Framed content={<Blank title={t("page.noFamily")} text={t("page.noFamilyText")} />} />;
}

/** The name says which device is meant; an address with another number is put right, its tab and all kept. */
function RightNumber({ id }: { id: number }) {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={`${pathname.replace(/\/\d+\//, `/${id}/`)}${search}${hash}`} replace />;
}

function Framed({ content }: { content: React.ReactNode }) {
  return <PageFrame>{content}</PageFrame>;
}

function OpenTabs({ facts }: { facts: FamilyFacts }) {
  return <DeviceTabs base={useBase(facts)} />;
}

/** The page's own address without its tab; whichever tab it names as active, the tabs stand beneath it. */
function useBase(facts: FamilyFacts): string {
  const { id, device_name: name, active_name: active } = useParams();
  return `${facts.adminPath}/${id}/${active}/${encodeURIComponent(name ?? "")}`;
}

/** The address without a tab means the one that it names as active, or the first there is. */
function FirstTab({ facts }: { facts: FamilyFacts }) {
  const { active_name: active } = useParams();
  const path = useLocation().pathname.replace(/\/$/, "");
  const tabs = useChildRoutes();
  const base = useBase(facts);
  const first = tabs.find((tab) => tab.path === active) ?? tabs[0];
  if (first === undefined || decodeURI(path) !== decodeURI(base)) return null;
  return <Navigate to={`${base}/${first.path}`} replace />;
}
