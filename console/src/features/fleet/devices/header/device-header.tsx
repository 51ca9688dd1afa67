import type { ReactNode } from "react";
import { ConnectionState, WorkStateOf } from "../../../../device/connection-state.tsx";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { staleAfterMs } from "../../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { Age } from "../../../../kit/age.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { PathLink } from "../../../../kit/path-link.tsx";
import { pointPath } from "../../../../pickers/point-path.ts";
import { DeviceActions } from "./device-actions.tsx";

/** Who the device is and how it does, over all its tabs. */
export function DeviceHeader({ open }: { open: OpenDevice }) {
  const { device, familyConfig } = open;
  const { t } = useDeviceTexts();
  const Icon = familyConfig.icon;
  const meta: ReactNode[] = [
    <Since key="since" open={open} />,
    <span key="unit" className="device-head-unit">
      {device.unitName}
    </span>,
    <span key="point" className="device-head-point">
      {device.pointName === null ? (
        t("header.noPoint")
      ) : device.pointId === null ? (
        device.pointName
      ) : (
        <PathLink to={pointPath(device.pointId)}>
          {`${device.pointCode ?? ""} ${device.pointName}`.trim()}
        </PathLink>
      )}
    </span>,
    <span key="age">
      {t("header.lastValue")}{" "}
      <Age at={device.lastValueAt} staleAfterMs={staleAfterMs(familyConfig, device.latest)} />
    </span>,
  ];
  return (
    <div className="device-head">
      <span className="device-head-icon">
        <Icon size={20} strokeWidth={1.3} />
      </span>
      <div className="device-head-main">
        <div className="device-head-title">
          <h1 className="code">{device.deviceName}</h1>
          {device.nickname === "" ? null : <span className="device-head-nick">{device.nickname}</span>}
          <span className="device-head-tags">
            <ConnectionState device={device} variant="tag" />
            <WorkStateOf
              familyConfig={familyConfig}
              latest={device.latest}
              connection={device.connection}
              variant="tag"
            />
          </span>
        </div>
        <div className="device-head-meta">
          {meta.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts stand in one order
            <span key={index} className="device-head-part">
              {part}
            </span>
          ))}
        </div>
      </div>
      <DeviceActions open={open} />
    </div>
  );
}

function Since({ open }: { open: OpenDevice }) {
  const { t } = useDeviceTexts();
  const { connection } = open.device;
  if (connection.state === "online") return t("header.onlineSince", { time: formatMoment(connection.since) });
  if (connection.state === "notActivated" || connection.lastSeen === null) return t("header.neverSeen");
  return t("header.lastSeen", { time: formatMoment(connection.lastSeen) });
}
