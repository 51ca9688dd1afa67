import { lazy, useState } from "react";
import type { Language } from "../kit/language.ts";
import type { SiteConfig } from "../kit/site-config.ts";
import { FormFoot, LoginForm, type Typed } from "./login-form.tsx";
import type { Texts } from "./texts.ts";

const AppPanel = lazy(async () => ({ default: (await import("./app-panel.tsx")).AppPanel }));
const SignOnOnly = lazy(async () => ({ default: (await import("./sign-on-only.tsx")).SignOnOnly }));
const QrPanel = lazy(async () => ({ default: (await import("./qr-panel.tsx")).QrPanel }));

/** The password first, the other ways beneath it. */
export function WaysIn(props: { texts: Texts; language: Language; begun: Typed; facts: SiteConfig }) {
  const { texts, language, begun, facts } = props;
  const [way, setWay] = useState<"password" | "qr" | "app">("password");
  const back = () => setWay("password");
  if (way === "qr") return <QrPanel texts={texts} language={language} onBack={back} />;
  if (way === "app") return <AppPanel texts={texts} language={language} onBack={back} />;
  return (
    <>
      {facts.signOnOnly ? (
        <SignOnOnly texts={texts} facts={facts} language={language} />
      ) : (
        <LoginForm texts={texts} begun={begun} facts={facts} language={language} />
      )}
      <div className="other-ways">
        <button type="button" className="other-way" onClick={() => setWay("qr")}>
          {texts.byQr}
        </button>
        <button type="button" className="other-way" onClick={() => setWay("app")}>
          {texts.byApp}
        </button>
      </div>
      <FormFoot texts={texts} />
    </>
  );
}
