import "./samplers.css";
import "./bottles/bottles.css";
import "./bottles/binding.css";
import type { BottleSlot } from "@tracewater/contract/field/sampler-bottles";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { lookOf, type SlotLook, slotLooks } from "../../../pickers/bottles/slot-look.ts";
import { useSlots } from "../../../pickers/bottles/use-slots.ts";
import { BindPanel } from "./bottles/bind-panel.tsx";
import { LastScans } from "./bottles/last-scans.tsx";
import { Ring } from "./bottles/ring.tsx";
import { SlotGrid } from "./bottles/slot-grid.tsx";
import { latestNumber, useSampler } from "./use-sampler.ts";

/** Which bottle is in which slot: codes are scanned in here, one after the other. */
export default function BottleEnteringPage() {
  const device = useSampler();
  return device === undefined ? <Loading lines={10} /> : <Bottles device={device} />;
}

function Bottles({ device }: { device: DeviceDetail }) {
  const { slots, error, isPending, refetch } = useSlots(device);
  const [chosen, setChosen] = useState(1);
  const mayEnter = hasPermission("device:sampler:command", useSession());
  if (isPending) return <Loading lines={10} />;
  const slot = slots.find((one) => one.slot === chosen);
  if (slot === undefined)
    return error === null ? null : <ErrorBox error={error} onRetry={() => void refetch()} />;
  const index = latestNumber(device, "bottleIndex");
  const armAt = index !== null && index >= 1 ? index : null;
  return (
    <div className="bottle-entering">
      <Slots slots={slots} chosen={chosen} armAt={armAt} onChoose={setChosen} />
      <div className="bottle-side">
        {mayEnter ? <BindPanel device={device} slot={slot} armAt={armAt} onChoose={setChosen} /> : null}
        <LastScans device={device} />
      </div>
    </div>
  );
}

function Slots(props: {
  slots: readonly BottleSlot[];
  chosen: number;
  armAt: number | null;
  onChoose: (slot: number) => void;
}) {
  const { t } = useTranslation("field-samplers");
  const isPhone = useIsPhone();
  const [view, setView] = useState<"ring" | "grid">(isPhone ? "grid" : "ring");
  const main = props.slots.slice(0, 24);
  const looks = main.map((slot) => lookOf(slot, props.armAt));
  return (
    <Card
      className="bottle-slots"
      title={t("bottles.title")}
      hint={t("bottles.hint", { count: main.length })}
      extra={
        <Segmented
          value={view}
          onChange={setView}
          options={[
            { value: "ring", label: t("bottles.ringView") },
            { value: "grid", label: t("bottles.gridView") },
          ]}
        />
      }
    >
      {view === "ring" ? (
        <Ring {...props} slots={main} />
      ) : (
        <SlotGrid {...props} slots={main} label={t("bottles.main")} />
      )}
      <Legend looks={looks} />
      <SlotGrid {...props} slots={props.slots.slice(24)} label={t("bottles.extraTitle")} />
    </Card>
  );
}

function Legend({ looks }: { looks: readonly SlotLook[] }) {
  const { t } = useTranslation("field-samplers");
  return (
    <ul className="slot-legend">
      {slotLooks
        .filter((look) => looks.includes(look))
        .map((look) => (
          <li key={look}>
            <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
              <g className={`slot slot-${look}`}>
                <circle className="slot-glass" r="5.5" />
              </g>
            </svg>
            {t(`bottles.look.${look}`)} <b className="num">{looks.filter((one) => one === look).length}</b>
          </li>
        ))}
    </ul>
  );
}
