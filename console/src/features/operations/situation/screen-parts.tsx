import { lazy, type ReactNode, Suspense } from "react";
import { Loading } from "../../../kit/loading.tsx";
import type { ScreenUrl } from "./screens.ts";

const Wall = lazy(() => import("./wall.page.tsx"));
const Devices = lazy(async () => ({ default: (await import("./device-walk-part.tsx")).DeviceWalkPart }));
const MapScreen = lazy(() => import("./map.page.tsx"));
const Mini = lazy(() => import("./mini.page.tsx"));

/** The screens that the list shows in itself: as a preview and while it rotates. */
const parts: Readonly<Partial<Record<ScreenUrl, () => ReactNode>>> = {
  "/visual/situation": () => <Wall />,
  "/visual/devices": () => <Devices />,
  "/visualization": () => <MapScreen />,
  "/visualMini": () => <Mini />,
};

export function ScreenPart({ url }: { url: ScreenUrl }) {
  const draw = parts[url];
  return <Suspense fallback={<Loading lines={6} />}>{draw?.()}</Suspense>;
}
