import "./app-users.css";
import { listWorkOrders } from "@tracewater/contract/field/work-orders";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { familyKey } from "@tracewater/contract/fleet/families";
import { listSampleDeliveries, type SampleDelivery } from "@tracewater/contract/laboratory/sample-deliveries";
import { reportPosition } from "@tracewater/contract/system/app-log-in";
import { ClipboardList, Truck } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { callApi } from "../../../api/call-api.ts";
import { useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { ConnectionState } from "../../../device/connection-state.tsx";
import { devicePath, type FamilyConfig, familyPermission } from "../../../device/families/family-config.ts";
import { familyConfig } from "../../../device/families/known-families.ts";
import { Mark } from "../../../kit/mark.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { useFamilyNames } from "../../../pickers/family-names.ts";
import { OrderStepButton } from "../../../pickers/order-step-button.tsx";
import { ScanBottle } from "./phone-scan.tsx";
import { PhoneSection } from "./phone-section.tsx";

const everyMs = 30_000;
const known = familyKey.options.flatMap((key) => familyConfig(key) ?? []);

/** What somebody in the field needs on a phone: a bottle to scan, their work orders, deliveries and devices. */
export default function PhoneHomePage() {
  const { t } = useTranslation("system-app-users");
  const session = useSession();
  usePosition();
  return (
    <div className="phone">
      <header className="phone-head">
        <Mark size={26} />
        <h1>{session?.user.nickName ?? "Tracewater"}</h1>
        <Link to="/user/profile">{t("phone.profile")}</Link>
      </header>
      <Allowed to="field:bottle:list">
        <ScanBottle />
      </Allowed>
      <Allowed to="field:workOrder:list">
        <WorkOrders />
      </Allowed>
      <Allowed to="laboratory:delivery:list">
        <Deliveries />
      </Allowed>
      {known.map((family) => (
        <Allowed key={family.family} to={familyPermission(family, "list")}>
          <Devices family={family} />
        </Allowed>
      ))}
      <p className="phone-foot">
        <Link to="/index">{t("phone.all")}</Link>
      </p>
    </div>
  );
}

/** Once a visit, where the phone gives it; that it does not changes nothing here. */
function usePosition(): void {
  const report = useEffectEvent(({ coords, timestamp }: GeolocationPosition) => {
    const { latitude, longitude, accuracy } = coords;
    const body = { latitude, longitude, accuracy, at: Math.trunc(timestamp) };
    callApi(reportPosition, { body }, { silent: true }).catch(() => undefined);
  });
  useEffect(() => {
    navigator.geolocation?.getCurrentPosition(
      (position) => report(position),
      () => undefined,
      { maximumAge: 60_000 },
    );
  }, []);
}

function Devices({ family }: { family: FamilyConfig }) {
  const { t } = useTranslation("system-app-users");
  const names = useFamilyNames();
  const input = { params: { family: family.family }, query: { pageSize: 20 } };
  const found = useApi(listDevices, input, { handled: true, everyMs });
  const rows = found.data?.rows ?? [];
  if (rows.length === 0) return null;
  const isSampler = family.family === "waterSample";
  return (
    <PhoneSection title={names.many(family.family)}>
      <ul className="phone-list">
        {rows.map((device) => (
          <li className="phone-row" key={device.id}>
            <Link to={devicePath(family, device)} className="phone-main">
              <strong>{device.nickname || device.deviceName}</strong>
              <ConnectionState device={device} />
            </Link>
            {isSampler ? (
              <Link to={devicePath(family, device, "bottle_entering")} className="phone-act">
                {t("phone.bottles")}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {(found.data?.total ?? 0) > rows.length ? (
        <p className="record-quiet">{t("phone.more", { count: (found.data?.total ?? 0) - rows.length })}</p>
      ) : null}
    </PhoneSection>
  );
}

function Deliveries() {
  const { t } = useTranslation("system-app-users");
  const query = { state: "inTransit" as const, pageSize: 20 };
  const found = useApi(listSampleDeliveries, { query }, { handled: true, everyMs });
  const rows = found.data?.rows ?? [];
  return (
    <PhoneSection title={t("phone.deliveries")} icon={<Truck size={18} />}>
      {rows.length === 0 ? <p className="record-quiet">{t("phone.noDeliveries")}</p> : null}
      <ul className="phone-list">
        {rows.map((delivery) => (
          <li className="phone-row" key={delivery.deliveryNo}>
            <Link to={pathOf(delivery)} className="phone-main">
              <strong>{delivery.deliveryNo}</strong>
              <span className="record-quiet">
                {t("phone.samples", { count: delivery.sampleCount })} · {delivery.toUnitName}
              </span>
            </Link>
            <Allowed to="laboratory:delivery:receive">
              <Link to={pathOf(delivery)} className="phone-act ant-btn ant-btn-default">
                {t("phone.receive")}
              </Link>
            </Allowed>
          </li>
        ))}
      </ul>
    </PhoneSection>
  );
}

const pathOf = (delivery: SampleDelivery) => `/laboratory/delivery?id=${delivery.deliveryId}`;

function WorkOrders() {
  const { t } = useTranslation("system-app-users");
  const query = { mine: "1" as const, open: "1" as const, pageSize: 50 };
  const found = useApi(listWorkOrders, { query }, { handled: true, everyMs });
  const open = found.data?.rows ?? [];
  return (
    <PhoneSection title={t("phone.orders")} icon={<ClipboardList size={18} />}>
      {open.length === 0 ? <p className="record-quiet">{t("phone.noOrders")}</p> : null}
      <ul className="phone-list">
        {open.map((order) => (
          <li className="phone-row" key={order.orderNo}>
            <Link to={`/work/edit/${order.orderId}`} className="phone-main">
              <strong>{order.orderNo}</strong>
              <span className="record-quiet">
                {[order.pointCode, order.deviceName, order.due === null ? null : formatMoment(order.due)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Link>
            <span className="phone-act">
              <OrderStepButton order={order} />
            </span>
          </li>
        ))}
      </ul>
    </PhoneSection>
  );
}
