import { getPictureFile, type MediaItem } from "@tracewater/contract/fleet/media";
import Checkbox from "antd/es/checkbox";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFile } from "../../../../api/use-file.ts";
import { formatBytes } from "../../../../kit/file-state.ts";
import { formatMoment } from "../../../../kit/moment.ts";
import { Picture } from "../../../../kit/picture.tsx";
import { HashLine } from "./hash-line.tsx";
import { ItemState } from "./item-state.tsx";
import { useSourceLabels } from "./use-source-labels.ts";

/** One picture with its time, what brought it and its hash; or why it is not there. */
export function PictureCard(props: { item: MediaItem; isChosen: boolean; onChoose: () => void }) {
  const { item, isChosen } = props;
  const { t } = useTranslation("fleet-media");
  const sourceOf = useSourceLabels();
  const time = formatMoment(item.takenAt);
  return (
    <li className={isChosen ? "media-card media-card-chosen" : "media-card"}>
      <div className="media-frame">
        {item.state === "stored" ? (
          <StoredPicture id={item.id} alt={t("gallery.alt", { time })} />
        ) : (
          <div className="media-absent">
            <ImageOff size={28} strokeWidth={1.3} />
            <p>{item.reason || t(`absent.${item.state}`)}</p>
          </div>
        )}
      </div>
      <div className="media-facts">
        <div className="media-line">
          <span className="media-time">{time}</span>
          {item.state === "stored" ? (
            <Checkbox
              checked={isChosen}
              onChange={props.onChoose}
              aria-label={t("compare.choose", { time })}
            />
          ) : null}
        </div>
        <div className="media-line">
          <ItemState item={item} />
          {item.bytes === null ? null : <span className="record-quiet">{formatBytes(item.bytes)}</span>}
        </div>
        <div className="record-quiet">{sourceOf(item)}</div>
        {item.sha256 === null ? null : <HashLine hash={item.sha256} />}
      </div>
    </li>
  );
}

function StoredPicture({ id, alt }: { id: number; alt: string }) {
  const [isOpened, setOpened] = useState(false);
  const file = useFile(getPictureFile, { params: { id }, query: { size: "small" } });
  const full = useFile(getPictureFile, { params: { id } }, { enabled: isOpened });
  const open = () => setOpened(true);
  return <Picture file={file} full={full} onOpen={open} alt={alt} width={220} height={180} />;
}
