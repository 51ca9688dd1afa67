import { thingModel } from "@tracewater/alink/thing-model";
import * as models from "@tracewater/contract/fleet/product-models";
import { type Tsl, tsl } from "@tracewater/contract/fleet/product-models";
import { getProduct, listProducts } from "@tracewater/contract/fleet/products";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { ModelVersions } from "./model-versions.service.ts";
import { toProductModel } from "./product.model.ts";
import type { Product, ProductService } from "./product.service.ts";
import type { VersionRow } from "./product.store.ts";

export function serveProducts(
  serve: Serve,
  products: ProductService,
  versions: ModelVersions,
  countDevices: (scope: Scope) => Promise<Map<number, number>>,
): void {
  const toRow = (product: Product, counts: Map<number, number>) => ({
    productId: product.id,
    productKey: product.productKey,
    typeKey: product.typeKey,
    productName: product.name,
    productNameZh: product.nameZh,
    modelVersion: product.model.version,
    deviceCount: counts.get(product.id) ?? 0,
    isChanged: product.isChanged,
    shippedVersion: products.shippedModel(product.productKey)?.version ?? null,
    dynamicRegistration: product.dynamicRegistration,
    hasSecret: product.hasSecret,
  });
  serve.forCaller(listProducts, async (_input, caller) => {
    const counts = await countDevices(caller.scope);
    return { data: (await products.list()).map((product) => toRow(product, counts)) };
  });
  serve.forCaller(getProduct, async ({ params }, caller) => {
    const product = await products.require(params.id);
    const counts = await countDevices(caller.scope);
    return { data: { ...toRow(product, counts), model: toProductModel(product.model) } };
  });
  serveModels(serve, products, versions);
  serveRegistration(serve, products);
}

function serveModels(serve: Serve, products: ProductService, versions: ModelVersions): void {
  serve.forCaller(models.listModelVersions, async ({ params }) => {
    const { id } = await products.require(params.id);
    return { data: (await versions.listVersions(id)).map(toVersion) };
  });
  serve.forCaller(models.getModelVersion, async ({ params }) => {
    const { model, ...row } = await versions.requireVersion(params.id, params.version);
    return { data: { ...toVersion(row), tsl: toTsl(model) } };
  });
  serve.forCaller(models.getShippedModel, async ({ params }) => {
    const model = versions.requireShipped(await products.require(params.id));
    return { data: { version: model.version, tsl: toTsl(model) } };
  });
  serve.forCaller(models.checkModel, async ({ params, body }) => ({
    data: await versions.check(params.id, body.model),
  }));
  serve.forCaller(models.publishModel, async ({ params, body, audit }, caller) => {
    const product = await products.require(params.id);
    const { model, ...terms } = body;
    const check = await versions.publish(params.id, model, { ...terms, actorName: caller.nickName });
    audit(toAuditChange(product, check, body.note));
    return { data: { version: check.version } };
  });
  serve.forCaller(models.takeShippedModel, async ({ params, body, audit }, caller) => {
    const product = await products.require(params.id);
    const terms = { ...body, note: "", actorName: caller.nickName };
    const check = await versions.takeShipped(params.id, terms);
    audit(toAuditChange(product, check, ""));
    return { data: { version: check.version } };
  });
}

function serveRegistration(serve: Serve, products: ProductService): void {
  serve.forCaller(models.setDynamicRegistration, async ({ params, body, audit }) => {
    const product = await products.require(params.id);
    await products.setDynamicRegistration(params.id, body.enabled);
    const { dynamicRegistration } = product;
    audit({
      subject: auditSubject(product),
      before: { dynamicRegistration },
      after: { dynamicRegistration: body.enabled },
    });
    return {};
  });
  serve.forCaller(models.makeProductSecret, async ({ params, audit }) => {
    const product = await products.require(params.id);
    const data = await products.makeSecret(params.id);
    audit({ subject: auditSubject(product) });
    return { data };
  });
}

function auditSubject({ id, name }: Product): AuditChange["subject"] {
  return { kind: "product", id, name };
}

/** The changes by name: a thing model itself is too long for a record, and is among the versions. */
function toAuditChange(product: Product, check: models.ModelCheck, note: string): AuditChange {
  const changes = check.changes.slice(0, 100).map((one) => `${one.part} ${one.identifier}: ${one.kind}`);
  return {
    subject: auditSubject(product),
    before: { modelVersion: check.currentVersion },
    after: { modelVersion: check.version, note, changes },
  };
}

function toVersion({ source, actorName, publishedAt, ...rest }: VersionRow): models.ModelVersion {
  return {
    ...rest,
    source: source === "shipped" ? "shipped" : "edited",
    actor: actorName,
    publishedAt: publishedAt.getTime(),
  };
}

/** In the order in which one writes a thing model: the database keeps its fields in an order of its own. */
function toTsl(model: unknown): Tsl {
  return tsl.parse(thingModel.parse(model));
}
