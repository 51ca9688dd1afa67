import { useState } from "react";
import type { Language } from "../kit/language.ts";
import type { SiteConfig } from "../kit/site-config.ts";
import { FormError } from "./field.tsx";
import { moreTexts } from "./more-texts.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import type { Faults } from "./refusal.ts";
import type { Texts } from "./texts.ts";

/** Log-in with the device's own check of face or finger: a passkey, without a name or a password. */
export function FaceForm(props: { texts: Texts; language: Language; facts: SiteConfig }) {
  const { texts, facts } = props;
  const [faults, setFaults] = useState<Faults>({});
  return (
    <div className="form">
      <p className="lead">{moreTexts[props.language].faceText}</p>
      <FormError text={faults["form"]} />
      <PasskeyButton texts={texts} facts={facts} autofill={false} primary onFaults={setFaults} />
    </div>
  );
}
