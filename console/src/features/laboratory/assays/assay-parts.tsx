import type { AssayState } from "@tracewater/contract/laboratory/assay-fields";
import type { Assay, AssayWarning } from "@tracewater/contract/laboratory/assays";
import { personName } from "@tracewater/contract/system/person-label";
import Popover from "antd/es/popover";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type StateShape, type Tone } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { categoryOf, DrugSquare } from "../../../pickers/drug-category.tsx";

const stateTones: Record<AssayState, { tone: Tone; shape?: StateShape }> = {
  draft: { tone: "off", shape: "dash" },
  inReview: { tone: "info", shape: "half" },
  approved: { tone: "ok" },
  rejected: { tone: "critical" },
  superseded: { tone: "off" },
};

export function AssayStateMark({ state, variant }: { state: AssayState; variant?: "plain" | "tag" }) {
  const label = useAssayLabels();
  return <State {...stateTones[state]} label={label(`state.${state}`)} variant={variant ?? "plain"} />;
}

const flagTones: Record<Assay["flag"], { tone: Tone; shape?: StateShape }> = {
  quantified: { tone: "ok" },
  belowLoq: { tone: "warn" },
  notDetected: { tone: "off" },
  aboveRange: { tone: "major" },
  rejected: { tone: "critical" },
};

export function FlagMark({ flag }: Pick<Assay, "flag">) {
  const label = useAssayLabels();
  return <State {...flagTones[flag]} label={label(`flag.${flag}`)} />;
}

/** What the quality control of its batch says of a result; a dash where it says nothing. */
export function QualityMark({ row }: { row: Assay }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  if (row.qc === "none") return <span className="assay-quiet">—</span>;
  const list = row.qcFailures.map((one) => label(`qc.${one}`)).join(", ");
  return (
    <span title={[row.batchNo, list].filter(Boolean).join(": ")}>
      <State
        tone={row.qc === "passed" ? "ok" : "critical"}
        label={row.isQuestioned ? t("questioned") : label(`qc.${row.qc}`)}
      />
    </span>
  );
}

/** A concentration digit by digit as it was entered; what lies below a limit as that limit, never as a zero. */
export function Concentration({ row, unit }: { row: Assay; unit?: boolean }) {
  const { flag, value, lod, loq } = row;
  const limit = flag === "belowLoq" ? loq : flag === "notDetected" ? (lod ?? loq) : null;
  return (
    <Quantity
      value={value}
      unit={unit ? "μg/L" : undefined}
      flag={limit === null ? undefined : `< ${limit}${unit ? " μg/L" : ""}`}
      {...(unit ? { uncertainty: row.uncertainty } : {})}
    />
  );
}

/** What has to be said next to a number: a sign whose sentence opens on hover and on focus. */
export function WarningMark({ warning }: { warning: AssayWarning }) {
  const { t } = useTranslation("laboratory-assays");
  const title = t(`warning.${warning.key}.title`);
  return (
    <Popover
      trigger={["hover", "focus", "click"]}
      placement="left"
      title={title}
      content={
        <div className="assay-warning-text">
          <p>{t(`warning.${warning.key}.text`)}</p>
          <p className="assay-quiet">{t("warning.source", { source: warning.source })}</p>
        </div>
      }
    >
      <button type="button" className="assay-warning" aria-label={title}>
        <TriangleAlert size={16} />
      </button>
    </Popover>
  );
}

/** The category with its square; a colour never is alone. */
export function Category({ analyte }: Pick<Assay, "analyte">) {
  const { t } = useTranslation("laboratory-assays");
  const category = categoryOf[analyte];
  return (
    <span className="assay-category" title={t(`category.${category}`)}>
      <DrugSquare category={category} />
      <span>{t(`category.${category}`)}</span>
    </span>
  );
}

export function AnalyteCell({ analyte }: Pick<Assay, "analyte">) {
  const label = useAssayLabels();
  return (
    <span className="assay-analyte" title={`${label(`analyte.${analyte}`)} ${analyte}`}>
      <span>{label(`analyte.${analyte}`)}</span> <code>{analyte}</code>
    </span>
  );
}

/** Who found a result and who approved it, by their names; the tooltip has the names of their accounts. */
export function By({ row }: { row: Pick<Assay, "state" | "analyst" | "reviewer"> }) {
  const { t } = useTranslation("laboratory-assays");
  const { analyst, reviewer } = row;
  const isOpen = row.state === "draft" || row.state === "inReview";
  const key = isOpen || reviewer === "" ? "byOpen" : "byBoth";
  const names = { analyst: personName(analyst), reviewer: personName(reviewer) };
  return <span title={t(key, { analyst, reviewer })}>{t(key, names)}</span>;
}
