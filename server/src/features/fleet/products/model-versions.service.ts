import type { ThingModel } from "@tracewater/alink/thing-model";
import { type ModelChange, type ModelCheck, maxCounted } from "@tracewater/contract/fleet/product-models";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../fleet-events.ts";
import { type Difference, diffModels } from "./model-diff.ts";
import { createModelImpactStore, type Impact, type Range } from "./model-impact.store.ts";
import { readModel } from "./model-rules.ts";
import { isLater } from "./product.model.ts";
import type { Product, ProductService } from "./product.service.ts";
import { createProductStore } from "./product.store.ts";

export type ModelVersions = ReturnType<typeof createModelVersions>;

type Terms = { basedOn: string; note: string; acceptBreaking: boolean; actorName: string };

/** Thing models as people change them: checked, held against the devices in the field, published, kept. */
export function createModelVersions(options: {
  db: Db;
  products: ProductService;
  events: EventBus<FleetEvents>;
}) {
  const { products, events } = options;
  const store = createProductStore(options.db);
  const impacts = createModelImpactStore(options.db);

  async function compare(product: Product, model: ThingModel): Promise<ModelCheck> {
    const differences = diffModels(product.model, model);
    const changes = await countTouched(product.id, differences, model);
    return {
      version: model.version,
      currentVersion: product.model.version,
      devices: await impacts.countDevices(product.id),
      breaking: changes.some((one) => one.breaking),
      changes,
    };
  }

  /** Only what breaks is counted: a new property or another name touches nobody. */
  async function countTouched(
    productId: number,
    differences: readonly Difference[],
    model: ThingModel,
  ): Promise<ModelChange[]> {
    const of = (part: Difference["part"]) => [
      ...new Set(differences.filter((one) => one.breaking && one.part === part).map((one) => one.identifier)),
    ];
    const [property, event, service, outside] = await Promise.all([
      impacts.ofProperties(productId, of("property"), maxCounted),
      impacts.ofEvents(productId, of("event"), maxCounted),
      impacts.ofServices(productId, of("service"), maxCounted),
      impacts.outside(productId, rangesOf(model, differences)),
    ]);
    const touched = { property: byName(property), event: byName(event), service: byName(service) };
    return differences.map((one) => {
      const found = one.breaking ? touched[one.part].get(one.identifier) : undefined;
      return {
        ...one,
        devices: one.breaking ? (found?.devices ?? 0) : null,
        stored: one.breaking ? (found?.stored ?? 0) : null,
        outside:
          one.kind === "narrowed" && one.part === "property" ? (outside.get(one.identifier) ?? 0) : null,
      };
    });
  }

  async function publish(
    product: Product,
    model: ThingModel,
    terms: Terms,
    isShipped: boolean,
  ): Promise<ModelCheck> {
    if (terms.basedOn !== product.model.version) throw publishedMeanwhile(product.model.version);
    const check = await compare(product, model);
    if (check.breaking && !terms.acceptBreaking) throw wantsConsent();
    const published = await store.publish(product.id, {
      ...terms,
      version: model.version,
      model: JSON.stringify(model),
      shippedVersion: isShipped ? model.version : null,
    });
    products.clearCache(product.id);
    if (!published) throw publishedMeanwhile((await products.require(product.id)).model.version);
    events.emit("product.changed", { productId: product.id });
    return check;
  }

  return {
    listVersions: store.listVersions,

    async requireVersion(productId: number, version: string) {
      const found = await store.findVersion(productId, version);
      if (found === undefined) throw notFound({ en: "version", zh: "版本" });
      return found;
    },

    requireShipped(product: Product): ThingModel {
      const model = products.shippedModel(product.productKey);
      if (model === null) throw notFound({ en: "built-in thing model", zh: "内置物模型" });
      return model;
    },

    async check(productId: number, given: unknown): Promise<ModelCheck> {
      return compare(await products.require(productId), readModel(given));
    },

    async publish(productId: number, given: unknown, terms: Terms): Promise<ModelCheck> {
      const product = await products.require(productId);
      const model = readModel(given);
      if (!isLater(model.version, product.model.version)) {
        throw fieldError("version", {
          en: `must be later than ${product.model.version}`,
          zh: `必须高于当前版本 ${product.model.version}`,
        });
      }
      return publish(product, model, terms, false);
    },

    /** As before anybody had changed it: what ships later reaches it again. */
    async takeShipped(productId: number, terms: Terms): Promise<ModelCheck> {
      const product = await products.require(productId);
      return publish(product, this.requireShipped(product), terms, true);
    },
  };
}

function rangesOf(model: ThingModel, differences: readonly Difference[]): Range[] {
  const narrowed = new Set(differences.filter((one) => one.kind === "narrowed").map((one) => one.identifier));
  return model.properties.flatMap(({ identifier, dataType }) => {
    if (
      !narrowed.has(identifier) ||
      !("specs" in dataType) ||
      !("min" in dataType.specs || "max" in dataType.specs)
    )
      return [];
    const { min, max } = dataType.specs;
    return [
      { identifier, min: typeof min === "number" ? min : null, max: typeof max === "number" ? max : null },
    ];
  });
}

function byName(impacts: readonly Impact[]): Map<string, Impact> {
  return new Map(impacts.map((one) => [one.identifier, one]));
}

function publishedMeanwhile(current: string): AppError {
  const text = {
    en: `version ${current} was published in the meantime; review it first`,
    zh: `版本 ${current} 已发布，请先查看`,
  };
  return new AppError("conflict", { en: `basedOn: ${text.en}`, zh: `basedOn：${text.zh}` }, [
    { field: "basedOn", text },
  ]);
}

function wantsConsent(): AppError {
  const text = {
    en: "reported data or service calls would no longer match; confirm to publish",
    zh: "设备上报的数据或被调用的服务将不再匹配，确认后方可发布",
  };
  return new AppError("conflict", text, [{ field: "acceptBreaking", text }]);
}
