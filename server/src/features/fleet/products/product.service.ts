import { randomBytes } from "node:crypto";
import { type ThingModel, thingModel } from "@tracewater/alink/thing-model";
import { type FamilyKey, familyKey } from "@tracewater/contract/fleet/families";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
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
  /** A person has changed the model: it no longer follows what ships. */
  isChanged: boolean;
  dynamicRegistration: boolean;
  hasSecret: boolean;
};

export type ProductService = ReturnType<typeof createProductService>;

/** Products are device types with a thing model. They are few and change rarely: kept parsed in memory. */
export function createProductService(options: {
  db: Db;
  secrets: SecretBox;
  shipped?: readonly ShippedProduct[];
}) {
  const { secrets } = options;
  const store = createProductStore(options.db);
  const shipped = options.shipped ?? shippedProducts;
  const parsed = new Map<number, Product>();

  function parse({ secretSealed, ...row }: ProductRow): Product {
    const known = parsed.get(row.id);
    if (known !== undefined) return known;
    const typeKey = familyKey.parse(row.typeKey);
    const product = { ...row, typeKey, model: thingModel.parse(row.model), hasSecret: secretSealed !== null };
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
      if (row === undefined) throw notFound({ en: "product", zh: "产品" });
      return parse(row);
    },
    async requireByFamily(typeKey: FamilyKey): Promise<Product> {
      const found = (await this.list()).find((product) => product.typeKey === typeKey);
      if (found === undefined) throw notFound({ en: "product", zh: "产品" });
      return found;
    },

    /** The model that this program brings along; null for a product that it does not know. */
    shippedModel(productKey: string): ThingModel | null {
      const found = shipped.find((one) => one.productKey === productKey);
      return found === undefined ? null : thingModel.parse(found.model);
    },

    /** What a device that registers itself has to be signed with; null where the product does not allow it. */
    async readSecret(productKey: string): Promise<{ productId: number; secret: string } | null> {
      const row = await store.findByKey(productKey);
      if (row === undefined || !row.dynamicRegistration || row.secretSealed === null) return null;
      return { productId: row.id, secret: secrets.open(row.secretSealed) };
    },

    async setDynamicRegistration(id: number, enabled: boolean): Promise<void> {
      const { hasSecret } = await this.require(id);
      if (enabled && !hasSecret) {
        throw fieldError("enabled", {
          en: "the product has no secret; generate one first",
          zh: "产品尚无密钥，请先生成",
        });
      }
      await store.setDynamicRegistration(id, enabled);
      parsed.delete(id);
    },

    /** A new secret of the product, reported this once. */
    async makeSecret(id: number): Promise<{ productKey: string; productSecret: string }> {
      const { productKey } = await this.require(id);
      const productSecret = randomBytes(16).toString("hex");
      await store.setSecret(id, secrets.seal(productSecret));
      parsed.delete(id);
      return { productKey, productSecret };
    },

    /** What is kept of the product is read again. */
    clearCache: (id: number): void => void parsed.delete(id),

    /**
     * Adds what ships and is missing, and brings a later shipped model to a product whose model nobody has changed.
     * A changed one is kept as it is.
     */
    async ensureShipped(): Promise<void> {
      const shippedByKey = new Map((await store.listShipped()).map((one) => [one.productKey, one]));
      for (const product of shipped) {
        const model = JSON.stringify(thingModel.parse(product.model));
        const known = shippedByKey.get(product.productKey);
        if (known === undefined) await store.addIfMissing({ ...product, model });
        else if (!known.isChanged && isLater(product.model.version, known.shippedVersion)) {
          await store.renew(product.productKey, { version: product.model.version, model });
        }
      }
      parsed.clear();
    },
  };
}
