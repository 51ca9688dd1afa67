import { useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";
import type { Language } from "../kit/language.ts";
import type { SiteConfig } from "../kit/site-config.ts";
import { type Faults, faultsOf } from "./refusal.ts";
import { redirectKey } from "./safe-redirect.ts";
import type { Texts } from "./texts.ts";

/** One button for each identity provider; the browser goes there and comes back to `/auth-redirect`. */
export function SignOnButtons(props: {
  texts: Texts;
  language: Language;
  facts: SiteConfig;
  onFaults: (faults: Faults) => void;
  primary?: boolean;
}) {
  const { texts, facts, onFaults } = props;
  const [busy, setBusy] = useState<string | null>(null);
  const start = async (key: string) => {
    setBusy(key);
    onFaults({});
    const answer = await plainCall("POST", `/sso/${key}/start`, {});
    if (answer.kind === "ok") {
      const asked = new URLSearchParams(location.search).get("redirect");
      if (asked !== null) sessionStorage.setItem(redirectKey, asked);
      return location.assign(textOf(Object(Reflect.get(answer.body, "data")), "url"));
    }
    setBusy(null);
    onFaults(faultsOf(answer, [], texts));
  };
  return facts.signOn.map(({ key, name }) => (
    <button
      key={key}
      type="button"
      className={props.primary ? "primary" : "secondary"}
      disabled={busy !== null}
      aria-busy={busy === key}
      onClick={() => void start(key)}
    >
      {texts.signOnWith.replace("{name}", name[props.language])}
    </button>
  ));
}
