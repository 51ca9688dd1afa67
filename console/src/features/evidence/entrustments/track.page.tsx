import "../../../resource/record.css";
import "./evidence.css";
import { type EntrustmentTrack, getEntrustmentTrack } from "@tracewater/contract/evidence/entrustments";
import { Waypoints } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { State } from "../../../kit/state.tsx";
import { CustodyEvents } from "../../../pickers/custody-events.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { AuditQuestions } from "./audit-questions.tsx";
import { CheckpointKey, CourtFile } from "./court-file.tsx";
import { timelineOf } from "./custody-spans.ts";
import { CustodyTimeline } from "./custody-timeline.tsx";
import { EntrustmentStateMark, entrustmentPath, idOf } from "./evidence-labels.tsx";

/** The chain of custody of one entrustment, verified while it is read. */
export default function TrackPage() {
  const { t } = useTranslation("evidence-entrustments");
  const id = idOf(useParams()["tableId"]);
  return (
    <PermittedPage to="evidence:entrustment:query">
      <PageFrame>
        {id === null ? <EmptyState title={t("noSuch")} text={t("noSuchText")} /> : <Found id={id} />}
      </PageFrame>
    </PermittedPage>
  );
}

function Found({ id }: { id: number }) {
  const { t } = useTranslation("evidence-entrustments");
  const { data, error, refetch } = useApi(getEntrustmentTrack, { params: { id } }, { handled: true });
  if (data !== undefined) return <Track track={data.data} />;
  if (error === null) return <Loading lines={12} />;
  if (error.code === 404) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
  return <ErrorBox error={error} onRetry={() => void refetch()} />;
}

function Track({ track }: { track: EntrustmentTrack }) {
  const { t } = useTranslation("evidence-entrustments");
  const { verification, events, items } = track;
  const timeline = useMemo(
    () => timelineOf(items, events, verification.checkedAt),
    [items, events, verification.checkedAt],
  );
  const numbers = new Map(items.map((item) => [`item:${item.itemId}`, item.itemNo]));
  const nameOf = ({ about }: EntrustmentTrack["events"][number]) =>
    about.flatMap((subject) => numbers.get(subject) ?? []).join(", ");
  const unsigned = events.filter((event) => event.seq > verification.signedTo).length;
  return (
    <div className="record-stack">
      <RecordHeader
        icon={Waypoints}
        name={t("track.of", { no: track.entrustmentNo })}
        isNameTranslated
        title={<span className="code">{track.entrustmentNo}</span>}
        about={t("track.title")}
        state={<EntrustmentStateMark state={track.state} variant="tag" />}
        meta={[
          t("events", { count: events.length }),
          t("items", { count: items.length }),
          <PathLink key="back" to={entrustmentPath(track.entrustmentId)}>
            {t("track.back")}
          </PathLink>,
        ]}
        actions={
          <>
            <span className="evidence-verdict">
              {verification.damaged.length > 0 ? (
                <State
                  tone="critical"
                  label={t("audit.damaged", { seqs: verification.damaged.slice(0, 5).join(", ") })}
                />
              ) : (
                <State tone="ok" label={<strong>{t("audit.unchanged", { count: events.length })}</strong>} />
              )}
              <span className="record-quiet">
                {formatMoment(verification.checkedAt)} ·{" "}
                {unsigned === 0 ? t("track.signed") : t("track.unsigned", { count: unsigned })}
              </span>
            </span>
            <CourtFile entrustmentId={track.entrustmentId} />
          </>
        }
      />
      <CustodyTimeline timeline={timeline} />
      <div className="evidence-detail">
        <Card title={t("custody")} hint={t("track.newestFirst")}>
          <CustodyEvents events={events.toReversed()} nameOf={nameOf} />
        </Card>
        <div className="record-stack">
          <AuditQuestions track={track} timeline={timeline} />
          <Allowed to="laboratory:custody:query">
            <CheckpointKey />
          </Allowed>
        </div>
      </div>
    </div>
  );
}
