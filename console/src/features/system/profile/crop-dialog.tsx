import Modal from "antd/es/modal";
import Slider from "antd/es/slider";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Crop, cutOut, draw, maxZoom, within } from "./crop.ts";

const sidePx = 280;
const stepOfKey: Record<string, readonly [number, number]> = {
  ArrowLeft: [0.02, 0],
  ArrowRight: [-0.02, 0],
  ArrowUp: [0, 0.02],
  ArrowDown: [0, -0.02],
};

/** Lets its user choose the square of a picture that becomes the portrait: by dragging, by keys and by a slider. */
export function CropDialog(props: {
  picture: HTMLImageElement;
  isSending: boolean;
  onCut: (file: File) => void;
  onClose: () => void;
}) {
  const { picture } = props;
  const { t } = useTranslation("system-profile");
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0, y: 0 });
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = { width: picture.naturalWidth, height: picture.naturalHeight };
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, picture, crop);
  }, [picture, crop]);
  const move = (x: number, y: number) =>
    setCrop((now) => within({ ...now, x: now.x + x, y: now.y + y }, size));
  const onDrag = (event: PointerEvent) => {
    if (event.buttons === 1) move(event.movementX / sidePx, event.movementY / sidePx);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(...step);
  };
  return (
    <Modal
      open
      centered
      width={360}
      title={t("portrait.crop")}
      okText={t("portrait.use")}
      cancelText={t("cancel")}
      confirmLoading={props.isSending}
      onCancel={props.onClose}
      onOk={() => void cutOut(picture, crop).then((file) => (file === null ? undefined : props.onCut(file)))}
    >
      <button
        type="button"
        className="profile-crop"
        aria-label={t("portrait.cropHint")}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onDrag}
        onKeyDown={onKey}
      >
        <canvas ref={canvas} width={2 * sidePx} height={2 * sidePx} />
      </button>
      <p className="profile-quiet">{t("portrait.cropHint")}</p>
      <Slider
        min={1}
        max={maxZoom}
        step={0.05}
        value={crop.zoom}
        tooltip={{ formatter: null }}
        ariaLabelForHandle={t("portrait.zoom")}
        onChange={(zoom) => setCrop((now) => within({ ...now, zoom }, size))}
      />
    </Modal>
  );
}
