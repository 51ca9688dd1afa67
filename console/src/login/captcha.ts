import { useEffect, useEffectEvent, useRef, useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";
import { proveWork } from "../api/prove-work.ts";

/**
 * What the server wants before it looks at a password. The browser proves some work while its user types, and they
 * see nothing of it (`quiet`). Where it cannot, they read a picture.
 */
export type Captcha =
  | { state: "quiet" }
  | { state: "loading" }
  | { state: "shown"; uuid: string; img: string }
  | { state: "failed" };

/** What goes along with the log-in. */
type Answer = { uuid: string; proof: number[] };
type Proven = { answer: Promise<Answer | null>; at: number };

/** The server forgets a challenge after two minutes. */
const freshMs = 100_000;
const nothing: Answer = { uuid: "", proof: [] };

export function useCaptcha(isAsked: boolean) {
  const [captcha, setCaptcha] = useState<Captcha>({ state: "quiet" });
  const proven = useRef<Proven | null>(null);

  async function prove(): Promise<Answer | null> {
    const challenge = await plainCall("GET", "/captchaImage?kind=proof");
    if (challenge.kind !== "ok") return nothing; // the log-in says what is the matter
    if (Reflect.get(challenge.body, "captchaEnabled") === false) return nothing;
    const uuid = textOf(challenge.body, "uuid");
    const proof = await proveWork(uuid);
    return proof === null ? null : { uuid, proof };
  }

  function reload(): void {
    if (!isAsked) return;
    if (captcha.state !== "quiet") return void fetchPicture().then(setCaptcha);
    proven.current = { answer: prove(), at: Date.now() };
  }

  /** What to send; null where a picture has to be read first, which is shown from now on. */
  async function answer(): Promise<Answer | null> {
    if (!isAsked) return nothing;
    if (captcha.state !== "quiet") {
      return { uuid: captcha.state === "shown" ? captcha.uuid : "", proof: [] };
    }
    if (proven.current === null || Date.now() - proven.current.at > freshMs) reload();
    const given = await proven.current?.answer;
    if (given) return given;
    setCaptcha(await fetchPicture());
    return null;
  }

  const load = useEffectEvent(reload);
  useEffect(() => load(), []);
  return { captcha, reload, answer };
}

async function fetchPicture(): Promise<Captcha> {
  const answer = await plainCall("GET", "/captchaImage");
  if (answer.kind !== "ok") return { state: "failed" };
  return { state: "shown", uuid: textOf(answer.body, "uuid"), img: textOf(answer.body, "img") };
}

/** The server sends bare base64; its first letters distinguish PNG, JPEG and GIF. */
export function pictureAddress(base64: string): string {
  const kind = base64.startsWith("/9j/") ? "jpeg" : base64.startsWith("R0lG") ? "gif" : "png";
  return `data:image/${kind};base64,${base64}`;
}
