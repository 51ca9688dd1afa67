import type { Frame } from "@tracewater/contract/fleet/cameras";
import { frame as frameSchema } from "@tracewater/contract/fleet/cameras";
import { AppError, fieldError, notFound } from "../../../../platform/app-error.ts";
import type { Caller } from "../../../../platform/caller.ts";
import { type AllowedHosts, judgeHost } from "../../../../platform/outbound/outbound-address.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { SecretBox } from "../../../../platform/secret-box.ts";
import type { Db } from "../../../../platform/store/database.ts";
import type { OrgUnitService } from "../../../system/org-units/org-unit.service.ts";
import type { Device, DeviceService } from "../../devices/device.service.ts";
import type { Streams } from "../video/streams.ts";
import { openCameraSource, type VideoSource } from "../video/video-source.ts";
import { type CameraRecord, type CameraRow, createCameraStore, type FrameRow } from "./camera.store.ts";
import { readCameraAddress } from "./camera-address.model.ts";

export type CameraService = ReturnType<typeof createCameraService>;

export type CameraBody = Omit<CameraRow, "addressSealed">;

/** A device's camera: by its number, by an address, or none. */
export type RequestedFrame = FrameRow & { url: string };

/** Cameras and which of them a device shows. Addresses are judged when they are entered and at each start. */
export function createCameraService(options: {
  db: Db;
  orgUnits: OrgUnitService;
  devices: DeviceService;
  streams: Streams;
  secrets: SecretBox;
  allowed: AllowedHosts;
  /** The user that ffmpeg runs as. */
  uid: number;
}) {
  const { orgUnits, devices, streams, secrets, allowed, uid } = options;
  const store = createCameraStore(options.db);

  async function require(scope: Scope, id: number): Promise<CameraRecord> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound(cameraName);
    return found;
  }

  const addressOf = (record: CameraRecord | null): string | null =>
    record?.addressSealed == null ? null : secrets.open(record.addressSealed);

  async function toRow(scope: Scope, body: CameraBody, known: CameraRecord | null): Promise<CameraRow> {
    await orgUnits.require(scope, body.unitId, "unitId");
    if (body.deviceId !== null) await requireDevice(scope, body.deviceId, body.unitId);
    const read = readCameraAddress(body.kind, body.address, addressOf(known));
    if (read !== null) await judge(read.host);
    return {
      ...body,
      address: read?.shown ?? "",
      addressSealed: read === null ? null : secrets.seal(read.whole),
    };
  }

  async function judge(host: string): Promise<void> {
    try {
      await judgeHost(host, allowed);
    } catch (error) {
      throw error instanceof AppError ? fieldError("address", error.text) : error;
    }
  }

  async function requireDevice(scope: Scope, id: number, unitId: number): Promise<void> {
    const device = await devices.require(scope, id).catch((error) => {
      throw error instanceof AppError
        ? fieldError("deviceId", { en: "device not found", zh: "设备不存在" })
        : error;
    });
    if (device.unitId === unitId) return;
    throw fieldError("deviceId", { en: "belongs to another unit", zh: "属于其他单位" });
  }

  async function add(scope: Scope, body: CameraBody): Promise<number> {
    const id = await store.add(await toRow(scope, body, null));
    if (id === undefined) throw nameExists();
    return id;
  }

  /** A camera of the device's unit with this address, made where there is none. */
  async function cameraAt(scope: Scope, device: Device, url: string): Promise<number> {
    const kind = url.startsWith("rtsp:") ? ("rtsp" as const) : ("hls" as const);
    const read = readCameraAddress(kind, url, null);
    const known = await store.findByAddress(device.unitId, read?.shown ?? "");
    if (known !== undefined) return known.id;
    const body = {
      unitId: device.unitId,
      deviceId: device.id,
      kind,
      address: url,
      frame: null,
      retentionDays: 30,
    };
    return add(scope, { ...body, name: device.deviceName });
  }

  return {
    list: store.list,
    count: store.count,
    require,
    add: (caller: Caller, body: CameraBody) => add(caller.scope, body),

    async change(caller: Caller, id: number, body: CameraBody): Promise<void> {
      const known = await require(caller.scope, id);
      if (!(await store.change(id, await toRow(caller.scope, body, known)))) throw nameExists();
      await streams.end({ kind: "camera", id });
    },

    async remove(caller: Caller, id: number): Promise<void> {
      await require(caller.scope, id);
      await store.remove(id);
      await streams.end({ kind: "camera", id });
    },

    /** A way to its pictures; its address is judged again. */
    openSource: async (record: CameraRecord): Promise<VideoSource> => {
      const address = addressOf(record);
      if (address === null) throw noAddress();
      return openCameraSource(address, { allowed, uid });
    },

    frameOf(record: CameraRecord): Frame | null {
      const parsed = frameSchema.safeParse(record.frame);
      return parsed.success ? parsed.data : null;
    },

    /** Which camera a device shows; the one that is at it where nobody chose. */
    async videoFrame(
      scope: Scope,
      device: Device,
    ): Promise<{ frame: FrameRow; camera: CameraRecord | null }> {
      const chosen = await store.findFrame(device.id);
      if (chosen !== undefined) {
        const camera = chosen.cameraId === null ? undefined : await store.find(scope, chosen.cameraId);
        return { frame: chosen, camera: camera ?? null };
      }
      const [own = null] = await store.list(scope, { deviceId: device.id }, { limit: 1, offset: 0 });
      return { frame: { cameraId: own?.id ?? null, enabled: own !== null, ...wholePicture }, camera: own };
    },

    async setVideoFrame(scope: Scope, device: Device, { url, ...wanted }: RequestedFrame): Promise<void> {
      const { cameraId } = wanted;
      if (cameraId !== null) {
        const camera = await store.find(scope, cameraId);
        if (camera === undefined)
          throw fieldError("cameraId", { en: "camera not found", zh: "摄像头不存在" });
      }
      const chosen = cameraId ?? (url === "" ? null : await atField("url", cameraAt(scope, device, url)));
      if (chosen === null && wanted.enabled) {
        throw fieldError("url", { en: "enter an address or select a camera", zh: "请填写地址或选择摄像头" });
      }
      await store.setFrame(device.id, { ...wanted, cameraId: chosen });
    },
  };
}

const wholePicture: Frame = { x: 0, y: 0, width: 1, height: 1 };

/** What is wrong with a camera's address is wrong with the field that gave it. */
async function atField<T>(field: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const [fault] = error instanceof AppError ? error.fields : [];
    throw fault?.field === "address" ? fieldError(field, fault.text) : error;
  });
}

const cameraName = { en: "camera", zh: "摄像头" };

function nameExists(): AppError {
  const text = { en: "the unit already has a camera with this name", zh: "该单位已有同名摄像头" };
  return new AppError(
    "conflict",
    { en: "The unit already has a camera with this name.", zh: "该单位已有同名摄像头。" },
    [{ field: "name", text }],
  );
}

function noAddress(): AppError {
  return new AppError("refused", {
    en: "This camera has no address. Its clips are uploaded.",
    zh: "该摄像头没有地址，仅接收上传的视频。",
  });
}
