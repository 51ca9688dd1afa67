import { getProduct, listProducts } from "@tracewater/contract/fleet/products";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Scope } from "../../../platform/scope.ts";
import { toProductModel } from "./product.model.ts";
import type { Product, ProductService } from "./product.service.ts";

export function serveProducts(
  serve: Serve,
  products: ProductService,
  countDevices: (scope: Scope) => Promise<Map<number, number>>,
): void {
  serve.forCaller(listProducts, async (_input, caller) => {
    const counts = await countDevices(caller.scope);
    return { data: (await products.list()).map((product) => toRow(product, counts)) };
  });
  serve.forCaller(getProduct, async ({ params }, caller) => {
    const product = await products.require(params.id);
    const counts = await countDevices(caller.scope);
    return { data: { ...toRow(product, counts), model: toProductModel(product.model) } };
  });
}

function toRow(product: Product, counts: Map<number, number>) {
  return {
    productId: product.id,
    productKey: product.productKey,
    typeKey: product.typeKey,
    productName: product.name,
    productNameZh: product.nameZh,
    modelVersion: product.model.version,
    deviceCount: counts.get(product.id) ?? 0,
  };
}
