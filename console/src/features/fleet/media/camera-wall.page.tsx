import "./media.css";
import "./wall/wall.css";
import { listCameras } from "@tracewater/contract/fleet/cameras";
import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import { Cctv, Maximize, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { CameraDialog, type OpenCamera } from "./wall/camera-dialog.tsx";
import { CameraTile } from "./wall/camera-tile.tsx";

/** Large-screen monitoring: one, four or nine cameras at once. */
export default function CameraWallPage() {
  return (
    <PermittedPage to="device:camera:list">
      <CameraWall />
    </PermittedPage>
  );
}

const grids = [1, 4, 9] as const;
type Grid = (typeof grids)[number];

function CameraWall() {
  const { t } = useTranslation("fleet-media");
  const { grid, page, go } = useWallPlace();
  const wall = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenCamera | null>(null);
  const query = { pageNum: page, pageSize: grid };
  const found = useApi(listCameras, { query }, { keepPrevious: true, handled: true, everyMs: 5_000 });
  const rows = found.data?.rows ?? [];
  return (
    <PageFrame
      title={t("wall.title")}
      hint={found.data?.canPlay === false ? t("wall.noFfmpeg") : t("wall.hint")}
      extra={
        <WallTools
          grid={grid}
          onGrid={(next) => go({ grid: next })}
          onFull={() => void wall.current?.requestFullscreen()}
          onAdd={() => setOpen({ kind: "form", camera: null })}
        />
      }
    >
      {found.data === undefined ? (
        found.error === null ? (
          <Loading lines={8} />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<Cctv size={32} strokeWidth={1.3} />}
          title={t("wall.none")}
          text={t("wall.noneText")}
        />
      ) : (
        <div ref={wall} className={`camera-wall camera-wall-${grid}`}>
          {rows.map((camera) => (
            <CameraTile
              key={camera.id}
              camera={camera}
              canPlay={found.data.canPlay}
              onOpen={(kind) => setOpen({ kind, camera })}
            />
          ))}
        </div>
      )}
      {(found.data?.total ?? 0) > grid ? (
        <Pager total={found.data?.total ?? 0} page={page} size={grid} onChange={(to) => go({ page: to })} />
      ) : null}
      {open === null ? null : <CameraDialog open={open} onClose={() => setOpen(null)} />}
    </PageFrame>
  );
}

/** How many cameras are shown at once, and which of them: in the address. */
function useWallPlace() {
  const [search, setSearch] = useSearchParams();
  const grid: Grid = grids.find((one) => String(one) === search.get("grid")) ?? 4;
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const go = (to: { grid?: Grid; page?: number }) => {
    const next = { grid, page: 1, ...to };
    setSearch({ grid: String(next.grid), ...(next.page > 1 ? { page: String(next.page) } : {}) });
  };
  return { grid, page, go };
}

function WallTools(props: {
  grid: Grid;
  onGrid: (grid: Grid) => void;
  onFull: () => void;
  onAdd: () => void;
}) {
  const { t } = useTranslation("fleet-media");
  return (
    <>
      <Segmented<Grid>
        aria-label={t("wall.grid")}
        value={props.grid}
        onChange={props.onGrid}
        options={grids.map((value) => ({ value, label: String(value) }))}
      />
      <IconButton label={t("wall.full")} onClick={props.onFull}>
        <Maximize size={17} />
      </IconButton>
      <Allowed to="device:camera:edit">
        <Button type="primary" icon={<Plus size={16} />} onClick={props.onAdd}>
          {t("wall.add")}
        </Button>
      </Allowed>
    </>
  );
}
