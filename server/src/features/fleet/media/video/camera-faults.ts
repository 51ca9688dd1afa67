import type { Words } from "../../../../platform/words.ts";

/** Why a camera shows nothing, and what to look at next. */
export const cameraFault = {
  silent: {
    en: "The camera does not answer. Is it switched on, and is its address right?",
    zh: "摄像头无响应，请检查电源和地址。",
  },
  closed: {
    en: "Nothing answers at the camera's address and port.",
    zh: "摄像头地址或端口无法连接。",
  },
  brokeOff: { en: "The connection to the camera broke off.", zh: "与摄像头的连接中断。" },
  credentials: {
    en: "The camera refuses this user and password.",
    zh: "摄像头拒绝了用户名或密码。",
  },
  noStream: {
    en: "The camera has no stream under this path.",
    zh: "摄像头上没有该路径的视频流。",
  },
  redirect: {
    en: "The camera sends us on to another address, which is not followed. Enter that address instead.",
    zh: "摄像头重定向到其他地址，系统不予跟随，请直接填写目标地址。",
  },
  noRtsp: { en: "What answers there does not speak RTSP.", zh: "该地址不是 RTSP 服务。" },
  noVideo: {
    en: "What comes from there is no video that can be played.",
    zh: "收到的数据不是可播放的视频。",
  },
  noPlace: {
    en: "An address on the camera's list may not be opened.",
    zh: "播放列表中的地址不允许访问。",
  },
} satisfies Record<string, Words>;
