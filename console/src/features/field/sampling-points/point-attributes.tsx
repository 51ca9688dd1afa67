import {
  addPointFigure,
  methodsOf,
  type PointAttribute,
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

type Kind = PointAttribute["kind"];

/** Dated figures of one kind with their method and source, newest first, and a line to add one. */
export function PointAttributes(props: {
  kind: Kind;
  point: SamplingPoint;
  figures: readonly PointAttribute[];
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
            {figure.uncertainty === null ? null : (
              <span className="num point-quiet">u {Number(figure.uncertainty.toPrecision(2))} %</span>
            )}
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
      {mayEdit ? <AddAttribute kind={kind} pointId={point.pointId} onChanged={onChanged} /> : null}
    </section>
  );
}

function AddAttribute({ kind, pointId, onChanged }: { kind: Kind; pointId: number; onChanged: () => void }) {
  const { t } = useTranslation("field-sampling-points");
  const empty = emptyOf(kind);
  const [typed, setTyped] = useState(empty);
  const add = useApiMutation(addPointFigure, { handled: true });
  const value = Number(typed.value);
  const percent = typed.uncertainty.trim();
  const isReady = typed.since !== "" && typed.value.trim() !== "" && Number.isFinite(value);
  const submit = () =>
    add.mutate(
      { body: { pointId, kind, ...typed, value, uncertainty: percent === "" ? null : Number(percent) } },
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
      <AttributeFields kind={kind} typed={typed} onChange={setTyped} />
      <Button htmlType="submit" disabled={!isReady} loading={add.isPending}>
        {t("figure.add")}
      </Button>
      {add.error === null ? null : <p className="point-fault">{add.error.message}</p>}
    </form>
  );
}

type Typed = {
  since: string;
  value: string;
  uncertainty: string;
  method: PointAttribute["method"];
  source: string;
};

const emptyOf = (kind: Kind): Typed => ({
  ...{ since: "", value: "", uncertainty: "", source: "" },
  method: methodsOf[kind][0],
});

function AttributeFields(props: { kind: Kind; typed: Typed; onChange: (typed: Typed) => void }) {
  const { kind, typed, onChange } = props;
  const { t } = useTranslation("field-sampling-points");
  return (
    <>
      <DayInput
        aria-label={t("figure.since")}
        value={typed.since}
        onChange={(since) => onChange({ ...typed, since })}
      />
      <Input
        inputMode="decimal"
        aria-label={t(`figure.${kind}`)}
        placeholder={t("figure.value")}
        suffix={kind === "flow" ? <span className="point-quiet">m³/d</span> : null}
        value={typed.value}
        onChange={(event) => onChange({ ...typed, value: event.target.value })}
      />
      {kind === "population" ? (
        <Input
          inputMode="decimal"
          aria-label={t("figure.uncertainty")}
          placeholder="u"
          suffix={<span className="point-quiet">%</span>}
          maxLength={8}
          value={typed.uncertainty}
          onChange={(event) => onChange({ ...typed, uncertainty: event.target.value })}
        />
      ) : null}
      <Select
        aria-label={t("figure.methodLabel")}
        value={typed.method}
        options={methodsOf[kind].map((method) => ({ value: method, label: t(`figure.method.${method}`) }))}
        onChange={(method) => onChange({ ...typed, method })}
      />
      <Input
        aria-label={t("figure.source")}
        placeholder={t("figure.source")}
        maxLength={300}
        value={typed.source}
        onChange={(event) => onChange({ ...typed, source: event.target.value })}
      />
    </>
  );
}
