import { getProduct, listProducts } from "@tracewater/contract/fleet/products";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import { isLater } from "./product.model.ts";
import { createProductService } from "./product.service.ts";
import { type ShippedProduct, shippedProducts } from "./shipped-products.ts";

onPlatform("The shipped products", (platform) => {
  const read = async (typeKey: string) => {
    const { data } = await platform.call(listProducts, {}, await platform.admin());
    const product = data.find((one) => one.typeKey === typeKey);
    if (product === undefined) throw new Error(`no product of ${typeKey}`);
    return (await platform.call(getProduct, { params: { id: product.productId } }, await platform.admin()))
      .data;
  };
  const later = (key: string, version: string): ShippedProduct[] =>
    shippedProducts.map((one) => {
      const model = { ...one.model, version, events: [] };
      return one.productKey === key ? { ...one, model } : one;
    });
  const startWith = async (shipped: readonly ShippedProduct[]) => {
    await createProductService({ db: platform.db, secrets: platform.secrets, shipped }).ensureShipped();
    await platform.restart();
  };

  test("are one for each family, with their thing models", async () => {
    const { data } = await platform.call(listProducts, {}, await platform.admin());
    expect(data.map((one) => one.typeKey).sort()).toEqual(shippedProducts.map((one) => one.typeKey).sort());
    for (const { productId } of data) {
      const { model } = (
        await platform.call(getProduct, { params: { id: productId } }, await platform.admin())
      ).data;
      expect(model.services.map((service) => service.identifier)).toContain("mandatoryRefresh");
      expect(model.properties.map((property) => property.identifier)).toContain("workState");
    }
  });

  test("bring a later model to a store that has an earlier one", async () => {
    await startWith(later("mass", "1.10.0"));
    expect(await read("mass")).toMatchObject({ modelVersion: "1.10.0", model: { events: [] } });
  });

  test("leave an earlier model where a later one is", async () => {
    await startWith(later("mass", "1.9.9"));
    expect((await read("mass")).modelVersion).toBe("1.10.0");
  });

  test("keep a model that a person has changed, whatever ships", async () => {
    await sql`update product set model = jsonb_set(model, '{services}', '[]') where product_key = 'evidenceBox'`.execute(
      platform.db,
    );
    const { modelVersion } = await read("evidenceBox");
    await startWith(later("evidenceBox", "9.0.0"));
    expect(await read("evidenceBox")).toMatchObject({ modelVersion, model: { services: [] } });
  });
});

test.each([
  ["1.1.0", "1.0.0", true],
  ["1.10.0", "1.9.0", true],
  ["1.0.0", "1.0.0", false],
  ["1.0", "1.0.0", false],
  ["2", "1.9.9", true],
  ["0.9", "1.0", false],
])("version %s is later than %s: %s", (a, b, later) => expect(isLater(a, b)).toBe(later));
