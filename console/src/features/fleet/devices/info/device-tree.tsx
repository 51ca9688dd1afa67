import { getDeviceFirmware } from "@tracewater/contract/fleet/firmware-upgrades";
import { getDeviceTree, type RelatedDevice } from "@tracewater/contract/fleet/gateways";
import type { ReactNode } from "react";
import { useApi } from "../../../../api/use-api.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { Age } from "../../../../kit/age.tsx";
import { Card } from "../../../../kit/card.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { State } from "../../../../kit/state.tsx";

/**
 * What its modules run and ran, the gateway it is behind, and the devices behind it; nothing where there is none.
 * `firmware` is said of the device elsewhere: a module of its own with that version adds nothing.
 */
export function DeviceTree({ deviceId, firmware: said }: { deviceId: number; firmware: string | null }) {
  const { t } = useDeviceTexts();
  const input = { params: { id: deviceId } };
  const tree = useApi(getDeviceTree, input, { handled: true }).data?.data;
  const firmware = useApi(getDeviceFirmware, input, { handled: true }).data?.data;
  const modules = (firmware?.modules ?? []).filter((one) => one.module !== "default" || one.version !== said);
  const rows: [string, ReactNode][] = [
    ...modules.map((one): [string, ReactNode] => [
      one.module === "default" ? t("tree.firmware") : one.module,
      <span key="v" title={formatMoment(one.since)}>
        <span className="code">{one.version}</span> <Age at={one.since} />
      </span>,
    ]),
    ...(firmware?.past ?? []).slice(0, 5).map((one): [string, ReactNode] => [
      t("tree.before"),
      <span key="p" className="code" title={formatMoment(one.since)}>
        {one.version}
      </span>,
    ]),
    ...(tree?.gateway
      ? [[t("tree.gateway"), <Related key="g" device={tree.gateway} />] as [string, ReactNode]]
      : []),
    ...(tree?.subDevices ?? [])
      .slice(0, 50)
      .map((one): [string, ReactNode] => [t("tree.subDevice"), <Related key="s" device={one} />]),
  ];
  if (rows.length === 0) return null;
  return (
    <Card title={t("tree.title")}>
      <dl className="identity">
        {rows.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other order
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Related({ device }: { device: RelatedDevice }) {
  const { t } = useDeviceTexts();
  const isOnline = device.onlineSince !== null;
  return (
    <span>
      <span className="code">{device.deviceName}</span>{" "}
      <State
        tone={isOnline ? "ok" : "off"}
        label={t(isOnline ? "connection.online" : "connection.offline")}
      />
    </span>
  );
}
