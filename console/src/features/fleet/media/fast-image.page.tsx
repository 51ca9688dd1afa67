import "./media.css";
import "./gallery/gallery.css";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import {
  countPictures,
  listPictures,
  type MediaItem,
  type MediaState,
} from "@tracewater/contract/fleet/media";
import { Camera } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLive } from "../../../api/live.ts";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { CompareButton } from "./gallery/compare-button.tsx";
import { CompareDialog } from "./gallery/compare-dialog.tsx";
import { PictureCard } from "./gallery/picture-card.tsx";
import { StateFilter } from "./gallery/state-filter.tsx";
import { TakePicture } from "./gallery/take-picture.tsx";
import { TimeLine } from "./gallery/time-line.tsx";
import { useMediaFilters } from "./use-media-filters.ts";
import { usePageDevice } from "./use-page-device.ts";

/** A device's pictures: the time line, the gallery, two side by side, and one taken now. */
export default function FastImagePage() {
  const device = usePageDevice();
  return device === null ? <Loading lines={8} /> : <Gallery key={device.id} device={device} />;
}

function Gallery({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("fleet-media");
  const { page, state, go } = useMediaFilters();
  const params = { family: device.typeKey, id: device.id };
  const query = { pageNum: page, pageSize, ...(state === "" ? {} : { state }) };
  const found = useApi(listPictures, { params, query }, { keepPrevious: true, handled: true });
  const [chosen, setChosen] = useState<readonly MediaItem[]>([]);
  const [isComparing, setComparing] = useState(false);
  // A picture comes with the reply of its command, or after an event that announced it.
  useLive([`device:${device.id}`], (event) => {
    const isOver = event.type === "command" && ["replied", "failed"].includes(event.command.state);
    if (isOver || event.type === "event")
      for (const call of [listPictures, countPictures]) void invalidate(call);
  });
  const choose = (item: MediaItem) =>
    setChosen((now) =>
      now.some((one) => one.id === item.id)
        ? now.filter((one) => one.id !== item.id)
        : [...now.slice(-1), item],
    );
  return (
    <div className="media-page">
      <Card title={t("gallery.title")} hint={t("gallery.hint")} extra={<TakePicture device={device} />}>
        <TimeLine params={params} />
      </Card>
      <Card flush>
        <div className="media-bar">
          <StateFilter value={state} onChange={(next) => go({ state: next })} />
          <CompareButton chosen={chosen} onCompare={() => setComparing(true)} onClear={() => setChosen([])} />
        </div>
        {found.error !== null && found.data === undefined ? (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        ) : found.data === undefined ? (
          <Loading lines={6} />
        ) : (
          <Pictures rows={found.data.rows} state={state} chosen={chosen} onChoose={choose} />
        )}
        {(found.data?.total ?? 0) > pageSize ? (
          <Pager
            total={found.data?.total ?? 0}
            page={page}
            size={pageSize}
            onChange={(to) => go({ page: to })}
          />
        ) : null}
      </Card>
      {isComparing && chosen.length === 2 ? (
        <CompareDialog items={chosen} onClose={() => setComparing(false)} />
      ) : null}
    </div>
  );
}

const pageSize = 10;

function Pictures(props: {
  rows: readonly MediaItem[];
  state: MediaState | "";
  chosen: readonly MediaItem[];
  onChoose: (item: MediaItem) => void;
}) {
  const { rows, state, chosen, onChoose } = props;
  const { t } = useTranslation("fleet-media");
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<Camera size={32} strokeWidth={1.3} />}
        title={t(state === "" ? "gallery.none" : "gallery.noneSuch")}
        text={t(state === "" ? "gallery.noneText" : "gallery.noneSuchText")}
      />
    );
  }
  return (
    <ul className="media-grid">
      {rows.map((item) => (
        <PictureCard
          key={item.id}
          item={item}
          isChosen={chosen.some((one) => one.id === item.id)}
          onChoose={() => onChoose(item)}
        />
      ))}
    </ul>
  );
}
