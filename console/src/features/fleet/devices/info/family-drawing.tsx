import "./drawings.css";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { Card } from "../../../../kit/card.tsx";
import { BoardStrip } from "./board-strip.tsx";
import { BoxSlots } from "./box-slots.tsx";
import { CarouselDrawing } from "./carousel-ring.tsx";
import { DetectorStages } from "./detector-stages.tsx";
import { InjectionSequence } from "./injection-sequence.tsx";

/** The drawing of the family's device, as it reported about itself last. */
export function FamilyDrawing({ open, model }: { open: OpenDevice; model: ProductModel | undefined }) {
  const { t } = useDeviceTexts();
  const { latest } = open.device;
  switch (open.familyConfig.drawing) {
    case "carousel":
      return (
        <Card title={t("carousel.title")}>
          <CarouselDrawing device={open.device} />
        </Card>
      );
    case "detector":
      return (
        <Card title={t("drawing.detector")}>
          <DetectorStages latest={latest} model={model} />
        </Card>
      );
    case "board":
      return (
        <Card title={t("drawing.board")}>
          <BoardStrip latest={latest} model={model} />
        </Card>
      );
    case "slots":
      return (
        <Card title={t("drawing.slots")}>
          <BoxSlots latest={latest} model={model} />
        </Card>
      );
    case "sequence":
      return (
        <Card title={t("drawing.sequence")}>
          <InjectionSequence latest={latest} />
        </Card>
      );
    case null:
      return null;
  }
}
