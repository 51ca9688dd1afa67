import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import type { FamilyFacts } from "../families/family-facts.ts";
import type { ListFilters } from "../list/list-filters.ts";
import { nameIn } from "../log/log-summary.ts";
import { useProduct } from "../model/use-device.ts";
import { useWords } from "../model/words.ts";
import { BatchForm } from "./batch-form.tsx";
import { BatchList } from "./batch-list.tsx";
import { BatchResults } from "./batch-results.tsx";
import "./batches.css";

type Place = { at: "form" } | { at: "list" } | { at: "one"; batchId: number };

/** Order of many, look at what was ordered, look into one. */
export function BatchDrawer(props: {
  facts: FamilyFacts;
  filters: ListFilters;
  total: number | null;
  productId: number | null;
  onClose: () => void;
}) {
  const { facts, productId } = props;
  const { t, language } = useWords();
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
        <BatchForm {...props} productId={productId} onSent={openOne} />
      ) : null}
      {place.at === "list" ? <BatchList family={facts.family} nameOf={nameOf} onOpen={openOne} /> : null}
      {place.at === "one" ? <BatchResults facts={facts} batchId={place.batchId} nameOf={nameOf} /> : null}
    </Drawer>
  );
}
