import * as cameras from "@tracewater/contract/fleet/cameras";
import * as media from "@tracewater/contract/fleet/media";
import { makeClip } from "../test-clip.ts";
import { makePicture } from "../test-picture.ts";
import { family, type Made, type Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const mayQuery = { permission: "device:{family}:query", without: "notFound" } as const;

/** Cameras, pictures and clips. */
export function mediaRules(stage: AccessStage): Record<string, Rule> {
  return { ...pictureRules(stage), ...cameraRules(stage), ...clipRules(stage) };
}

const on = (make: (unitId: number) => Promise<Made["input"]>, more: Partial<Rule> = {}): Rule => ({
  outside: "notFound",
  make: async (unitId) => ({ input: await make(unitId) }),
  ...more,
});

function pictureRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  let shade = 0;

  async function announce(unitId: number) {
    const device = await platform.connect(await platform.addDevice({ unitId, deviceName: stage.name() }));
    const picture = makePicture(++shade);
    const { data } = await device.post(
      { value: { sha256: picture.sha256, bytes: picture.bytes.length } },
      "thing/event/result/post",
    );
    device.vanish();
    const { upload } = data as { upload: { url: string } };
    const token = upload.url.split("/").at(-1);
    return { token, file: new Blob([new Uint8Array(picture.bytes)]), deviceId: device.credentials.id };
  }
  async function addPicture(unitId: number) {
    const { token, file, deviceId } = await announce(unitId);
    const { text } = await stage.ask(media.uploadFromDevice, { params: { token }, file }, null);
    const sent: { data: { id: number } } = JSON.parse(text);
    return { id: sent.data.id, deviceId };
  }
  const ofDevice = on(async (unitId) => ({
    params: { family, id: (await platform.addDevice({ unitId, deviceName: stage.name() })).id },
  }));

  return {
    [media.getLatestPicture.name]: ofDevice,
    [media.listPictures.name]: ofDevice,
    [media.listClips.name]: ofDevice,
    [media.countPictures.name]: ofDevice,
    [media.getPictureFile.name]: on(async (unitId) => ({ params: { id: (await addPicture(unitId)).id } }), {
      within: mayQuery,
    }),
    [media.makeFileAddress.name]: on(async (unitId) => ({ params: { id: (await addPicture(unitId)).id } }), {
      within: mayQuery,
    }),
    [media.getFileOnce.name]: {
      outside: "none",
      make: async (unitId) => {
        const { id } = await addPicture(unitId);
        const { data } = await platform.call(media.makeFileAddress, { params: { id } }, stage.admin);
        return { input: { params: { token: data.address.split("/").at(-1) } } };
      },
    },
    [media.uploadFromDevice.name]: {
      outside: "none",
      make: async (unitId) => {
        const { token, file } = await announce(unitId);
        return { input: { params: { token }, file } };
      },
    },
  };
}

function cameraRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  const body = (unitId: number) => ({ name: stage.name(), kind: "clips", unitId });
  async function addCamera(unitId: number) {
    const given = body(unitId);
    const { data } = await platform.call(
      cameras.addCamera,
      { body: { ...given, kind: "clips" } },
      stage.admin,
    );
    return { id: data.id, ...given };
  }
  /** Nothing comes of it without an address; anyone who may do it is informed. */
  const noAddress = { succeeds: 500 };

  return {
    [cameras.listCameras.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { name } = await addCamera(unitId);
        return { input: { query: { keyword: name } }, sees: name };
      },
    },
    [cameras.addCamera.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: body(unitId) } }),
    },
    [cameras.changeCamera.name]: on(async (unitId) => ({ body: await addCamera(unitId) })),
    [cameras.removeCamera.name]: on(async (unitId) => ({ params: { id: (await addCamera(unitId)).id } })),
    [cameras.watchCamera.name]: on(
      async (unitId) => ({ params: { id: (await addCamera(unitId)).id } }),
      noAddress,
    ),
    [cameras.recordCamera.name]: on(
      async (unitId) => ({ params: { id: (await addCamera(unitId)).id } }),
      noAddress,
    ),
    [cameras.getVideoFrame.name]: on(
      async (unitId) => ({
        params: { id: (await platform.addDevice({ unitId, deviceName: stage.name() })).id },
      }),
      { within: mayQuery },
    ),
    [cameras.setVideoFrame.name]: on(async (unitId) => ({
      body: {
        id: (await platform.addDevice({ unitId, deviceName: stage.name() })).id,
        enabled: false,
      },
    })),
  };
}

function clipRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  let clip: Promise<Buffer> | null = null;

  async function addClip(unitId: number): Promise<number> {
    const { id } = await platform.addDevice({ unitId, deviceName: stage.name() });
    const { text } = await stage.ask(
      media.uploadClip,
      { params: { family, id }, file: await clipFile() },
      stage.admin,
    );
    const added: { data: { id: number } } = JSON.parse(text);
    return added.data.id;
  }
  async function clipFile(): Promise<Blob> {
    clip ??= makeClip(1);
    return new Blob([new Uint8Array(await clip)]);
  }

  return {
    [media.uploadClip.name]: on(async (unitId) => ({
      params: { family, id: (await platform.addDevice({ unitId, deviceName: stage.name() })).id },
      file: await clipFile(),
    })),
    [cameras.watchClip.name]: on(async (unitId) => ({ params: { id: await addClip(unitId) } }), {
      within: mayQuery,
    }),
    [cameras.getStreamPart.name]: on(
      async (unitId) => {
        const id = await addClip(unitId);
        const { data } = await platform.call(cameras.watchClip, { params: { id } }, stage.admin);
        return { params: { key: data.playlist.split("/").at(-2), part: "index.m3u8" } };
      },
      { within: mayQuery },
    ),
  };
}
