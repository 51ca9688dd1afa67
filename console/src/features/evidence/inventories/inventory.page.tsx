import "../../../resource/record.css";
import "./inventory.css";
import type { InventoryPlace } from "@tracewater/contract/evidence/inventories";
import { listInventoryPlaces } from "@tracewater/contract/evidence/inventories";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { InventoryCount } from "./inventory-count.tsx";
import { InventoryDetail } from "./inventory-detail.tsx";
import { InventoryHistory } from "./inventory-history.tsx";

/** Counts a room or a box by scan; below it the inventories that were taken. */
export default function InventoryPage() {
  const [search] = useSearchParams();
  const id = Number(search.get("id"));
  return (
    <PermittedPage to="evidence:item:list">
      <PageFrame>{Number.isInteger(id) && id > 0 ? <InventoryDetail id={id} /> : <Inventories />}</PageFrame>
    </PermittedPage>
  );
}

function Inventories() {
  return (
    <div className="record-stack">
      <Allowed to="evidence:item:handle">
        <NewInventory />
      </Allowed>
      <InventoryHistory />
    </div>
  );
}

const keyOf = ({ unitId, place, deviceName }: InventoryPlace) =>
  JSON.stringify([unitId, deviceName ?? "", place]);

function NewInventory() {
  const { t } = useTranslation("evidence-inventories");
  const [chosen, setChosen] = useState<string | null>(null);
  const places = useApi(listInventoryPlaces, {}).data?.data ?? [];
  const site = places.find((place) => keyOf(place) === chosen);
  const units = new Set(places.map(({ unitId }) => unitId));
  const option = (place: InventoryPlace) => ({
    value: keyOf(place),
    label: [
      place.deviceName ?? place.place,
      t("items", { count: place.items }),
      ...(units.size > 1 ? [place.unitName] : []),
    ].join(" · "),
  });
  return (
    <Card title={t("new.title")} hint={t("new.hint")}>
      <div className="inventory-place">
        <label htmlFor="inventory-place">{t("new.place")}</label>
        <Select
          id="inventory-place"
          showSearch={{ optionFilterProp: "label" }}
          value={chosen}
          placeholder={t("new.choose")}
          onChange={setChosen}
          options={[
            { label: t("new.rooms"), options: places.filter((one) => one.deviceName === null).map(option) },
            { label: t("new.boxes"), options: places.filter((one) => one.deviceName !== null).map(option) },
          ]}
        />
      </div>
      {site === undefined ? (
        <EmptyState title={t("new.none")} text={t("new.noneText")} />
      ) : (
        <InventoryCount key={keyOf(site)} site={site} onDone={() => setChosen(null)} />
      )}
    </Card>
  );
}
