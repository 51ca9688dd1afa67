/** Demo mode: walks over the devices, lets alarms come in between, rests while somebody touches the screen. */
import type { SituationDevice } from "@tracewater/contract/operations/situation";
import { useEffect, useEffectEvent, useReducer, useState } from "react";
import { askAheadMs, type DemoPart, demoMs, firstStops, partAfter } from "./demo-order.ts";
import { firstSituation, type SituationState, situationAfter } from "./situation-state.ts";

type Demo = { part: DemoPart; stops: number; since: number };

export type DemoWalk = {
  state: SituationState;
  part: DemoPart | null;
  /** When the part that runs now is over. */
  until: number;
  toggleCharts: () => void;
  pause: () => void;
};

export function useDemo(options: {
  isOn: boolean;
  devices: readonly SituationDevice[];
  rising: ReadonlyMap<number, number>;
  /** The device of a new major or critical alarm. */
  alarmedId: number | null;
}): DemoWalk {
  const { isOn, devices, alarmedId } = options;
  const [state, step] = useReducer(situationAfter, firstSituation);
  const [demo, setDemo] = useState<Demo | null>(null);
  const ids = devices.map(({ deviceId }) => deviceId);
  const choice = () => ({ ids, first: firstStops(devices, options.rising), chance: Math.random() });
  const hasDevices = ids.length > 0;
  const go = (part: DemoPart, stops: number) => setDemo({ part, stops, since: Date.now() });
  const start = useEffectEvent(() => {
    step({ do: "start", ...choice() });
    go("stop", 1);
  });
  const proceed = useEffectEvent(({ part, stops }: Demo) => {
    const next = partAfter(part, stops);
    if (next === "overview") return go("overview", stops);
    step({ do: "next", ...choice() });
    go("stop", stops + 1);
  });
  const askAhead = useEffectEvent(() => {
    if (state.randomStartDeviceId !== null) step({ do: "request", id: state.randomStartDeviceId });
  });
  const interrupt = useEffectEvent((id: number) => {
    step({ do: "interrupt", id, ...choice() });
    setDemo((now) => ({ part: "interruption", stops: now?.stops ?? 1, since: Date.now() }));
  });
  useEffect(() => {
    if (isOn && hasDevices) return start();
    step({ do: "stop" });
    setDemo(null);
  }, [isOn, hasDevices]);
  useEffect(() => {
    if (demo === null) return;
    const length = demoMs[demo.part];
    const ahead = setTimeout(askAhead, Math.max(0, length - askAheadMs));
    const end = setTimeout(() => proceed(demo), length);
    return () => {
      clearTimeout(ahead);
      clearTimeout(end);
    };
  }, [demo]);
  useEffect(() => {
    if (isOn && alarmedId !== null) interrupt(alarmedId);
  }, [isOn, alarmedId]);
  return {
    state,
    part: demo?.part ?? null,
    until: demo === null ? 0 : demo.since + demoMs[demo.part],
    toggleCharts: () => step({ do: "charts", shown: !state.isShowEchart }),
    pause: () => setDemo((now) => (now === null ? null : { ...now, part: "pause", since: Date.now() })),
  };
}
