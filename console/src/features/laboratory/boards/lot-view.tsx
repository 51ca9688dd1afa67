import { type BoardLot, boardLots, getBoardLotUse } from "@tracewater/contract/laboratory/boards";
import Button from "antd/es/button";
import { Spline } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { usePageName } from "../../../kit/page-name.ts";
import { State } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { AgreementCard } from "./agreement-card.tsx";
import { CalibrationDialog } from "./calibration-dialog.tsx";
import { CurvePlot } from "./curve-plot.tsx";
import { LevelTable } from "./level-table.tsx";
import { LotCode } from "./lot-code.tsx";
import { LotControls } from "./lot-controls.tsx";
import { OutcomeCounts } from "./outcome-counts.tsx";

/** The lot of the address; without a number the newest of the label that the address is about. */
export function LotView() {
  const { t } = useTranslation("laboratory-boards");
  const { measureBoard_id: digits } = useParams();
  const label = useLocation().pathname.startsWith("/measureBoardColloid") ? "colloidalGold" : "fluorescence";
  const id = Number(digits);
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const newest = useApi(
    boardLots.calls.list,
    { query: { label, pageSize: 1 } },
    { enabled: digits === undefined },
  );
  const lotId = digits === undefined ? (newest.data?.rows[0]?.lotId ?? null) : isId ? id : null;
  const { data, error, refetch } = useApi(
    boardLots.calls.get,
    { params: { id: lotId ?? 0 } },
    { handled: true, enabled: lotId !== null },
  );
  const isAbsent = digits === undefined ? newest.data !== undefined && lotId === null : !isId;
  if (isAbsent || error?.code === 404) return <EmptyState title={t("none.lot")} text={t("none.lotText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return <LotContent lot={data.data} />;
}

function LotContent({ lot }: { lot: BoardLot }) {
  const { t } = useTranslation("laboratory-boards");
  usePageName(lot.lotNo);
  const [isFitting, setIsFitting] = useState(false);
  const { data } = useApi(getBoardLotUse, { params: { id: lot.lotId } }, { handled: true });
  const use = data?.data;
  const curve = use?.curve ?? null;
  return (
    <div className="board-stack">
      <LotFacts lot={lot} />
      <Card
        title={t("curve.title")}
        hint={curve === null ? undefined : t("curve.by", { by: curve.storedBy, at: curve.storedAt })}
        extra={
          <Allowed to="laboratory:boardLot:edit">
            <Button icon={<Spline size={15} />} onClick={() => setIsFitting(true)}>
              {t("curve.fit")}
            </Button>
          </Allowed>
        }
      >
        <CurvePlot lot={lot} points={use?.points ?? []} standards={curve?.standards ?? []} />
        {curve === null ? null : <LevelTable fit={curve} unit={lot.cutOffUnit} />}
      </Card>
      {use === undefined ? null : (
        <div className="board-two">
          <OutcomeCounts outcomes={use.outcomes} />
          <AgreementCard agreement={use.agreement} devices={use.devices} />
        </div>
      )}
      <Allowed to="laboratory:boardTest:list">
        <LotControls lotNo={lot.lotNo} />
      </Allowed>
      {isFitting ? <CalibrationDialog lot={lot} onClose={() => setIsFitting(false)} /> : null}
    </div>
  );
}

const expiryTones = { valid: "ok", soon: "warn", expired: "critical" } as const;

function LotFacts({ lot }: { lot: BoardLot }) {
  const text = useResourceLabels(boardLots);
  const print = (value: number | null) => (value === null ? "—" : String(Number(value.toPrecision(6))));
  const facts = [
    [text("typeName"), lot.typeName],
    [text("analyte"), text(`analyte.${lot.analyte}`)],
    [text("polarity"), text(`polarity.${lot.polarity}`)],
    [text("matrix"), text(`matrix.${lot.matrix}`)],
    [text("cutOff"), `${lot.cutOff} ${lot.cutOffUnit}`],
    [text("expires"), lot.expiresOn],
    [text("a"), print(lot.a)],
    [text("b"), print(lot.b)],
    [text("c"), print(lot.c)],
    [text("d"), print(lot.d)],
    [text("low"), print(lot.low)],
    [text("high"), print(lot.high)],
    [text("minimumC"), print(lot.minimumC)],
    [text("nominalC"), print(lot.nominalC)],
    [text("minimumContrast"), print(lot.minimumContrast)],
    [text("nominalContrast"), print(lot.nominalContrast)],
    [text("repeat"), `${print(lot.repeat)} %`],
  ] as const;
  return (
    <Card
      title={<span className="code">{lot.lotNo}</span>}
      hint={text(`label.${lot.label}`)}
      extra={<State tone={expiryTones[lot.expiry]} label={text(`expiry.${lot.expiry}`)} variant="tag" />}
    >
      <div className="board-lot">
        <LotCode lot={lot} />
        <dl className="record-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
