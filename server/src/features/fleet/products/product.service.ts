import { type ThingModel, thingModel } from "@tracewater/alink/thing-model";
import { type FamilyKey, familyKey } from "@tracewater/contract/fleet/families";
import { noSuch } from "../../../platform/failure.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isLater } from "./product.model.ts";
import { createProductStore, type ProductRow } from "./product.store.ts";
import { type ShippedProduct, shippedProducts } from "./shipped-products.ts";

export type Product = {
  id: number;
  productKey: string;
  typeKey: FamilyKey;
  name: string;
  nameZh: string;
  model: ThingModel;
};

export type ProductService = ReturnType<typeof createProductService>;

/** Products are device types with a thing model. They are few and change rarely: kept parsed in memory. */
export function createProductService(options: { db: Db; shipped?: readonly ShippedProduct[] }) {
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
    /**
     * Adds what ships and is missing, and brings a later shipped model to a product whose model nobody has changed.
     * A changed one is kept as it is.
     */
    async ensureShipped(): Promise<void> {
      const standing = new Map((await store.listShipped()).map((one) => [one.productKey, one]));
      for (const product of options.shipped ?? shippedProducts) {
        const model = JSON.stringify(thingModel.parse(product.model));
        const known = standing.get(product.productKey);
        if (known === undefined) await store.addIfMissing({ ...product, model });
        else if (!known.isChanged && isLater(product.model.version, known.shippedVersion)) {
          await store.renew(product.productKey, { version: product.model.version, model });
        }
      }
      parsed.clear();
    },
  };
}
