import {
  type BottleSlot,
  enterBottleBodyId,
  enterBottleCapId,
  takeOutBottles,
  undoTakeOut,
} from "@tracewater/contract/field/sampler-bottles";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Segmented from "antd/es/segmented";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../../api/use-api.ts";
import { Card } from "../../../../kit/card.tsx";
import { IconButton } from "../../../../kit/icon-button.tsx";
import { showToast } from "../../../../kit/toasts.ts";
import { lookOf, nextSlot, slotName } from "../../../../pickers/bottles/slot-look.ts";
import { refreshSlots } from "../../../../pickers/bottles/use-slots.ts";
import { noteOf } from "./ring.tsx";
import { type Confirmed, ScanField } from "./scan-field.tsx";

/** Binds what a scanner reads: Enter at the body leads to the cap, Enter at the cap to the next slot. */
export function BindPanel(props: {
  device: DeviceDetail;
  slot: BottleSlot;
  armAt: number | null;
  onChoose: (slot: number) => void;
}) {
  const { device, slot, onChoose } = props;
  const { t } = useTranslation("field-samplers");
  const [clearVolume, setClearVolume] = useState(true);
  const body = useRef<HTMLInputElement>(null);
  const cap = useRef<HTMLInputElement>(null);
  const goTo = (next: number) => {
    onChoose(next);
    body.current?.focus();
  };
  const scanOf = (bottleId: string, clears: boolean, confirmed: Confirmed = {}) => ({
    query: {
      ...confirmed,
      productKey: device.productKey,
      deviceName: device.deviceName,
      index: slot.slot,
      bottleId,
      clearVolume: clears,
    },
  });
  return (
    <Card className="bind-panel" title={t("bottles.bind")} extra={<SetChoice slot={slot} onGo={goTo} />}>
      <ChosenSlot slot={slot} armAt={props.armAt} onGo={goTo} />
      <ScanField
        key={`body ${slot.slot}`}
        ref={body}
        call={enterBottleBodyId}
        inputOf={(code, confirmed) => scanOf(code, clearVolume, confirmed)}
        label={t("bottles.bodyCode")}
        known={slot.bodyCode}
        waiting={slot.waiting.find((one) => one.part === "body")?.code ?? null}
        onSent={() => cap.current?.focus()}
        autoFocus
      />
      <ScanField
        key={`cap ${slot.slot}`}
        ref={cap}
        call={enterBottleCapId}
        inputOf={(code) => scanOf(code, false)}
        label={t("bottles.capCode")}
        known={slot.capCode}
        waiting={slot.waiting.find((one) => one.part === "cap")?.code ?? null}
        onSent={() => goTo(nextSlot(slot.slot, 1))}
      />
      <Checkbox checked={clearVolume} onChange={(event) => setClearVolume(event.target.checked)}>
        {t("bottles.clearVolume")}
      </Checkbox>
      <TakeOut device={device} slot={slot} />
    </Card>
  );
}

/** The 24 bottles of the carousel, or the extra ones. */
function SetChoice({ slot, onGo }: { slot: BottleSlot; onGo: (slot: number) => void }) {
  const { t } = useTranslation("field-samplers");
  return (
    <Segmented
      value={slot.slot > 24 ? "extra" : "main"}
      onChange={(set) => onGo(set === "extra" ? 25 : 1)}
      options={[
        { value: "main", label: t("bottles.main") },
        { value: "extra", label: t("bottles.extra") },
      ]}
    />
  );
}

/** The slot that is bound, and the way to its neighbours. */
function ChosenSlot(props: { slot: BottleSlot; armAt: number | null; onGo: (slot: number) => void }) {
  const { slot, onGo } = props;
  const { t } = useTranslation("field-samplers");
  return (
    <div className="bind-slot">
      <span className="bind-slot-number">{slotName(slot.slot)}</span>
      <span className="bind-slot-text">
        <b>{t("bottles.slot", { slot: slotName(slot.slot) })}</b>
        <span>{noteOf(slot, lookOf(slot, props.armAt), t)}</span>
      </span>
      <IconButton label={t("bottles.previous")} onClick={() => onGo(nextSlot(slot.slot, -1))}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={t("bottles.next")} onClick={() => onGo(nextSlot(slot.slot, 1))}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}

/** The bottle leaves the slot: what is known of it stays with the bottle. */
function TakeOut({ device, slot }: { device: DeviceDetail; slot: BottleSlot }) {
  const { t } = useTranslation("field-samplers");
  const take = useApiMutation(takeOutBottles);
  const undo = useApiMutation(undoTakeOut);
  const putBack = (removalIds: string[]) =>
    undo.mutate(
      { body: { deviceName: device.deviceName, removalIds } },
      {
        onSuccess: () => {
          refreshSlots();
          showToast({ tone: "success", text: t("bottles.putBack", { code: slot.bodyCode }) });
        },
      },
    );
  const submit = () =>
    take.mutate(
      { body: { deviceName: device.deviceName, slots: [slot.slot] } },
      {
        onSuccess: ({ data }) => {
          refreshSlots();
          showToast({
            tone: "success",
            text: t("bottles.takenOut", { code: slot.bodyCode }),
            action: { label: t("bottles.undo"), run: () => putBack(data.removalIds) },
          });
        },
      },
    );
  return (
    <div className="bind-foot">
      <Button danger disabled={slot.bodyCode === null} loading={take.isPending} onClick={submit}>
        {t("bottles.takeOut")}
      </Button>
    </div>
  );
}
