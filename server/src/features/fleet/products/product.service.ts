import { type ThingModel, thingModel } from "@tracewater/alink/thing-model";
import { type FamilyKey, familyKey } from "@tracewater/contract/fleet/families";
import waterSample from "../../../../../data/thing-models/waterSample.json" with { type: "json" };
import { noSuch } from "../../../platform/failure.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createProductStore, type ProductRow } from "./product.store.ts";

export type Product = {
  id: number;
  productKey: string;
  typeKey: FamilyKey;
  name: string;
  nameZh: string;
  model: ThingModel;
};

export type ProductService = ReturnType<typeof createProductService>;

/** What ships: one product for each family whose thing model is there. */
const shipped = [
  {
    productKey: "waterSample",
    typeKey: "waterSample",
    name: "Water sampler",
    nameZh: "污水采样器",
    model: waterSample,
  },
];

/** Products are device types with a thing model. They are few and change rarely: kept parsed in memory. */
export function createProductService(options: { db: Db }) {
  const store = createProductStore(options.db);
  const parsed = new Map<number, Product>();

  function parse(row: ProductRow): Product {
    const known = parsed.get(row.id);
    if (known !== undefined) return known;
    const product = { ...row, typeKey: familyKey.parse(row.typeKey), model: thingModel.parse(row.model) };
    parsed.set(row.id, product);
    return product;
  }

  return {
    async list(): Promise<Product[]> {
      return (await store.list()).map(parse);
    },
    async require(id: number): Promise<Product> {
      const known = parsed.get(id);
      if (known !== undefined) return known;
      const row = await store.find(id);
      if (row === undefined) throw noSuch({ en: "product", zh: "产品" });
      return parse(row);
    },
    async requireByFamily(typeKey: FamilyKey): Promise<Product> {
      const found = (await this.list()).find((product) => product.typeKey === typeKey);
      if (found === undefined) throw noSuch({ en: "product", zh: "产品" });
      return found;
    },
    async ensureShipped(): Promise<void> {
      for (const product of shipped) {
        const model = thingModel.parse(product.model);
        await store.addIfMissing({ ...product, model: JSON.stringify(model) });
      }
    },
  };
}
