import { type Assay, assaySheet } from "@tracewater/contract/laboratory/assays";
import Button from "antd/es/button";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { saveFile } from "../../../api/file-calls.ts";
import { Card } from "../../../kit/card.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { AssayStateMark, useAssayWords } from "./assay-parts.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import type { Decision } from "./decision-dialog.tsx";

/** What the sample is, how far its results are, and the next step. */
export function SampleHead(props: {
  assay: Assay;
  results: readonly Assay[];
  onDecide: (decision: Decision) => void;
}) {
  const { assay, results } = props;
  const { t } = useTranslation("laboratory-assays");
  const word = useAssayWords();
  const count = (state: Assay["state"]) => results.filter((row) => row.state === state).length;
  const { bodyCode, sampledOn } = assay;
  const facts: readonly { label: string; value: string; isCode?: boolean }[] = [
    { label: word("sampledOn"), value: sampledOn },
    { label: word("pointName"), value: `${assay.pointName} · ${assay.pointCode}` },
    { label: t("sampler"), value: assay.deviceName ?? "—", isCode: true },
    { label: word("source"), value: `${word(`source.${assay.source}`)}, ${word(`phase.${assay.phase}`)}` },
    { label: word("method"), value: [assay.method, assay.methodVersion].filter(Boolean).join(" ") || "—" },
    { label: word("unit"), value: assay.unitName },
    ...(assay.labUnitName === null ? [] : [{ label: t("laboratory"), value: assay.labUnitName }]),
  ];
  const query = { bodyCode, sampledFrom: sampledOn, sampledUntil: sampledOn };
  return (
    <Card
      title={
        <span className="assay-head">
          <span className="code">{bodyCode}</span>
          <AssayStateMark state={stateOf(results, assay)} variant="tag" />
        </span>
      }
      hint={t("counts", { approved: count("approved"), inReview: count("inReview"), draft: count("draft") })}
      extra={
        <span className="assay-buttons">
          <Allowed to="laboratory:thread:query">
            <PathLink to={`/thread/assay/${assay.assayId}`}>{t("act.thread")}</PathLink>
          </Allowed>
          <Allowed to="laboratory:assay:export">
            <Button
              icon={<Download size={15} />}
              onClick={() => void saveFile(assaySheet.calls.export, { query }).catch(() => undefined)}
            >
              {t("act.export")}
            </Button>
          </Allowed>
          <DecisionButtons rows={results} onDecide={props.onDecide} leads />
        </span>
      }
    >
      <dl className="assay-facts">
        {facts.map(({ label, value, isCode }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={isCode ? "code" : "num"}>{value}</dd>
          </div>
        ))}
      </dl>
      <History assay={assay} />
    </Card>
  );
}

/** As far as the least of the sample's results that may still count. */
function stateOf(results: readonly Assay[], asked: Assay): Assay["state"] {
  const order = ["draft", "inReview", "approved"] as const;
  return order.find((state) => results.some((row) => row.state === state)) ?? asked.state;
}

/** What the asked result replaced, what replaced it, and what was said of it. */
function History({ assay }: { assay: Assay }) {
  const { t } = useTranslation("laboratory-assays");
  const word = useAssayWords();
  const { supersedes, supersededBy, reason, reviewNote, qcFailed } = assay;
  if (supersedes === null && supersededBy === null && reviewNote === "") return null;
  const link = (id: number, text: string) => <PathLink to={`/waterAssay/detail?id=${id}`}>{text}</PathLink>;
  return (
    <ul className="assay-notes assay-quiet">
      <li>
        <strong>{word(`analyte.${assay.analyte}`)}</strong>
      </li>
      {supersedes === null ? null : (
        <li>
          {link(supersedes, t("history.supersedes"))} · {t("history.reason", { reason })}
        </li>
      )}
      {supersededBy === null ? null : <li>{link(supersededBy, t("history.supersededBy"))}</li>}
      {qcFailed.length === 0 ? null : (
        <li>{t("history.qcFailed", { list: qcFailed.map((one) => word(`qc.${one}`)).join(", ") })}</li>
      )}
      {reviewNote === "" ? null : <li>{t("history.note", { note: reviewNote })}</li>}
    </ul>
  );
}
