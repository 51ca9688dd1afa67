import {
  type BoardLot,
  boardLots,
  type CurveFit,
  curveWeighting,
  getBoardLotUse,
  previewBoardCurve,
  storeBoardCurve,
} from "@tracewater/contract/laboratory/boards";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { LevelTable } from "./level-table.tsx";
import { readStandards } from "./read-standards.ts";

/** Calibrators as they stand in a spreadsheet; the curve is shown with its levels before it is stored. */
export function CalibrationDialog({ lot, onClose }: { lot: BoardLot; onClose: () => void }) {
  const { t } = useTranslation("laboratory-boards");
  const [text, setText] = useState("");
  const [weighting, setWeighting] = useState<CurveFit["weighting"]>("none");
  const [fit, setFit] = useState<CurveFit | null>(null);
  const preview = useApiMutation(previewBoardCurve, { handled: true });
  const store = useApiMutation(storeBoardCurve, { handled: true });
  const { standards, fault } = readStandards(text);
  const input = { params: { id: lot.lotId }, body: { standards, weighting } };
  const change = (next: string) => {
    setText(next);
    setFit(null);
  };
  const refusal = store.error?.message ?? preview.error?.message ?? null;
  return (
    <Modal
      open
      centered
      width={720}
      title={t("curve.fit")}
      okText={t("curve.store")}
      okButtonProps={{ disabled: fit?.accepted !== true }}
      confirmLoading={store.isPending}
      onOk={() =>
        store.mutate(input, {
          onSuccess: () => {
            void invalidate(boardLots.calls.get);
            void invalidate(getBoardLotUse);
            onClose();
          },
        })
      }
      onCancel={onClose}
    >
      <p className="record-quiet">{t("curve.paste", { unit: lot.cutOffUnit })}</p>
      <Input.TextArea
        aria-label={t("curve.standards")}
        className="code"
        rows={8}
        value={text}
        placeholder={"0\t1.25\n5\t1.16\n15\t0.97"}
        onChange={(event) => change(event.target.value)}
      />
      <FitRow
        weighting={weighting}
        onWeighting={(next) => {
          setWeighting(next);
          setFit(null);
        }}
        isFitting={preview.isPending}
        count={standards.length}
        fault={fault}
        onFit={() => preview.mutate(input, { onSuccess: ({ data }) => setFit(data) })}
      />
      {refusal === null ? null : (
        <p className="record-fault" role="alert">
          {refusal}
        </p>
      )}
      {fit === null ? null : <LevelTable fit={fit} unit={lot.cutOffUnit} />}
    </Modal>
  );
}

function FitRow(props: {
  weighting: CurveFit["weighting"];
  onWeighting: (weighting: CurveFit["weighting"]) => void;
  isFitting: boolean;
  count: number;
  fault: number | null;
  onFit: () => void;
}) {
  const { t } = useTranslation("laboratory-boards");
  const { weighting, count, fault } = props;
  return (
    <p className="board-tools">
      <Select
        aria-label={t("curve.weighting")}
        value={weighting}
        style={{ width: 180 }}
        options={curveWeighting.options.map((value) => ({ value, label: t(`weighting.${value}`) }))}
        onChange={props.onWeighting}
      />
      <Button loading={props.isFitting} disabled={count < 5 || fault !== null} onClick={props.onFit}>
        {t("curve.preview")}
      </Button>
      <span className="record-quiet">
        {fault === null ? t("curve.count", { count }) : t("curve.fault", { line: fault })}
      </span>
    </p>
  );
}
