import { useEffect, useEffectEvent, useState } from "react";
import type { SiteConfig } from "../kit/site-config.ts";
import { Icon } from "./icons.tsx";
import { canAutofill, logInByPasskey, whyNoPasskey } from "./passkey.ts";
import type { Faults } from "./refusal.ts";
import type { Texts } from "./texts.ts";

/**
 * The way in by a passkey: a button, and with `autofill` the browser's own suggestion in the name's field. Where
 * passkeys cannot be used it says why.
 */
export function PasskeyButton(props: {
  texts: Texts;
  facts: SiteConfig;
  autofill: boolean;
  primary?: boolean;
  onFaults: (faults: Faults) => void;
}) {
  const { texts, facts, onFaults } = props;
  const [state, setState] = useState<"unknown" | "ready" | "busy">("unknown");
  const [reason, setReason] = useState<string | null>(null);
  const autofill = async () => {
    if (!props.autofill || !(await canAutofill())) return;
    const faults = await logInByPasskey("conditional", texts);
    if (faults !== null) onFaults(faults);
  };
  const begin = useEffectEvent(() => {
    const found = whyNoPasskey(facts, texts);
    setReason(found);
    setState("ready");
    if (found === null) void autofill();
  });
  useEffect(() => begin(), []);
  const press = async () => {
    setState("busy");
    onFaults({});
    const faults = await logInByPasskey("optional", texts);
    setState("ready");
    if (faults !== null) {
      onFaults(faults);
      void autofill();
    }
  };
  if (reason !== null) return <p className="form-note">{reason}</p>;
  return (
    <button
      type="button"
      className={props.primary ? "primary" : "secondary"}
      disabled={state !== "ready"}
      aria-busy={state === "busy"}
      onClick={() => void press()}
    >
      <Icon name="passkey" />
      {texts.passkey}
    </button>
  );
}
