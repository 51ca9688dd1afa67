/** The area that a unit answers for: its outline as GeoJSON and its inhabitants, drawn on a map. */
import { inLanguage } from "@tracewater/contract/both-languages";
import { type Catchment, catchment, polygonIn } from "@tracewater/contract/field/catchment";
import { getUnitArea, setUnitArea } from "@tracewater/contract/operations/unit-areas";
import Button from "antd/es/button";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { MapCanvas } from "../../../kit/map/map-canvas.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useLocale } from "../../../kit/use-localized.ts";

type Kept = { area: Catchment; people: number; squareKm: number };

export function AreaCard({ unitId }: { unitId: number }) {
  const { t } = useTranslation("system-units");
  const mayEdit = hasPermission("system:dept:edit", useSession());
  const found = useApi(getUnitArea, { params: { id: unitId } }, { handled: true });
  const [isOpen, setOpen] = useState(false);
  const kept = found.data?.data ?? null;
  if (found.data === undefined) return null;
  return (
    <Card
      title={t("area.title")}
      extra={
        mayEdit && !isOpen ? (
          <Button onClick={() => setOpen(true)}>{t(kept === null ? "area.add" : "area.edit")}</Button>
        ) : null
      }
    >
      {kept === null ? <p className="unit-area-text">{t("area.none")}</p> : <AreaMap kept={kept} />}
      {isOpen ? (
        <AreaForm
          {...{ unitId, kept }}
          onDone={() => {
            setOpen(false);
            void found.refetch();
          }}
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </Card>
  );
}

function AreaMap({ kept }: { kept: Kept }): ReactNode {
  const { t } = useTranslation("system-units");
  const ring = kept.area.coordinates[0];
  const content = useMemo(
    () => ({ points: [], areas: ring === undefined ? [] : [{ ring }], handles: [] }),
    [ring],
  );
  return (
    <>
      <MapCanvas content={content} label={t("area.title")} height={260} fitKey={JSON.stringify(ring?.[0])} />
      <p className="unit-area-text">
        {t("area.size", { km: formatNumber(kept.squareKm, 1), people: formatNumber(kept.people) })}
      </p>
    </>
  );
}

function AreaForm(props: { unitId: number; kept: Kept | null; onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation("system-units");
  const locale = useLocale();
  const { unitId, kept } = props;
  const [text, setText] = useState(kept === null ? "" : JSON.stringify(kept.area));
  const [people, setPeople] = useState<number | null>(kept?.people ?? null);
  const save = useApiMutation(setUnitArea);
  const read = catchment.safeParse(polygonIn(parsed(text)));
  const fault =
    text.trim() === "" || read.success ? null : inLanguage(read.error.issues[0]?.message ?? "", locale);
  const store = (area: { area: Catchment; people: number } | null) =>
    save.mutate(
      { body: { unitId, area } },
      {
        onSuccess: () => {
          showToast({ tone: "success", text: t(area === null ? "area.removed" : "area.saved") });
          props.onDone();
        },
      },
    );
  return (
    <form
      className="unit-area-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (read.success && people !== null) store({ area: read.data, people });
      }}
    >
      <label htmlFor="unit-area-outline">{t("area.outline")}</label>
      <Input.TextArea
        id="unit-area-outline"
        rows={5}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {fault === null ? null : <p role="alert">{fault}</p>}
      <label htmlFor="unit-area-people">{t("area.people")}</label>
      <InputNumber<number>
        id="unit-area-people"
        {...{ min: 1, max: 2_000_000_000, precision: 0, value: people }}
        onChange={setPeople}
      />
      <div>
        <Button
          type="primary"
          htmlType="submit"
          disabled={!read.success || people === null}
          loading={save.isPending}
        >
          {t("area.save")}
        </Button>{" "}
        <Button onClick={props.onCancel}>{t("area.cancel")}</Button>{" "}
        {kept === null ? null : (
          <Button danger onClick={() => store(null)}>
            {t("area.remove")}
          </Button>
        )}
      </div>
    </form>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
