import {
  type BoardTestDetail,
  confirmBoardTest,
  getBoardTest,
} from "@tracewater/contract/laboratory/board-tests";
import Button from "antd/es/button";
import type { TFunction } from "i18next";
import { Link2, Unlink } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { CapturesCard } from "./captures-card.tsx";
import { ConfirmAssayDialog } from "./confirm-assay-dialog.tsx";
import { TestMarks } from "./control-state.tsx";
import { lotPath } from "./lot-path.ts";
import { BoardQuantityText, ConfirmationMark, OutcomeMark } from "./outcome-mark.tsx";
import { ReadingView } from "./reading-view.tsx";
import { useBoardLabels } from "./use-board-labels.ts";

const largestId = 2_147_483_647;

/** One test: what it says, what it is made of, its picture and the assay that confirms it. */
export function RecordView({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-boards");
  const isId = Number.isInteger(id) && id > 0 && id <= largestId;
  const input = { params: { id: isId ? id : 0 } };
  const { data, error, refetch } = useApi(getBoardTest, input, { handled: true, enabled: isId });
  if (!isId || error?.code === 404) return <EmptyState title={t("missing")} text={t("missingText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return (
    <div className="board-stack">
      <RecordHead test={data.data} />
      <CapturesCard test={data.data} />
      <ReadingView test={data.data} />
    </div>
  );
}

function RecordHead({ test }: { test: BoardTestDetail }) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  return (
    <Card
      title={<span className="num">{formatMoment(test.measuredAt)}</span>}
      hint={test.deviceName ?? t("uploaded")}
      extra={<ConfirmButtons test={test} />}
    >
      <p className="board-tools">
        <OutcomeMark outcome={test.outcome} isTag />
        <TestMarks test={test} />
        {test.control === null ? <ConfirmationMark test={test} /> : null}
        {test.reason === null ? null : <span>{label(`reason.${test.reason}`)}</span>}
      </p>
      <Facts test={test} />
      {test.flags.map((flag) => (
        <p key={flag} className="record-quiet">
          {t(`flag.${flag}`)}
        </p>
      ))}
      {test.withheld === null ? null : <p className="record-quiet">{t("control.withheldText")}</p>}
      {test.confirmation === "presumptive" ? <p className="record-quiet">{t("presumptive")}</p> : null}
    </Card>
  );
}

function Facts({ test }: { test: BoardTestDetail }) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const analyteName = useAnalyteName();
  const number = (value: number | null, unit = "") =>
    value === null ? "—" : `${formatNumber(Number(value.toPrecision(4)))}${unit === "" ? "" : ` ${unit}`}`;
  const lot =
    test.lotId === null || test.label === null ? (
      test.lotNo
    ) : (
      <PathLink className="code" to={lotPath(test.label, test.lotId)}>
        {test.lotNo}
      </PathLink>
    );
  const sample =
    test.samplingId === null ? (
      test.sampleNo || "—"
    ) : (
      <PathLink className="code" to={`/samplingDetail/${test.samplingId}`}>
        {test.sampleNo}
      </PathLink>
    );
  const facts = [
    [label("analyte"), test.analyte === null ? "—" : analyteName(test.analyte)],
    [
      label("quantity"),
      <BoardQuantityText key="quantity" quantity={test.quantity} unit={test.quantityUnit} />,
    ],
    [label("ratio"), number(test.ratio)],
    [t("cutOff"), test.cutOff === null ? "—" : `${formatNumber(test.cutOff.value)} ${test.cutOff.unit}`],
    [label("c"), number(test.c)],
    [label("t"), number(test.t)],
    [label("background"), number(test.background)],
    [label("lotNo"), lot],
    [label("sampleNo"), sample],
    [label("operator"), test.operator || "—"],
    [label("readAfter"), number(test.readAfter, "s")],
    [label("boardTemp"), number(test.boardTemp, "°C")],
    [label("preconcentration"), `× ${formatNumber(test.preconcentration)}`],
    [t("deviceOutcome"), saidByDevice(test.deviceOutcome, t)],
    [label("organisation"), test.unitName],
    [t("confirming"), <AssayLink key="assay" test={test} />],
  ] as const;
  return (
    <dl className="record-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function AssayLink({ test }: { test: BoardTestDetail }) {
  const { assay } = test;
  if (assay === null) return "—";
  return (
    <PathLink to={`/waterAssay/detail?id=${assay.assayId}`}>
      {assay.value === null ? `#${assay.assayId}` : `${assay.value} μg/L`}
    </PathLink>
  );
}

function ConfirmButtons({ test }: { test: BoardTestDetail }) {
  const { t } = useTranslation("laboratory-boards");
  const [isOpen, setIsOpen] = useState(false);
  const confirm = useApiMutation(confirmBoardTest);
  if (test.control !== null || (test.outcome !== "positive" && test.outcome !== "negative")) return null;
  return (
    <Allowed to="laboratory:boardTest:edit">
      {test.assayId === null ? (
        <Button icon={<Link2 size={15} />} onClick={() => setIsOpen(true)}>
          {t("confirm.open")}
        </Button>
      ) : (
        <Button
          icon={<Unlink size={15} />}
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate(
              { body: { testId: test.testId, assayId: null } },
              { onSuccess: () => void invalidate(getBoardTest) },
            )
          }
        >
          {t("confirm.undo")}
        </Button>
      )}
      {isOpen ? <ConfirmAssayDialog test={test} onClose={() => setIsOpen(false)} /> : null}
    </Allowed>
  );
}

const deviceOutcomes = ["none", "positive", "negative", "invalid", "outOfRange", "expiredLot"] as const;

/** What a detector concluded, in words where they are known. */
function saidByDevice(outcome: string | null, t: TFunction<"laboratory-boards">): string {
  const known = deviceOutcomes.find((one) => one === outcome);
  return known === undefined ? (outcome ?? "—") : t(`deviceOutcomes.${known}`);
}
