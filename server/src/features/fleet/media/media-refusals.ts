import { type AppError, notFound } from "../../../platform/app-error.ts";

export function mediaNotFound(): AppError {
  return notFound({ en: "picture or clip", zh: "图片或视频" });
}

export function addressNotFound(): AppError {
  return notFound({ en: "address (already used, expired or unknown)", zh: "地址（已使用、已过期或未知）" });
}
