import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ProductService } from "../products/product.service.ts";
import {
  type CountedFirmware,
  createFirmwareStore,
  type FirmwareFilter,
  type FirmwareRow,
} from "./firmware.store.ts";
import type { FirmwareFiles } from "./firmware-files.ts";

export type FirmwareService = ReturnType<typeof createFirmwareService>;

export type GivenFirmware = {
  productId: number;
  module: string;
  version: string;
  notes: string;
  sha256?: string | undefined;
  actorName: string;
};

const text = { en: "firmware version", zh: "固件版本" };

/** The versions that devices can be upgraded to, each with its file. */
export function createFirmwareService(options: {
  db: Db;
  files: FirmwareFiles;
  products: ProductService;
  now: () => number;
}) {
  const { files, products, now } = options;
  const store = createFirmwareStore(options.db);

  async function require(id: number): Promise<FirmwareRow> {
    const found = await store.find(id);
    if (found === undefined) throw notFound(text);
    return found;
  }

  return {
    require,
    planUpload: files.plan,
    discard: files.discard,

    async list(
      scope: Scope,
      filter: FirmwareFilter,
      page: (total: number) => { limit: number; offset: number },
    ): Promise<{ rows: CountedFirmware[]; total: number }> {
      const total = await store.count(filter);
      return { rows: await store.list(scope, filter, page(total)), total };
    },

    /** Keeps an uploaded file as a version of a product's module; the file at `path` is gone afterwards. */
    async add(given: GivenFirmware, file: { path: string; name: string }): Promise<FirmwareRow> {
      const { sha256: expected, ...facts } = given;
      const product = await products.require(given.productId);
      const digest = await files.digest(file.path);
      if (digest.size === 0) throw fieldError("file", { en: "is empty", zh: "文件为空" });
      if (expected !== undefined && expected.toLowerCase() !== digest.sha256) {
        throw fieldError("sha256", {
          en: `does not match the file, whose SHA-256 is ${digest.sha256}`,
          zh: `与文件不符，文件的 SHA-256 为 ${digest.sha256}`,
        });
      }
      // The file first: a version without one would be reported to devices; one without a version is in nobody's way.
      await files.keep(file.path, digest.sha256);
      const id = await store.add({
        ...{ ...facts, ...digest, productId: product.id, fileName: file.name },
        createdAt: new Date(now()),
      });
      if (id === undefined) throw isThere(given);
      return require(id);
    },

    /** Refused where a batch was made of it: what devices were reported stays on record. */
    async remove(id: number): Promise<FirmwareRow> {
      const before = await require(id);
      const removed = await store.removeUnused(id);
      if (removed === undefined) {
        throw new AppError("refused", {
          en: "Devices were upgraded to this version, so it cannot be deleted.",
          zh: "已有设备升级使用该版本，不能删除。",
        });
      }
      if (removed.spare !== null) await files.remove(removed.spare);
      return before;
    },
  };
}

function isThere({ module, version }: GivenFirmware): AppError {
  const text = {
    en: `version ${version} of module ${module} already exists`,
    zh: `模块 ${module} 的版本 ${version} 已存在`,
  };
  return new AppError("conflict", { en: `version: ${text.en}`, zh: `version：${text.zh}` }, [
    { field: "version", text },
  ]);
}
