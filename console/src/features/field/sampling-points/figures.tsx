import {
  addPointFigure,
  methodsOf,
  type PointFigure,
  removePointFigure,
} from "@tracewater/contract/field/point-details";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Quantity } from "../../../kit/quantity.tsx";

type Kind = PointFigure["kind"];

/** Dated figures of one kind with their method and source, newest first, and a line to add one. */
export function Figures(props: {
  kind: Kind;
  point: SamplingPoint;
  figures: readonly PointFigure[];
  mayEdit: boolean;
  onChanged: () => void;
}) {
  const { kind, point, mayEdit, onChanged } = props;
  const { t } = useTranslation("field-sampling-points");
  const remove = useApiMutation(removePointFigure);
  const own = props.figures.filter((figure) => figure.kind === kind);
  return (
    <section>
      <h3>{t(`figure.${kind}`)}</h3>
      {own.length === 0 ? <p className="point-quiet">{t("figure.none")}</p> : null}
      <ul className="point-lines">
        {own.map((figure) => (
          <li key={figure.figureId}>
            <span className="num">{figure.since}</span>
            <Quantity
              value={figure.value}
              digits={kind === "flow" ? 1 : 0}
              unit={kind === "flow" ? "m³/d" : null}
            />
            <span className="point-quiet">
              {[t(`figure.method.${figure.method}`), figure.source].filter((part) => part !== "").join(" · ")}
            </span>
            {mayEdit ? (
              <IconButton
                label={t("figure.remove", { day: figure.since })}
                busy={remove.isPending}
                onClick={() => remove.mutate({ params: { id: figure.figureId } }, { onSuccess: onChanged })}
              >
                <Trash2 />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit ? <AddFigure kind={kind} pointId={point.pointId} onChanged={onChanged} /> : null}
    </section>
  );
}

function AddFigure({ kind, pointId, onChanged }: { kind: Kind; pointId: number; onChanged: () => void }) {
  const { t } = useTranslation("field-sampling-points");
  const empty = { since: "", value: "", method: methodsOf[kind][0] as PointFigure["method"], source: "" };
  const [typed, setTyped] = useState(empty);
  const add = useApiMutation(addPointFigure, { handled: true });
  const value = Number(typed.value);
  const isReady = typed.since !== "" && typed.value.trim() !== "" && Number.isFinite(value);
  const submit = () =>
    add.mutate(
      { body: { pointId, kind, ...typed, value } },
      {
        onSuccess: () => {
          setTyped(empty);
          onChanged();
        },
      },
    );
  return (
    <form
      className="figure-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) submit();
      }}
    >
      <DayInput
        aria-label={t("figure.since")}
        value={typed.since}
        onChange={(since) => setTyped({ ...typed, since })}
      />
      <Input
        inputMode="decimal"
        aria-label={t(`figure.${kind}`)}
        placeholder={t("figure.value")}
        suffix={kind === "flow" ? <span className="point-quiet">m³/d</span> : null}
        value={typed.value}
        onChange={(event) => setTyped({ ...typed, value: event.target.value })}
      />
      <Select
        aria-label={t("figure.methodLabel")}
        value={typed.method}
        options={methodsOf[kind].map((method) => ({ value: method, label: t(`figure.method.${method}`) }))}
        onChange={(method) => setTyped({ ...typed, method })}
      />
      <Input
        aria-label={t("figure.source")}
        placeholder={t("figure.source")}
        maxLength={300}
        value={typed.source}
        onChange={(event) => setTyped({ ...typed, source: event.target.value })}
      />
      <Button htmlType="submit" disabled={!isReady} loading={add.isPending}>
        {t("figure.add")}
      </Button>
      {add.error === null ? null : <p className="point-fault">{add.error.message}</p>}
    </form>
  );
}
