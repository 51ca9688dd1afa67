import type { LocalizedText } from "../../../../platform/localized-text.ts";

/** Why a camera shows nothing, and what to look at next. */
export const cameraFault = {
  silent: {
    en: "The camera does not respond. Check its power and address.",
    zh: "摄像头无响应，请检查电源和地址。",
  },
  closed: {
    en: "Cannot connect to the camera's address and port.",
    zh: "无法连接摄像头的地址或端口。",
  },
  brokeOff: { en: "The connection to the camera was interrupted.", zh: "与摄像头的连接中断。" },
  credentials: {
    en: "The camera rejected the user name or password.",
    zh: "摄像头拒绝了用户名或密码。",
  },
  noStream: {
    en: "The camera has no stream at this path.",
    zh: "摄像头上没有该路径的视频流。",
  },
  redirect: {
    en: "The camera redirects to another address, which is not followed. Enter that address instead.",
    zh: "摄像头重定向到其他地址，系统不会跟随，请直接填写该地址。",
  },
  noRtsp: { en: "The address does not respond as an RTSP server.", zh: "该地址不是 RTSP 服务。" },
  noVideo: {
    en: "The address does not deliver a playable video.",
    zh: "收到的数据不是可播放的视频。",
  },
  noPlace: {
    en: "An address in the playlist cannot be opened.",
    zh: "播放列表中的地址不允许访问。",
  },
  scheme: (scheme: string) => ({
    en: `The playlist contains an address with the scheme ${scheme}, which is not opened. Only http: and https: are.`,
    zh: `播放列表包含 ${scheme} 地址，不允许访问，仅支持 http: 和 https:。`,
  }),
  tooLarge: {
    en: "The video is too large to play. Download it instead.",
    zh: "视频过大，无法播放，请下载后查看。",
  },
  noPlaylist: {
    en: "The address does not deliver an HLS playlist.",
    zh: "该地址返回的不是 HLS 播放列表。",
  },
  badPlaylist: {
    en: "The playlist is damaged: it does not follow RFC 8216.",
    zh: "播放列表已损坏，不符合 RFC 8216。",
  },
  largePlaylist: {
    en: "The playlist is too large: at most 1 MB, 10,000 addresses, 8 hosts and 128 MB per segment.",
    zh: "播放列表过大：最多 1 MB、10,000 个地址、8 个主机，每个分段 128 MB。",
  },
  playlistFeature: (feature: string) => ({
    en: `The playlist uses ${feature}, which is not supported.`,
    zh: `播放列表使用了不支持的 ${feature}。`,
  }),
} satisfies Record<string, LocalizedText | ((found: string) => LocalizedText)>;
