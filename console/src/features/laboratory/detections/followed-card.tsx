import type { DetectionDetail } from "@tracewater/contract/laboratory/detections";
import Button from "antd/es/button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { Followed } from "../../../pickers/followed.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

/** What became of a run: the finds, the decision on it, and the results that were made of it. */
export function FollowedCard({ run }: { run: DetectionDetail }) {
  const { t } = useTranslation("laboratory-detections");
  const { decision } = run;
  return (
    <Card title={t("followed")}>
      <ol className="detection-thread">
        <li>
          {t("step.reported")} <span className="num">{formatMoment(run.measuredAt)}</span>
        </li>
        <FindSteps run={run} />
        {decision === null ? null : (
          <li>
            {t(run.state === "rejected" ? "step.rejected" : "step.released", { by: decision.by })}{" "}
            <span className="num">{formatMoment(decision.at)}</span>
          </li>
        )}
        <ResultSteps run={run} />
      </ol>
    </Card>
  );
}

/** Analytes above the limit, and what the platform did about them. */
function FindSteps({ run }: { run: DetectionDetail }) {
  const { t } = useTranslation("laboratory-detections");
  const analyteName = useAnalyteName();
  const [isReleasing, setIsReleasing] = useState(false);
  const { followed, values } = run;
  const hasFollowed = followed !== null && (followed.order !== null || followed.alarm !== null);
  return (
    <>
      {values.map(({ analyte, exceeded }) =>
        exceeded === null ? null : (
          <li key={analyte}>
            {t(exceeded.bottle === 0 ? "step.foundFull" : "step.found", {
              ...{ analyte: analyteName(analyte), value: exceeded.value },
              ...{ limit: exceeded.limit, bottle: exceeded.bottle },
            })}
          </li>
        ),
      )}
      {hasFollowed ? (
        <li>
          {t("step.followed")}
          <Followed
            isDetection
            exceedance={{ ...followed, closedAt: null }}
            extra={
              <Allowed to="laboratory:limit:release">
                <Button type="link" size="small" onClick={() => setIsReleasing(true)}>
                  {t("release.open")}
                </Button>
              </Allowed>
            }
          />
        </li>
      ) : null}
      {isReleasing ? (
        <ReleaseDialog detectionId={run.detectionId} onClose={() => setIsReleasing(false)} />
      ) : null}
    </>
  );
}

/** Who applied it, and the results. */
function ResultSteps({ run }: { run: DetectionDetail }) {
  const { t } = useTranslation("laboratory-detections");
  const assay = useAssayLabels();
  const { applied, assays } = run;
  const states = [...new Set(assays.map((one) => one.state))];
  const [first] = assays;
  return (
    <>
      {applied === null ? null : (
        <li>
          {t("step.applied", { by: applied.by })} <span className="num">{formatMoment(applied.at)}</span>
        </li>
      )}
      {first === undefined ? null : (
        <li>
          <PathLink to={`/waterAssay/detail?id=${first.assayId}`}>
            {t("step.assays", { count: assays.length })}
          </PathLink>{" "}
          {states.map((state) => assay(`state.${state}`)).join(", ")} ·{" "}
          <PathLink to={`/thread/assay/${first.assayId}`}>{t("step.trace")}</PathLink>
        </li>
      )}
    </>
  );
}
