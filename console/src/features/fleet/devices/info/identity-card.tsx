import { textIn } from "@tracewater/contract/locales";
import type { ReactNode } from "react";
import { type DeviceTexts, useDeviceTexts } from "../../../../device/device-texts.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { Card } from "../../../../kit/card.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { formatNumber } from "../../../../kit/number.ts";
import { State } from "../../../../kit/state.tsx";
import type { TextKey } from "../../../../kit/text-key.ts";

/** Clock skew beyond five minutes makes the device's times doubtful. */
const skewLimitMs = 300_000;

/** What the device is and where it belongs. */
export function IdentityCard({ open }: { open: OpenDevice }) {
  const { device } = open;
  const texts = useDeviceTexts();
  const { t } = texts;
  const product = textIn({ en: device.productName, zh: device.productNameZh }, texts.language);
  const point = device.pointName === null ? null : `${device.pointCode ?? ""} ${device.pointName}`.trim();
  const rows: [TextKey<"device", "identity">, ReactNode][] = [
    [
      "deviceName",
      <span key="n" className="code">
        {device.deviceName}
      </span>,
    ],
    ["nickname", device.nickname],
    ["product", product],
    [
      "productKey",
      <span key="k" className="code">
        {device.productKey}
      </span>,
    ],
    ["firmware", device.firmware],
    ["unit", device.unitName],
    ["point", point],
    ["position", positionOf(device, t)],
    ["registered", device.createTime],
    ["activated", device.activatedAt === null ? null : formatMoment(device.activatedAt)],
    ["lastOnline", device.lastOnlineAt === null ? null : formatMoment(device.lastOnlineAt)],
    ["lastConnect", <LastConnect key="c" open={open} />],
    ["clockSkew", <ClockSkew key="s" ms={device.clockSkewMs} texts={texts} />],
    ["tags", device.tags.join(", ")],
  ];
  return (
    <Card title={t("identity.title")}>
      <dl className="identity">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`identity.${name}`)}</dt>
            <dd>{value === null || value === "" ? <span className="device-quiet">—</span> : value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function LastConnect({ open }: { open: OpenDevice }) {
  const { t } = useDeviceTexts();
  const last = open.device.lastConnect;
  if (last === null) return <span className="device-quiet">—</span>;
  return (
    <span title={last.sdkVersion ?? undefined}>
      {formatMoment(last.at)}
      <br />
      <span className="device-quiet">
        {last.address}, {t(`away.outcome.${last.outcome}`)}
      </span>
    </span>
  );
}

function ClockSkew({ ms, texts }: { ms: number | null; texts: DeviceTexts }) {
  if (ms === null) return <span className="device-quiet">—</span>;
  const seconds = `${ms > 0 ? "+" : ""}${formatNumber(ms / 1000, 1)} s`;
  return Math.abs(ms) > skewLimitMs ? (
    <State tone="warn" shape="triangle" label={seconds} title={texts.t("identity.skewed")} />
  ) : (
    seconds
  );
}

function positionOf(
  { latitude, longitude, positionSource }: OpenDevice["device"],
  t: DeviceTexts["t"],
): string | null {
  if (latitude === null || longitude === null || positionSource === null) return null;
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)} (${t(`identity.source.${positionSource}`)})`;
}
