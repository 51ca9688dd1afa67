import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { BoardRegion } from "@tracewater/contract/laboratory/board-readings";
import type {
  BoardReading,
  BoardTest,
  BoardTestDetail,
  confirmBoardTest,
  uploadBoardTest,
} from "@tracewater/contract/laboratory/board-tests";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import { isInScope, type Scope, systemScope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import { onTestsAdded } from "./board-arrival.ts";
import { type Capture, createBoardCaptureStore } from "./board-capture.store.ts";
import { createBoardCatalogStore } from "./board-catalog.store.ts";
import type { BoardControlService } from "./board-control.service.ts";
import type { BoardPictureService } from "./board-picture.service.ts";
import { controlPassed, isAssayPositive } from "./board-result.model.ts";
import { type BoardTestQuery, createBoardTestStore, type StoredBoardTest } from "./board-test.store.ts";

export type BoardTestService = ReturnType<typeof createBoardTestService>;

const unreadDays = 30;

/** Tests with boards: lists, uploads, and the assays that confirm them. */
export function createBoardTestService(options: {
  db: Db;
  pictures: BoardPictureService;
  files: BlobStore;
  controls: Pick<BoardControlService, "evaluate">;
  devices: Pick<DeviceService, "findByName">;
  now: () => number;
}) {
  const { db, pictures, files, now } = options;
  const store = createBoardTestStore(db);
  const catalog = createBoardCatalogStore(db);

  async function require(scope: Scope, id: number): Promise<StoredBoardTest> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound({ en: "board test", zh: "检测板记录" });
    return found;
  }

  /** The unit that a test is added to: the one that was named, else the caller's own. */
  async function unitOf(caller: Caller, named: number | undefined): Promise<number> {
    const unitId = named ?? caller.unitId;
    if (unitId === null) throw fieldError("unitId", { en: "choose the unit", zh: "请选择单位" });
    const known = await db.selectFrom("dept").select("id").where("id", "=", unitId).executeTakeFirst();
    if (known === undefined || !isInScope(caller.scope, unitId))
      throw fieldError("unitId", { en: "no such unit", zh: "单位不存在" });
    return unitId;
  }

  return {
    require: async (scope: Scope, id: number): Promise<BoardTest> => toTest(await require(scope, id)),

    listBefore: async (scope: Scope, query: BoardTestQuery, before: number, limit: number) =>
      (await store.listBefore(scope, query, before, limit)).map(toTest),

    async list(caller: Caller, query: BoardTestQuery): Promise<{ rows: BoardTest[]; total: number }> {
      const total = await store.count(caller.scope, query);
      return { rows: (await store.list(caller.scope, query, pageOf(query, total))).map(toTest), total };
    },

    async read(scope: Scope, id: number): Promise<BoardTestDetail> {
      const test = await require(scope, id);
      const lot = test.lotId === null ? undefined : await catalog.findJudgedById(test.lotId);
      const [picture, readings, captures, assay] = await Promise.all([
        pictures.find(test),
        store.listReadings(id),
        createBoardCaptureStore(db).listOf(id),
        test.assayId === null ? undefined : store.findAssay(scope, test.assayId),
      ]);
      return {
        ...toTest(test),
        picture: picture.state,
        cutOff: lot === undefined ? null : { value: lot.cutOff, unit: lot.cutOffUnit },
        readings: readings.map(pictures.show),
        captures: captures.length < 2 ? [] : captures.map(toCapture),
        assay: assay === undefined ? null : toAssay(assay),
      };
    },

    async pictureOf(scope: Scope, id: number): Promise<string> {
      const { path } = await pictures.find(await require(scope, id));
      if (path === null) throw notFound({ en: "picture", zh: "图片" });
      return path;
    },

    readAgain: async (caller: Caller, id: number, region: BoardRegion | null): Promise<BoardReading> =>
      pictures.read(String(caller.userId), await require(caller.scope, id), region, personLabel(caller)),

    /** `path` is an upload that is gone from there afterwards. */
    async upload(caller: Caller, path: string, given: QueryOf<typeof uploadBoardTest>): Promise<BoardTest> {
      const unitId = await unitOf(caller, given.unitId);
      const deviceId = await controlledDevice(options.devices, caller, given);
      const lot = await catalog.findJudged(given.lotNo);
      if (lot === undefined) throw fieldError("lotNo", lotMissing);
      const measured = await pictures.measure(String(caller.userId), path, lot);
      const { file, measurement } = measured;
      const { readAfter = null, boardTemp = null, sampleNo, preconcentration, control = null } = given;
      const measuredAt = now();
      const judgement = pictures.judge(lot, measured, { measuredAt, readAfter, boardTemp });
      const kept = await files.keep(path, file.format === "png" ? "png" : "jpg");
      const { outcome, reason, flags, quantity, ratio } = judgement;
      const madeBy = personLabel(caller);
      const passed = control === null ? null : controlPassed(control, judgement);
      const adding = db.transaction().execute(async (trx) => {
        const own = createBoardTestStore(trx);
        const id = await own.add({
          ...{ unitId, source: "upload", deviceId, eventId: null, measuredAt: new Date(measuredAt) },
          ...{ lotId: lot.lotId, lotNo: lot.lotNo, analyte: lot.analyte, sampleNo, operator: madeBy },
          ...{ c: measurement.c?.contrast ?? null, t: measurement.t?.contrast ?? null, ratio },
          ...{ background: measurement.background, readAfter, boardTemp, preconcentration },
          ...{ outcome, reason, flags, quantity, deviceOutcome: null, control, controlPassed: passed },
          ...{ sha256: file.sha256, file: kept },
        });
        if (id === null) throw new Error("an upload has no event that could be a test already");
        await own.addReading(id, { madeBy, region: null, file, measurement, judgement });
        await onTestsAdded(trx, [{ id, deviceId, isControl: control !== null }], new Date(measuredAt));
        return id;
      });
      try {
        const id = await onUniqueViolation<number | null>(adding, () => null);
        if (id === null) throw uploadedAlready;
        if (deviceId !== null) await options.controls.evaluate(deviceId);
        return toTest(await require(systemScope, id));
      } catch (error) {
        await files.remove(kept);
        throw error;
      }
    },

    async confirm(caller: Caller, { testId, assayId }: BodyOf<typeof confirmBoardTest>): Promise<void> {
      const test = await require(caller.scope, testId);
      if (test.control !== null) throw fieldError("testId", { en: "is a control board", zh: "为质控板" });
      if (assayId === null) return store.confirm(testId, null);
      const assay = await store.findAssay(caller.scope, assayId);
      if (assay === undefined)
        throw fieldError("assayId", { en: "assay result not found", zh: "检测结果不存在" });
      if (assay.state !== "approved")
        throw fieldError("assayId", { en: "must be an approved result", zh: "须为已批准的检测结果" });
      if (assay.analyte !== test.analyte)
        throw fieldError("assayId", { en: "is of another analyte", zh: "目标物不一致" });
      if (test.samplingId !== null && (await store.bottleOf(test.samplingId)) !== assay.bottleId)
        throw fieldError("assayId", { en: "is of another sample", zh: "不属于同一样品" });
      const lot = await pictures.lotOf(test);
      const isPositive = isAssayPositive(assay, test, { value: lot.cutOff, unit: lot.cutOffUnit });
      await store.confirm(testId, { id: assayId, isPositive });
    },

    /** Reads pictures of devices that arrived since; how many. */
    async readNew(signal: AbortSignal): Promise<number> {
      const since = new Date(now() - unreadDays * 86_400_000);
      let read = 0;
      for (const id of await store.listUnread(since, 200)) {
        if (signal.aborted) break;
        const test = await store.find(systemScope, id);
        if (test === undefined) continue;
        await pictures.read("board pictures", test, null, "").catch((error) => {
          // A picture that cannot be read stays unread; the others are read.
          if (!(error instanceof AppError)) throw error;
        });
        read += 1;
      }
      return read;
    },
  };
}

/** The detector that a control board was read with; other uploads belong to none. */
async function controlledDevice(
  devices: Pick<DeviceService, "findByName">,
  caller: Caller,
  { control, deviceName }: QueryOf<typeof uploadBoardTest>,
): Promise<number | null> {
  if (control === undefined) {
    if (deviceName === undefined) return null;
    throw fieldError("deviceName", { en: "is for control boards only", zh: "仅用于质控板" });
  }
  if (deviceName === undefined)
    throw fieldError("deviceName", { en: "choose the detector", zh: "请选择检测仪" });
  const device = await devices.findByName(caller.scope, deviceName);
  if (device?.typeKey !== "handFastDetector")
    throw fieldError("deviceName", { en: "no such handheld detector", zh: "手持检测仪不存在" });
  return device.id;
}

function toCapture({ board: _board, isBelowRange: _isBelow, ...rest }: Capture) {
  return rest;
}

function toTest({ file: _file, deviceId: _deviceId, ...test }: StoredBoardTest): BoardTest {
  return test;
}

function toAssay({
  id,
  flag,
  value,
  state,
}: {
  id: number;
  flag: string;
  value: string | null;
  state: string;
}) {
  return { assayId: id, flag, value, state };
}

const lotMissing = { en: "lot not found or disabled", zh: "批次不存在或已停用" };
const uploadedAlready = new AppError(
  "conflict",
  { en: "This picture was uploaded before.", zh: "该图片已上传过。" },
  [{ field: "file", text: { en: "was uploaded before", zh: "已上传过" } }],
);
