import { useState } from "react";
import type { DemoWalk } from "../use-demo.ts";
import type { CardPoint } from "./point-card.tsx";
import type { WallData } from "./use-wall-data.ts";

/** The point that the screen looks at: one that somebody chose, else the stop of the demo; null is the whole map. */
export function useChosen(data: WallData, demo: DemoWalk) {
  const [byHand, setByHand] = useState<number | null>(null);
  const clear = () => setByHand(null);
  const own = byHand === null ? undefined : data.points.find(({ pointId }) => pointId === byHand);
  const nothing = { point: null, at: null, deviceId: null, choose: setByHand, clear };
  if (own !== undefined) {
    const device = data.devices.find(({ pointId }) => pointId === own.pointId);
    const point: CardPoint = { pointId: own.pointId, name: own.name };
    return { ...nothing, point, at: placeOf(own), deviceId: device?.deviceId ?? null };
  }
  if (demo.part === null || demo.part === "overview") return nothing;
  const stop = data.devices.find(({ deviceId }) => deviceId === demo.state.startDeviceId);
  if (stop === undefined) return nothing;
  const name = stop.pointName ?? (stop.nickname || stop.deviceName);
  return { ...nothing, point: { pointId: stop.pointId, name }, at: placeOf(stop), deviceId: stop.deviceId };
}

function placeOf(found: { longitude: number | null; latitude: number | null }): [number, number] | null {
  return found.longitude === null || found.latitude === null ? null : [found.longitude, found.latitude];
}
