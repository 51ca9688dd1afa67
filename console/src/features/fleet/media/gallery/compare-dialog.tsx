import { getPictureFile, type MediaItem } from "@tracewater/contract/fleet/media";
import Modal from "antd/es/modal";
import Segmented from "antd/es/segmented";
import Slider from "antd/es/slider";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFile } from "../../../../api/use-file.ts";
import { formatMoment } from "../../../../kit/moment.ts";
import { Picture } from "../../../../kit/picture.tsx";
import { useBlobAddress } from "../../../../kit/use-blob-address.ts";

type Way = "beside" | "over";

/** Two pictures, the older one left: side by side, or one over the other under a slider. */
export function CompareDialog(props: { items: readonly MediaItem[]; onClose: () => void }) {
  const { t } = useTranslation("fleet-media");
  const [way, setWay] = useState<Way>("beside");
  const [older, newer] = [...props.items].sort((a, b) => a.takenAt - b.takenAt);
  if (older === undefined || newer === undefined) return null;
  return (
    <Modal
      open
      centered
      footer={null}
      width="min(1200px, calc(100vw - 32px))"
      title={t("compare.title")}
      onCancel={props.onClose}
    >
      <Segmented<Way>
        className="media-way"
        value={way}
        onChange={setWay}
        options={[
          { value: "beside", label: t("compare.beside") },
          { value: "over", label: t("compare.over") },
        ]}
      />
      {way === "beside" ? (
        <div className="media-beside">
          {[older, newer].map((item) => (
            <Side key={item.id} item={item} />
          ))}
        </div>
      ) : (
        <Over older={older} newer={newer} />
      )}
    </Modal>
  );
}

function Side({ item }: { item: MediaItem }) {
  const file = useFile(getPictureFile, { params: { id: item.id } });
  const time = formatMoment(item.takenAt);
  return (
    <figure className="media-side">
      <Picture file={file} alt={time} width={520} height={440} />
      <figcaption>{time}</figcaption>
    </figure>
  );
}

function Over({ older, newer }: { older: MediaItem; newer: MediaItem }) {
  const { t } = useTranslation("fleet-media");
  const [share, setShare] = useState(50);
  const under = useShown(older);
  const over = useShown(newer);
  if (under === null || over === null) return <div className="media-over loading-bar" role="status" />;
  return (
    <>
      <div className="media-over">
        <img src={under} alt={formatMoment(older.takenAt)} />
        <img src={over} alt={formatMoment(newer.takenAt)} style={{ clipPath: `inset(0 0 0 ${share}%)` }} />
        <span className="media-over-line" style={{ left: `${share}%` }} />
      </div>
      <Slider
        value={share}
        onChange={setShare}
        tooltip={{ open: false }}
        ariaLabelForHandle={t("compare.slider")}
      />
      <div className="media-line record-quiet">
        <span>{formatMoment(older.takenAt)}</span>
        <span>{formatMoment(newer.takenAt)}</span>
      </div>
    </>
  );
}

function useShown(item: MediaItem): string | null {
  const file = useFile(getPictureFile, { params: { id: item.id } });
  return useBlobAddress(file.state === "ready" ? file.blob : null);
}
