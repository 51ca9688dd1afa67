import type { ReplyOf } from "@tracewater/contract/call";
import { getPointDetails, listPointPlaces } from "@tracewater/contract/field/point-details";
import { type SamplingPoint, samplingPoints } from "@tracewater/contract/field/sampling-points";
import Drawer from "antd/es/drawer";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { State } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { AreaEditor } from "./area-editor.tsx";
import { PointAttributes } from "./point-attributes.tsx";

type PointDetails = ReplyOf<typeof getPointDetails>["data"];

const pointCalls = [samplingPoints.calls.get, samplingPoints.calls.list];

/** Everything that is known of one point: its catchment, its figures by date, the devices that were there. */
export function PointDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation("field-sampling-points");
  const isPhone = useIsPhone();
  const point = useApi(samplingPoints.calls.get, { params: { id } }, { handled: true });
  const details = useApi(getPointDetails, { params: { id } }, { handled: true });
  const error = point.error ?? details.error;
  const one = point.data?.data;
  const found = details.data?.data;
  const refresh = () => {
    for (const call of [getPointDetails, listPointPlaces, ...pointCalls]) void invalidate(call);
  };
  return (
    <Drawer
      open
      size={isPhone ? "100%" : 760}
      title={one === undefined ? t("point.title") : `${one.name} · ${one.code}`}
      onClose={onClose}
    >
      {error === null ? null : <ErrorBox error={error} onRetry={() => void details.refetch()} />}
      {one === undefined || found === undefined ? (
        error === null ? (
          <Loading lines={10} />
        ) : null
      ) : (
        <Details point={one} details={found} onChanged={refresh} />
      )}
    </Drawer>
  );
}

function Details(props: { point: SamplingPoint; details: PointDetails; onChanged: () => void }) {
  const { point, details, onChanged } = props;
  const { t } = useTranslation("field-sampling-points");
  const mayEdit = hasPermission("field:samplePoint:edit", useSession());
  return (
    <div className="point-details">
      <DetailList point={point} />
      <h3>{t("area.title")}</h3>
      <AreaEditor
        key={details.area?.changedAt ?? 0}
        point={point}
        area={details.area}
        mayEdit={mayEdit}
        onSaved={onChanged}
      />
      <PointAttributes
        kind="population"
        point={point}
        figures={details.figures}
        mayEdit={mayEdit}
        onChanged={onChanged}
      />
      <CompareLink pointId={point.pointId} />
      <PointAttributes
        kind="flow"
        point={point}
        figures={details.figures}
        mayEdit={mayEdit}
        onChanged={onChanged}
      />
      <h3>{t("devices.title")}</h3>
      <Devices devices={details.devices} />
    </div>
  );
}

/** The devices that were at the point, and since when. */
function Devices({ devices }: Pick<PointDetails, "devices">) {
  const { t } = useTranslation("field-sampling-points");
  return (
    <>
      {devices.length === 0 ? <p className="point-quiet">{t("devices.none")}</p> : null}
      <ul className="point-lines">
        {devices.map((device) => (
          <li key={`${device.deviceId} ${device.since}`}>
            <span className="code">{device.deviceName}</span>
            <span className="num point-quiet">
              {formatMoment(device.since)} – {device.until === null ? "" : formatMoment(device.until)}
            </span>
            {device.until === null ? <State tone="ok" label={t("devices.there")} /> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** To all methods side by side, for those who may see them. */
function CompareLink({ pointId }: { pointId: number }) {
  const { t } = useTranslation("field-sampling-points");
  if (!hasPermission("laboratory:population:query", useSession())) return null;
  return (
    <p>
      <PathLink to={`/laboratory/population?pointId=${pointId}`}>{t("figure.compare")}</PathLink>
    </p>
  );
}

function DetailList({ point }: { point: SamplingPoint }) {
  const label = useResourceLabels(samplingPoints);
  const place = [point.address, point.place, point.country].filter((part) => part !== "").join(", ");
  const at =
    point.latitude === null || point.longitude === null ? null : `${point.latitude}°, ${point.longitude}°`;
  const facts: [string, string][] = [
    [label("kind"), label(`kind.${point.kind}`)],
    [label("unit"), point.unitName],
    [label("place"), place],
    [`${label("latitude")}, ${label("longitude")}`, at ?? ""],
    [label("zone"), point.zone],
    [label("contact"), point.contact],
    [label("source"), point.source],
  ];
  return (
    <dl className="point-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === "" ? "—" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
