import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { listClips, type MediaItem } from "@tracewater/contract/fleet/media";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { Download, Film, Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../api/use-api.ts";
import { Pager } from "../../../../kit/data-table/pager.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { formatBytes } from "../../../../kit/file-state.ts";
import { Loading } from "../../../../kit/loading.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { VideoPlayer } from "../../../../pickers/video/video-player.tsx";
import { HashLine } from "../gallery/hash-line.tsx";
import { ItemState } from "../gallery/item-state.tsx";
import { useSourceLabels } from "../gallery/use-source-labels.ts";
import { useMediaFilters } from "../use-media-filters.ts";
import { useDownload } from "./use-download.ts";

const pageSize = 10;

/** The clips and recordings of a device, newest first. */
export function ClipList({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("fleet-media");
  const { page, go } = useMediaFilters();
  const [playing, setPlaying] = useState<MediaItem | null>(null);
  const params = { family: device.typeKey, id: device.id };
  const found = useApi(
    listClips,
    { params, query: { pageNum: page, pageSize } },
    { keepPrevious: true, handled: true },
  );
  if (found.data === undefined) {
    return found.error === null ? (
      <Loading lines={5} />
    ) : (
      <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  const { rows, total } = found.data;
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<Film size={32} strokeWidth={1.3} />}
        title={t("clips.none")}
        text={t("clips.noneText")}
      />
    );
  }
  return (
    <>
      <ul className="clip-list">
        {rows.map((item) => (
          <ClipRow key={item.id} item={item} onPlay={() => setPlaying(item)} />
        ))}
      </ul>
      {total > pageSize ? (
        <Pager total={total} page={page} size={pageSize} onChange={(to) => go({ page: to })} />
      ) : null}
      {playing === null ? null : (
        <Modal
          open
          centered
          footer={null}
          destroyOnHidden
          width="min(1000px, calc(100vw - 32px))"
          title={playing.source}
          onCancel={() => setPlaying(null)}
        >
          <VideoPlayer of={{ kind: "clip", id: playing.id }} label={playing.source} />
        </Modal>
      )}
    </>
  );
}

function ClipRow({ item, onPlay }: { item: MediaItem; onPlay: () => void }) {
  const { t } = useTranslation("fleet-media");
  const sourceOf = useSourceLabels();
  const download = useDownload();
  const isThere = item.state === "stored";
  return (
    <li className="clip-row">
      <div className="clip-what">
        <span className="media-time">{formatMoment(item.takenAt)}</span>
        <span className="clip-name">{sourceOf(item)}</span>
      </div>
      <div className="clip-facts">
        {isThere ? null : <ItemState item={item} />}
        {item.durationMs === null ? null : <span>{formatDuration(item.durationMs)}</span>}
        {item.bytes === null ? null : <span>{formatBytes(item.bytes)}</span>}
        {item.sha256 === null ? <span>{item.reason}</span> : <HashLine hash={item.sha256} />}
      </div>
      {isThere ? (
        <div className="clip-actions">
          <Button icon={<Play size={15} />} onClick={onPlay}>
            {t("clips.play")}
          </Button>
          <Button
            icon={<Download size={15} />}
            loading={download.isPending}
            onClick={() => download.mutate(item.id)}
          >
            {t("clips.download")}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** `1:05` */
function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
