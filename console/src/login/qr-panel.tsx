import { useEffect, useEffectEvent, useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";
import type { Language } from "../kit/language.ts";
import { enter } from "./enter.ts";
import { type MoreTexts, withMore } from "./more-texts.ts";
import type { Texts } from "./texts.ts";

type Shown =
  | { state: "loading" }
  | { state: "failed"; text: string }
  | { state: "open"; uuid: string; digits: string; picture: string; isScanned: boolean }
  | { state: "over"; isRefused: boolean };

const pollMs = 1500;
const path = "/v3/admin/system/user/login";

/** The QR code that a phone scans; the two digits next to it are typed there. */
export function QrPanel(props: { texts: Texts; language: Language; onBack: () => void }) {
  const { onBack } = props;
  const texts = withMore(props.texts, props.language);
  const [shown, setShown] = useState<Shown>({ state: "loading" });
  const [round, setRound] = useState(0);
  const uuid = shown.state === "open" ? shown.uuid : null;

  const begin = useEffectEvent(async () => {
    setShown({ state: "loading" });
    const answer = await plainCall("POST", `${path}/uuid`, {});
    if (answer.kind !== "ok") {
      const text = answer.kind === "unreachable" ? texts.unreachable : answer.message;
      return setShown({ state: "failed", text });
    }
    const made = textOf(answer.body, "uuid");
    const { default: encodeQR } = await import("qr");
    const picture = encodeQR(`${location.origin}/qr/${made}`, "svg", { border: 2 });
    setShown({
      state: "open",
      uuid: made,
      digits: textOf(answer.body, "digits"),
      picture: `data:image/svg+xml,${encodeURIComponent(picture)}`,
      isScanned: false,
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins again
  useEffect(() => void begin(), [round]);

  const look = useEffectEvent(async (of: string) => {
    const answer = await plainCall("GET", `${path}/status?uuid=${of}`);
    if (shown.state !== "open" || shown.uuid !== of || answer.kind === "unreachable") return;
    const status = answer.kind === "ok" ? textOf(answer.body, "status") : "expired";
    if (answer.kind === "ok" && status === "confirmed") enter(textOf(answer.body, "token"));
    else if (status === "scanned") setShown({ ...shown, isScanned: true });
    else if (status !== "waiting") setShown({ state: "over", isRefused: status === "cleared" });
  });
  useEffect(() => {
    if (uuid === null) return;
    const timer = setInterval(() => void look(uuid), pollMs);
    return () => clearInterval(timer);
  }, [uuid]);

  return (
    <div className="form qr">
      <QrState shown={shown} texts={texts} onAgain={() => setRound(round + 1)} />
      <button
        type="button"
        className="other-way"
        onClick={() => {
          // What is not used any longer is not left open; that it fails changes nothing.
          if (uuid !== null) void plainCall("DELETE", `${path}/clear?uuid=${uuid}`);
          onBack();
        }}
      >
        {texts.byPassword}
      </button>
    </div>
  );
}

function QrState({ shown, texts, onAgain }: { shown: Shown; texts: Texts & MoreTexts; onAgain: () => void }) {
  if (shown.state === "loading") return <p className="lead">{texts.loading}</p>;
  if (shown.state === "open") {
    return (
      <>
        <img className="qr-picture" src={shown.picture} alt={texts.qrPicture} width={208} height={208} />
        <p className="qr-number" title={texts.qrDigits}>
          {shown.digits}
        </p>
        <p className="lead" role="status">
          {shown.isScanned ? texts.qrScanned : texts.qrText}
        </p>
      </>
    );
  }
  const text = shown.state === "failed" ? shown.text : shown.isRefused ? texts.qrRefused : texts.qrOver;
  return (
    <>
      <p className="form-error" role="alert">
        {text}
      </p>
      <button type="button" className="primary" onClick={onAgain}>
        {texts.qrAgain}
      </button>
    </>
  );
}
