import { nameIn } from "@tracewater/contract/locales";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import type { ListFilters } from "../../../../device/list-filters.ts";
import { useProduct } from "../../../../device/use-device.ts";
import { BulkCommandForm } from "./bulk-command-form.tsx";
import { BulkCommandList } from "./bulk-command-list.tsx";
import { BulkCommandResults } from "./bulk-command-results.tsx";
import "./bulk-commands.css";

type Place = { at: "form" } | { at: "list" } | { at: "one"; batchId: number };

/** Order of many, look at what was ordered, look into one. */
export function BulkCommandDrawer(props: {
  familyConfig: FamilyConfig;
  filters: ListFilters;
  total: number | null;
  productId: number | null;
  onClose: () => void;
}) {
  const { familyConfig, productId } = props;
  const { t, language } = useDeviceTexts();
  const product = useProduct(productId);
  const nameOf = (identifier: string) => {
    const service = product.data?.data.model.services.find((one) => one.identifier === identifier);
    return service === undefined ? identifier : nameIn(service, language);
  };
  const [place, setPlace] = useState<Place>({ at: productId === null ? "list" : "form" });
  const openOne = (batchId: number) => setPlace({ at: "one", batchId });
  return (
    <Drawer
      open
      size={760}
      title={place.at === "one" ? t("batch.one", { id: place.batchId }) : t("batch.title")}
      onClose={props.onClose}
      extra={
        place.at === "one" ? (
          <Button onClick={() => setPlace({ at: "list" })}>{t("batch.back")}</Button>
        ) : (
          <Segmented<"form" | "list">
            value={place.at}
            onChange={(at) => setPlace({ at })}
            options={[
              { value: "form", label: t("batch.new"), disabled: productId === null },
              { value: "list", label: t("batch.past") },
            ]}
          />
        )
      }
    >
      {place.at === "form" && productId !== null ? (
        <BulkCommandForm {...props} productId={productId} onSent={openOne} />
      ) : null}
      {place.at === "list" ? (
        <BulkCommandList family={familyConfig.family} nameOf={nameOf} onOpen={openOne} />
      ) : null}
      {place.at === "one" ? (
        <BulkCommandResults familyConfig={familyConfig} batchId={place.batchId} nameOf={nameOf} />
      ) : null}
    </Drawer>
  );
}
