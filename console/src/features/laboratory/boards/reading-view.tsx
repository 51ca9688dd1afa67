import {
  type BoardTestDetail,
  getBoardTest,
  getBoardTestPicture,
  readBoardTest,
} from "@tracewater/contract/laboratory/board-tests";
import Button from "antd/es/button";
import { Contrast, RefreshCw, ScanLine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { useFile } from "../../../api/use-file.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useBlobAddress } from "../../../kit/use-blob-address.ts";
import { GateChips } from "./gate-chips.tsx";
import { LineTable } from "./line-table.tsx";
import { ProfilePlot } from "./profile-plot.tsx";
import { ReadingOverlay } from "./reading-overlay.tsx";
import type { BoardReading } from "./reading-types.ts";
import { firstRegion, RegionEditor } from "./region-editor.tsx";

type Region = ReturnType<typeof firstRegion>;

/** The picture with what was measured in it, its profile, gates and figures; read again next to the older readings. */
export function ReadingView({ test }: { test: BoardTestDetail }) {
  const { t } = useTranslation("laboratory-boards");
  const [shownId, setShownId] = useState<number | null>(null);
  const [region, setRegion] = useState<Region | null>(null);
  const [isEnhanced, setIsEnhanced] = useState(false);
  const again = useApiMutation(readBoardTest);
  const reading = test.readings.find((one) => one.readingId === shownId) ?? test.readings[0];
  const read = (drawn: Region | null) =>
    again.mutate(
      { params: { id: test.testId }, body: { region: drawn } },
      {
        onSuccess: ({ data }) => {
          setShownId(data.readingId);
          setRegion(null);
          void invalidate(getBoardTest);
        },
      },
    );
  if (test.picture !== "stored")
    return <EmptyState title={t("picture.title")} text={t(`picture.${test.picture}`)} />;
  const buttons = (
    <span className="board-tools">
      <Button
        icon={<Contrast size={15} />}
        aria-pressed={isEnhanced}
        type={isEnhanced ? "primary" : "default"}
        onClick={() => setIsEnhanced(!isEnhanced)}
      >
        {t("act.enhance")}
      </Button>
      <ReadButtons
        reading={reading}
        region={region}
        isReading={again.isPending}
        onRead={read}
        onRegion={setRegion}
      />
    </span>
  );
  return (
    <div className="board-two">
      <Card title={t("pictureTitle")} extra={buttons}>
        <div className={isEnhanced ? "board-parts board-enhanced" : "board-parts"}>
          <BoardPicture testId={test.testId} reading={reading} region={region} onRegion={setRegion} />
          {isEnhanced ? <p className="record-quiet">{t("enhanced")}</p> : null}
          {reading === undefined ? (
            <p className="record-quiet">{t("notRead")}</p>
          ) : (
            <Readings test={test} shown={reading} onShow={setShownId} />
          )}
        </div>
      </Card>
      {reading === undefined ? null : (
        <Card title={t("readingTitle")} hint={`${reading.measurement.algorithm} · ${reading.file.decoder}`}>
          <div className="board-parts">
            <ProfilePlot measurement={reading.measurement} />
            <GateChips gates={reading.measurement.gates} />
            <LineTable reading={reading} unit={test.quantityUnit} />
          </div>
        </Card>
      )}
    </div>
  );
}

/** Reads the whole picture again, or a region that a person draws. */
function ReadButtons(props: {
  reading: BoardReading | undefined;
  region: Region | null;
  isReading: boolean;
  onRead: (region: Region | null) => void;
  onRegion: (region: Region | null) => void;
}) {
  const { t } = useTranslation("laboratory-boards");
  const { reading, region, isReading, onRead, onRegion } = props;
  return (
    <Allowed to="laboratory:boardTest:edit">
      {region === null ? (
        <>
          <Button icon={<RefreshCw size={15} />} loading={isReading} onClick={() => onRead(null)}>
            {t("act.read")}
          </Button>
          {reading === undefined ? null : (
            <Button icon={<ScanLine size={15} />} onClick={() => onRegion(firstRegion(reading))}>
              {t("act.draw")}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button type="primary" loading={isReading} onClick={() => onRead(region)}>
            {t("act.readRegion")}
          </Button>
          <Button onClick={() => onRegion(null)}>{t("act.cancel")}</Button>
        </>
      )}
    </Allowed>
  );
}

function BoardPicture(props: {
  testId: number;
  reading: BoardReading | undefined;
  region: Region | null;
  onRegion: (region: Region) => void;
}) {
  const { t } = useTranslation("laboratory-boards");
  const file = useFile(getBoardTestPicture, { params: { id: props.testId } });
  const address = useBlobAddress(file.state === "ready" ? file.blob : null);
  const { reading } = props;
  if (address === null) return <div className="loading-bar" role="status" />;
  if (reading === undefined) return <img className="board-picture" src={address} alt={t("pictureTitle")} />;
  const { width, height } = reading.file;
  return (
    <div className="board-picture">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("pictureTitle")}>
        <image href={address} width={width} height={height} />
        {props.region === null ? (
          <ReadingOverlay reading={reading} />
        ) : (
          <RegionEditor region={props.region} onChange={props.onRegion} />
        )}
      </svg>
      {props.region === null ? null : <p className="record-quiet">{t("region.hint")}</p>}
    </div>
  );
}

/** All readings of this picture, the newest first. */
function Readings(props: { test: BoardTestDetail; shown: BoardReading; onShow: (id: number) => void }) {
  const { t } = useTranslation("laboratory-boards");
  return (
    <ul className="board-readings" aria-label={t("readings")}>
      {props.test.readings.map((one) => (
        <li key={one.readingId}>
          <Button
            size="small"
            type={one.readingId === props.shown.readingId ? "primary" : "default"}
            onClick={() => props.onShow(one.readingId)}
          >
            {one.madeAt} · {one.measurement.algorithm}
            {one.region === null ? "" : ` · ${t("drawn")}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
