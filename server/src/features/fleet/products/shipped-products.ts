import { type FamilyKey, families, familyKeys } from "@tracewater/contract/fleet/families";
import evidenceBox from "../../../../../data/thing-models/evidenceBox.json" with { type: "json" };
import handFastDetector from "../../../../../data/thing-models/handFastDetector.json" with { type: "json" };
import liquidExtract from "../../../../../data/thing-models/liquidExtract.json" with { type: "json" };
import mass from "../../../../../data/thing-models/mass.json" with { type: "json" };
import waterSample from "../../../../../data/thing-models/waterSample.json" with { type: "json" };

/** A product as the program brings it along; its model is checked before it is stored. */
export type ShippedProduct = {
  productKey: string;
  typeKey: FamilyKey;
  name: string;
  nameZh: string;
  model: { version: string };
};

const models: Record<FamilyKey, { version: string }> = {
  waterSample,
  liquidExtract,
  handFastDetector,
  evidenceBox,
  mass,
};

/** One product for each family, under its name. */
export const shippedProducts: readonly ShippedProduct[] = familyKeys.map((key) => {
  const { en, zh } = families[key].name;
  return { productKey: key, typeKey: key, name: en, nameZh: zh, model: models[key] };
});
