import type { Connection } from "@tracewater/contract/fleet/devices";
import { State } from "../kit/state.tsx";
import { useDeviceTexts } from "./device-texts.ts";
import { type FamilyConfig, type Latest, workStateOf } from "./families/family-config.ts";

type Connected = { status: "0" | "1"; retiredAt: number | null; connection: Connection };

/** Connected or not; a disabled device is refused at CONNECT, so that is what is said of it. */
export function ConnectionState(props: { device: Connected; variant?: "plain" | "tag" }) {
  const { t } = useDeviceTexts();
  const name = connectionName(props.device);
  const look = connectionLook[name];
  return (
    <State
      tone={look.tone}
      shape={look.shape}
      label={t(`connection.${name}`)}
      variant={props.variant ?? "plain"}
    />
  );
}

/** What the device does, as it reported last; null where it has reported nothing or cannot be heard. */
export function WorkStateOf(props: {
  familyConfig: FamilyConfig;
  latest: Latest;
  connection: Connection;
  variant?: "plain" | "tag";
}) {
  const { t } = useDeviceTexts();
  const state = workStateOf(props.familyConfig, props.latest);
  if (state === null || props.connection.state !== "online") return null;
  const label = t(`workState.${state.key}`);
  return <State tone={state.tone} shape={state.shape} label={label} variant={props.variant ?? "plain"} />;
}

export type ConnectionName = "online" | "offline" | "notActivated" | "disabled" | "retired";

function connectionName(device: Connected): ConnectionName {
  if (device.retiredAt !== null) return "retired";
  return device.status === "1" ? "disabled" : device.connection.state;
}

export const connectionLook = {
  online: { tone: "ok", shape: "disc" },
  offline: { tone: "off", shape: "ring" },
  notActivated: { tone: "off", shape: "dash" },
  disabled: { tone: "maintenance", shape: "square" },
  retired: { tone: "off", shape: "square" },
} as const;
