import {
  type LegalHold,
  liftReadingHold,
  listReadingHolds,
  placeReadingHold,
} from "@tracewater/contract/fleet/legal-holds";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Input from "antd/es/input";
import { Scale } from "lucide-react";
import { useState } from "react";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { useTelemetryTexts } from "./telemetry-texts.ts";

/** Legal holds on what a device reported: those that there are, and one for the span that is looked at. */
export function HoldButton(props: { deviceId: number; begin: number; end: number }) {
  const t = useTelemetryTexts();
  const session = useSession();
  const [open, setOpen] = useState(false);
  if (!hasPermission("data:hold:list", session)) return null;
  return (
    <>
      <Button icon={<Scale size={16} />} title={t("hold.text")} onClick={() => setOpen(true)}>
        {t("hold.title")}
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} size={520} title={t("hold.title")} destroyOnHidden>
        <p className="device-quiet">{t("hold.text")}</p>
        {hasPermission("data:hold:edit", session) ? <PlaceForm {...props} /> : null}
        <HoldList deviceId={props.deviceId} mayLift={hasPermission("data:hold:edit", session)} />
      </Drawer>
    </>
  );
}

function PlaceForm({ deviceId, begin, end }: { deviceId: number; begin: number; end: number }) {
  const t = useTelemetryTexts();
  const [reason, setReason] = useState("");
  const place = useApiMutation(placeReadingHold);
  const send = async () => {
    await place.mutateAsync({ body: { deviceId, begin, end, reason } });
    setReason("");
    await invalidate(listReadingHolds);
  };
  return (
    <form
      className="hold-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send().catch(() => undefined); // the shell has reported it
      }}
    >
      <p>
        {t("hold.span")}{" "}
        <b>
          {formatMoment(begin)} – {formatMoment(end)}
        </b>
      </p>
      <Input
        value={reason}
        maxLength={500}
        placeholder={t("hold.reason")}
        aria-label={t("hold.reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="primary" htmlType="submit" disabled={reason.trim() === ""} loading={place.isPending}>
        {t("hold.place")}
      </Button>
    </form>
  );
}

function HoldList({ deviceId, mayLift }: { deviceId: number; mayLift: boolean }) {
  const t = useTelemetryTexts();
  const { data, error, isPending, refetch } = useApi(listReadingHolds, {
    query: { deviceId, pageSize: 100 },
  });
  if (error !== null) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (isPending || data === undefined) return <Loading lines={3} />;
  if (data.rows.length === 0) return <EmptyState title={t("hold.none")} text={t("hold.noneText")} />;
  return (
    <ul className="hold-list">
      {data.rows.map((hold) => (
        <LegalHoldRow key={hold.holdId} hold={hold} mayLift={mayLift} />
      ))}
    </ul>
  );
}

function LegalHoldRow({ hold, mayLift }: { hold: LegalHold; mayLift: boolean }) {
  const t = useTelemetryTexts();
  const [lifting, setLifting] = useState(false);
  const [reason, setReason] = useState("");
  const lift = useApiMutation(liftReadingHold);
  const send = async () => {
    await lift.mutateAsync({ params: { id: hold.holdId }, body: { reason } });
    await invalidate(listReadingHolds);
  };
  const isPlaced = hold.liftedAt === null;
  return (
    <li>
      <div className="hold-head">
        <State tone={isPlaced ? "warn" : "off"} label={t(isPlaced ? "hold.placed" : "hold.lifted")} />
        <span>
          {formatMoment(hold.begin)} – {hold.end === null ? t("hold.open") : formatMoment(hold.end)}
        </span>
      </div>
      <p>{hold.reason}</p>
      <p className="device-quiet">{t("hold.by", { name: hold.placedBy, at: formatMoment(hold.placedAt) })}</p>
      {hold.liftedAt === null ? null : (
        <p className="device-quiet">
          {t("hold.liftedBy", {
            name: hold.liftedBy,
            at: formatMoment(hold.liftedAt),
            reason: hold.liftReason,
          })}
        </p>
      )}
      {isPlaced && mayLift && !lifting ? (
        <Button size="small" onClick={() => setLifting(true)}>
          {t("hold.lift")}
        </Button>
      ) : null}
      {lifting && isPlaced ? (
        <form
          className="hold-form"
          onSubmit={(event) => {
            event.preventDefault();
            void send().catch(() => undefined); // the shell has reported it
          }}
        >
          <Input
            ref={focusOnOpen}
            value={reason}
            maxLength={500}
            placeholder={t("hold.liftReason")}
            aria-label={t("hold.liftReason")}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button htmlType="submit" danger disabled={reason.trim() === ""} loading={lift.isPending}>
            {t("hold.lift")}
          </Button>
        </form>
      ) : null}
    </li>
  );
}
