import type { AppDevice, AppLogIn } from "@tracewater/contract/system/app-users";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";

/** The phones that somebody came in with, the last used one first. */
export function DeviceList({ devices }: { devices: readonly AppDevice[] }) {
  const { t } = useTranslation("system-app-users");
  return (
    <Card title={t("devices.title")}>
      {devices.length === 0 ? (
        <p className="record-quiet">{t("devices.none")}</p>
      ) : (
        <ul className="app-user-list">
          {devices.map((device) => (
            <li key={device.deviceId} className="record-card">
              <span className="record-line">
                <strong>{device.name}</strong>
                <span className="num record-quiet">{formatMoment(device.lastAt)}</span>
              </span>
              <span className="record-line record-quiet">
                <span>{[device.browser, device.os].filter(Boolean).join(" · ")}</span>
                <span className="code">{device.address}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The newest log-ins and log-outs. */
export function LogInList({ logIns }: { logIns: readonly AppLogIn[] }) {
  const { t } = useTranslation("system-app-users");
  return (
    <Card title={t("logIns.title")}>
      {logIns.length === 0 ? (
        <p className="record-quiet">{t("logIns.none")}</p>
      ) : (
        <ul className="app-user-list">
          {logIns.map((one) => (
            <li key={one.infoId} className="record-card">
              <span className="record-line">
                <State
                  tone={one.kind === "logOut" ? "off" : one.ok ? "ok" : "warn"}
                  label={t(one.kind === "logOut" ? "logIns.out" : one.ok ? "logIns.in" : "logIns.refused")}
                />
                <span className="num record-quiet">{formatMoment(one.at)}</span>
              </span>
              <span className="record-line record-quiet">
                <span>{[one.browser, one.os].filter(Boolean).join(" · ")}</span>
                <span className="code">{one.address}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
