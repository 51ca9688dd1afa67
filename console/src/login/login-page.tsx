import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type { Facts } from "../kit/facts.ts";
import { keepLanguage, type Language, readLanguage } from "../kit/language.ts";
import { Mark } from "../kit/mark.tsx";
import { changeSettings, defaultSettings, onSettings, readSettings } from "../kit/settings-store.ts";
import { Icon } from "./icons.tsx";
import { LoginForm, type Typed } from "./login-form.tsx";
import { SetupForm } from "./setup-form.tsx";
import { texts as allTexts, type Texts } from "./texts.ts";
import { WaterPicture } from "./water-picture.tsx";

export type LoginPageProps = {
  path: string;
  facts: Facts;
  /** The language in which the page stands already, and what was typed into it since. */
  language: Language;
  begun: Typed;
};

/** The log-in entry: the picture at left, one of four small pages at right. */
export function LoginPage(props: LoginPageProps) {
  const { path, facts } = props;
  const [language, setLanguage] = useState(props.language);
  const [own, setOwn] = useState(false);
  useEffect(() => {
    // What the build cannot know comes after its drawing has been taken over.
    setLanguage(readLanguage());
    setOwn(true);
  }, []);
  const texts = allTexts[language];
  const page = pageAt(props, texts);
  const product = facts.title || texts.product[facts.brand];
  const turnLanguage = () => {
    const other = language === "en" ? "zh" : "en";
    keepLanguage(other);
    setLanguage(other);
  };
  return (
    <div className="login">
      <title>{`${page.title} · ${product}`}</title>
      <Poster texts={texts} />
      <div className="login-side">
        <header className="login-bar">
          <button
            type="button"
            className="quiet"
            onClick={turnLanguage}
            lang={language === "en" ? "zh-CN" : "en"}
          >
            <Icon name="language" />
            {texts.otherLanguage}
          </button>
          <ThemeButton texts={texts} />
        </header>
        <main className="login-main">
          <h1>{page.title}</h1>
          <p className="login-product">{product}</p>
          {page.body}
          {path === "/login" ? null : (
            <p className="form-foot">
              <a href="/login">{texts.back}</a>
            </p>
          )}
        </main>
        <footer className="login-footer">
          {texts.copyright}
          {own && facts.filing ? ` · ${texts.filing} ${facts.filing}` : null}
        </footer>
      </div>
    </div>
  );
}

function pageAt({ path, facts, begun }: LoginPageProps, texts: Texts): { title: string; body: ReactNode } {
  switch (path) {
    case "/setup":
      return { title: texts.setupTitle, body: <SetupForm texts={texts} /> };
    case "/register":
      return { title: texts.registerTitle, body: <p className="lead">{texts.registerText}</p> };
    case "/forgetpassword":
      return { title: texts.forgotTitle, body: <p className="lead">{texts.forgotText}</p> };
    default:
      return {
        title: texts.logIn,
        body: <LoginForm texts={texts} begun={begun} captchaAsked={facts.captcha === "on"} />,
      };
  }
}

function Poster({ texts }: { texts: Texts }) {
  return (
    <aside className="poster">
      <WaterPicture />
      <div className="poster-words">
        <p className="poster-brand">
          <Mark size={29} />
          Tracewater
        </p>
        <p className="poster-headline">
          {texts.headline.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className="poster-subline">{texts.subline}</p>
      </div>
    </aside>
  );
}

const nextAppearance = { system: "light", light: "dark", dark: "system" } as const;

function ThemeButton({ texts }: { texts: Texts }) {
  const appearance = useSyncExternalStore(
    onSettings,
    () => readSettings().appearance,
    () => defaultSettings.appearance,
  );
  return (
    <button
      type="button"
      className="quiet"
      title={texts.changeTheme}
      onClick={() => changeSettings({ appearance: nextAppearance[appearance] })}
    >
      <Icon name={appearance} />
      {texts.theme[appearance]}
    </button>
  );
}
