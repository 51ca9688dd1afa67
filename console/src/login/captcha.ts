import { useEffect, useEffectEvent, useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";

/** The picture to be read; `off` where the server does not ask for one. */
export type Captcha =
  | { state: "loading" }
  | { state: "off" }
  | { state: "shown"; uuid: string; img: string }
  | { state: "failed" };

export function useCaptcha(isAsked: boolean): { captcha: Captcha; reload: () => void } {
  const [captcha, setCaptcha] = useState<Captcha>({ state: isAsked ? "loading" : "off" });
  const reload = () => void fetchCaptcha().then(setCaptcha);
  const load = useEffectEvent(() => {
    if (isAsked) reload();
  });
  useEffect(() => load(), []);
  return { captcha, reload };
}

async function fetchCaptcha(): Promise<Captcha> {
  const answer = await plainCall("GET", "/captchaImage");
  if (answer.kind !== "ok") return { state: "failed" };
  if (Reflect.get(answer.body, "captchaEnabled") === false) return { state: "off" };
  return { state: "shown", uuid: textOf(answer.body, "uuid"), img: textOf(answer.body, "img") };
}

/** The server sends bare base64; its first letters tell PNG, JPEG and GIF apart. */
export function pictureAddress(base64: string): string {
  const kind = base64.startsWith("/9j/") ? "jpeg" : base64.startsWith("R0lG") ? "gif" : "png";
  return `data:image/${kind};base64,${base64}`;
}
