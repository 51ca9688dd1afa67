import { type Assay, assayExport } from "@tracewater/contract/laboratory/assays";
import { Download, FlaskConical } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { saveFile } from "../../../api/file-calls.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { LinkButton } from "../../../kit/link-button.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { pointPath } from "../../../pickers/point-path.ts";
import { AssayStateMark } from "./assay-parts.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import type { Decision } from "./decision-dialog.tsx";

/** What the sample is, how far its results are, and the next step. */
export function SampleHead(props: {
  assay: Assay;
  results: readonly Assay[];
  /** The sample that the bottle held on that day, where it is registered. */
  sample: { samplingId: number; sampleNo: string } | undefined;
  isPart: boolean;
  onDecide: (decision: Decision) => void;
}) {
  const { assay, results, sample } = props;
  const { t } = useTranslation("laboratory-assays");
  const count = (state: Assay["state"]) => results.filter((row) => row.state === state).length;
  const { bodyCode, sampledOn } = assay;
  const facts = useFacts(assay);
  const mayExport = hasPermission("laboratory:assay:export", useSession());
  const query = { bodyCode, sampledFrom: sampledOn, sampledUntil: sampledOn };
  return (
    <RecordHeader
      icon={FlaskConical}
      name={sample?.sampleNo ?? bodyCode}
      isPart={props.isPart}
      about={<PathLink to={pointPath(assay.pointId)}>{assay.pointName}</PathLink>}
      state={<AssayStateMark state={stateOf(results, assay)} variant="tag" />}
      meta={[
        <span key="bottle" className="code">
          {bodyCode}
        </span>,
        t("counts", { approved: count("approved"), inReview: count("inReview"), draft: count("draft") }),
        sample === undefined ? null : (
          <PathLink key="sample" to={`/samplingDetail/${sample.samplingId}`}>
            {t("toSample")}
          </PathLink>
        ),
      ]}
      actions={
        <>
          <Allowed to="laboratory:thread:query">
            <LinkButton to={`/thread/assay/${assay.assayId}`}>{t("act.thread")}</LinkButton>
          </Allowed>
          <DecisionButtons
            rows={results}
            onDecide={props.onDecide}
            menu={[
              mayExport
                ? {
                    ...{ key: "export", label: t("act.export"), icon: <Download size={15} /> },
                    onClick: () => void saveFile(assayExport.calls.export, { query }).catch(() => undefined),
                  }
                : null,
              sample === undefined
                ? null
                : { key: "sample", label: t("toSample"), to: `/samplingDetail/${sample.samplingId}` },
            ]}
          />
        </>
      }
    >
      <dl className="assay-facts record-head-facts">
        {facts.map(({ label, value, isCode }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={isCode ? "code" : "num"}>{value}</dd>
          </div>
        ))}
      </dl>
      <History assay={assay} />
    </RecordHeader>
  );
}

type Fact = { label: string; value: string; isCode?: boolean };

function useFacts(assay: Assay): readonly Fact[] {
  const { t } = useTranslation("laboratory-assays");
  const labelOf = useAssayLabels();
  return [
    { label: labelOf("sampledOn"), value: assay.sampledOn },
    { label: labelOf("pointCode"), value: assay.pointCode, isCode: true },
    { label: t("sampler"), value: assay.deviceName ?? "—", isCode: true },
    {
      label: labelOf("source"),
      value: `${labelOf(`source.${assay.source}`)}, ${labelOf(`phase.${assay.phase}`)}`,
    },
    { label: labelOf("method"), value: [assay.method, assay.methodVersion].filter(Boolean).join(" ") || "—" },
    { label: labelOf("unit"), value: assay.unitName },
    ...(assay.labUnitName === null ? [] : [{ label: t("laboratory"), value: assay.labUnitName }]),
  ];
}

/** As far as the least of the sample's results that may still count. */
function stateOf(results: readonly Assay[], asked: Assay): Assay["state"] {
  const order = ["draft", "inReview", "approved"] as const;
  return order.find((state) => results.some((row) => row.state === state)) ?? asked.state;
}

/** What the asked result replaced, what replaced it, and what was said of it. */
function History({ assay }: { assay: Assay }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  const { supersedes, supersededBy, reason, reviewNote, qcFailed } = assay;
  if (supersedes === null && supersededBy === null && reviewNote === "") return null;
  const link = (id: number, text: string) => <PathLink to={`/waterAssay/detail?id=${id}`}>{text}</PathLink>;
  return (
    <ul className="assay-notes assay-quiet">
      <li>
        <strong>{label(`analyte.${assay.analyte}`)}</strong>
      </li>
      {supersedes === null ? null : (
        <li>
          {link(supersedes, t("history.supersedes"))} · {t("history.reason", { reason })}
        </li>
      )}
      {supersededBy === null ? null : <li>{link(supersededBy, t("history.supersededBy"))}</li>}
      {qcFailed.length === 0 ? null : (
        <li>{t("history.qcFailed", { list: qcFailed.map((one) => label(`qc.${one}`)).join(", ") })}</li>
      )}
      {reviewNote === "" ? null : <li>{t("history.note", { note: reviewNote })}</li>}
    </ul>
  );
}
