import type { ReplyOf } from "@tracewater/contract/call";
import { type Bottle, bottles, breakPair, getBottleHistory } from "@tracewater/contract/field/bottles";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Input from "antd/es/input";
import { Unlink } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { State } from "../../../kit/state.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { placeText } from "./bottle-state.tsx";

/** The caps that belonged to a bottle, and where it was. */
export function BottleDrawer({ bottle, onClose }: { bottle: Bottle; onClose: () => void }) {
  const { t } = useTranslation("field-bottles");
  const isPhone = useIsPhone();
  const { data, error, refetch } = useApi(
    getBottleHistory,
    { params: { id: bottle.bottleId } },
    { handled: true },
  );
  return (
    <Drawer
      open
      size={isPhone ? "100%" : 560}
      title={<span className="code">{bottle.bodyCode}</span>}
      extra={
        <Allowed to="laboratory:thread:query">
          <PathLink to={`/thread/bottle/${bottle.bottleId}`}>{t("thread")}</PathLink>
        </Allowed>
      }
      onClose={onClose}
    >
      {error === null ? null : <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Loading lines={8} />
        ) : null
      ) : (
        <div className="bottle-history">
          <h3>{t("pairs")}</h3>
          <Pairs pairs={data.data.pairs} />
          {data.data.pairs.some((pair) => pair.brokenAt === null) ? (
            <Allowed to="field:bottle:edit">
              <BreakPair bottle={bottle} />
            </Allowed>
          ) : null}
          <h3>{t("places")}</h3>
          <Places places={data.data.places} />
        </div>
      )}
    </Drawer>
  );
}

type History = ReplyOf<typeof getBottleHistory>["data"];

function Pairs({ pairs }: { pairs: History["pairs"] }) {
  const { t } = useTranslation("field-bottles");
  if (pairs.length === 0) return <p className="bottle-quiet">{t("noPairs")}</p>;
  return (
    <ul className="bottle-lines">
      {pairs.map((pair) => (
        <li key={`${pair.capCode} ${pair.boundAt}`}>
          <span className="bottle-card-line">
            <span className="code">{pair.capCode}</span>
            {pair.brokenAt === null ? (
              <State tone="ok" label={t("pairHolds")} />
            ) : (
              <State tone="warn" label={t("pairBroken")} />
            )}
          </span>
          <span className="bottle-quiet">
            {t("bound", { time: formatMoment(pair.boundAt), who: pair.boundBy })}
          </span>
          {pair.brokenAt === null ? null : (
            <span className="bottle-quiet">
              {t("broken", {
                time: formatMoment(pair.brokenAt),
                who: pair.brokenBy ?? "—",
                why: pair.reason,
              })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Places({ places }: { places: History["places"] }) {
  const { t } = useTranslation("field-bottles");
  if (places.length === 0) return <p className="bottle-quiet">{t("noPlaces")}</p>;
  return (
    <ul className="bottle-lines">
      {places.map((place) => (
        <li key={`${place.deviceName} ${place.since}`}>
          <span className="bottle-card-line">
            <span className="code">{placeText(place)}</span>
            {place.until === null ? <State tone="info" label={t("standsThere")} /> : null}
          </span>
          <span className="bottle-quiet num">
            {formatMoment(place.since)} – {place.until === null ? t("today") : formatMoment(place.until)}
          </span>
          {place.deliveryNo === null ? null : (
            <span className="bottle-quiet">{t("delivery", { no: place.deliveryNo })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A cap that was opened apart from its body belongs to it no more; why is asked, and kept. */
function BreakPair({ bottle }: { bottle: Bottle }) {
  const { t } = useTranslation("field-bottles");
  const [reason, setReason] = useState("");
  const change = useApiMutation(breakPair);
  const submit = () =>
    change.mutate(
      { body: { bottleId: bottle.bottleId, reason } },
      {
        onSuccess: () => {
          void invalidate(getBottleHistory);
          void invalidate(bottles.calls.list);
          showToast({ tone: "success", text: t("break.done", { code: bottle.bodyCode }) });
        },
      },
    );
  return (
    <form
      className="bottle-break"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "") submit();
      }}
    >
      <Input
        value={reason}
        maxLength={200}
        placeholder={t("break.reason")}
        aria-label={t("break.reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button
        danger
        htmlType="submit"
        icon={<Unlink size={15} />}
        disabled={reason.trim() === ""}
        loading={change.isPending}
      >
        {t("break.submit")}
      </Button>
    </form>
  );
}
