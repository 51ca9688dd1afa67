import type { FamilyKey } from "@tracewater/contract/fleet/families";
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

/** One product for each family. */
export const shippedProducts: readonly ShippedProduct[] = [
  shipped("waterSample", "Water sampler", "污水采样器", waterSample),
  shipped("liquidExtract", "Online toxicity detector", "在线毒情检测仪", liquidExtract),
  shipped("handFastDetector", "Handheld fast detector", "手持快检仪", handFastDetector),
  shipped("evidenceBox", "Evidence box", "物证箱", evidenceBox),
  shipped("mass", "Mass spectrometer", "质谱仪", mass),
];

function shipped(key: FamilyKey, name: string, nameZh: string, model: { version: string }): ShippedProduct {
  return { productKey: key, typeKey: key, name, nameZh, model };
}
