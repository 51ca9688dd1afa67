import { useState } from "react";
import type { Language } from "../kit/language.ts";
import type { SiteConfig } from "../kit/site-config.ts";
import { FormError } from "./field.tsx";
import { withMore } from "./more-texts.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import type { Faults } from "./refusal.ts";
import { SignOnButtons } from "./sign-on-buttons.tsx";
import type { Texts } from "./texts.ts";

/** The log-in where passwords open no session: the identity providers first, then a passkey. */
export function SignOnOnly(props: { texts: Texts; language: Language; facts: SiteConfig }) {
  const { language, facts } = props;
  const texts = withMore(props.texts, language);
  const [faults, setFaults] = useState<Faults>({});
  return (
    <div className="form">
      <p className="lead">{texts.signOnOnly}</p>
      <FormError text={faults["form"]} />
      <SignOnButtons texts={texts} facts={facts} language={language} onFaults={setFaults} primary />
      <PasskeyButton texts={texts} facts={facts} autofill={false} onFaults={setFaults} />
    </div>
  );
}
