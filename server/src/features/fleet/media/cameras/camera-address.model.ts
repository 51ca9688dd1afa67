import type { CameraKind } from "@tracewater/contract/fleet/cameras";
import { type AppError, fieldError } from "../../../../platform/app-error.ts";

const protocols: Record<CameraKind, readonly string[]> = {
  rtsp: ["rtsp:"],
  hls: ["http:", "https:"],
  clips: [],
};

/** What is shown where a password is not reported. */
const mask = "***";

/** The address as it is kept and as it is shown; null for a camera without one. Throws what is wrong at `address`. */
export function readCameraAddress(
  kind: CameraKind,
  given: string,
  known: string | null,
): { whole: string; shown: string; host: string } | null {
  if (kind === "clips") {
    if (given !== "") throw wrong("must be empty: clips are uploaded", "无需填写：视频由人工或设备上传");
    return null;
  }
  const url = URL.canParse(given) ? new URL(given) : null;
  const allowed = protocols[kind].map((one) => `${one}//`);
  if (url === null || !protocols[kind].includes(url.protocol) || url.hostname === "") {
    throw wrong(`must start with ${allowed.join(" or ")}`, `应以 ${allowed.join(" 或 ")} 开头`);
  }
  if (/[\s\p{Cc}"'`\\]/u.test(given))
    throw wrong("contains characters that are not allowed in an address", "包含非法字符");
  if (url.password === mask) url.password = passwordOf(url, known);
  const shown = new URL(url);
  if (shown.password !== "") shown.password = mask;
  return { whole: url.href, shown: shown.href, host: url.hostname };
}

/** A password goes on to the host that it was entered for and to no other. */
function passwordOf(url: URL, known: string | null): string {
  const before = known === null ? null : new URL(known);
  const isSame =
    before?.host === url.host && before.username === url.username && before.protocol === url.protocol;
  if (before === null || !isSame) {
    throw wrong("must be entered again because the address changed", "地址已变更，请重新输入密码");
  }
  return before.password;
}

function wrong(en: string, zh: string): AppError {
  return fieldError("address", { en, zh });
}
