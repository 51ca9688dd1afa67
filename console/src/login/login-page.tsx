import { defaultLocale, localeCodes, locales } from "@tracewater/contract/locales";
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { keepLanguage, type Language, readLanguage } from "../kit/language.ts";
import { Mark } from "../kit/mark.tsx";
import { changeSettings, defaultSettings, onSettings, readSettings } from "../kit/settings-store.ts";
import type { SiteConfig } from "../kit/site-config.ts";
import { Icon } from "./icons.tsx";
import type { Typed } from "./login-form.tsx";
import { texts as allTexts, type Texts } from "./texts.ts";
import { WaterPicture } from "./water-picture.tsx";
import { WaysIn } from "./ways-in.tsx";

/** Pages of their own: the log-in page does not wait for them. */
const RegisterForm = lazy(async () => ({ default: (await import("./register-form.tsx")).RegisterForm }));
const SetupForm = lazy(async () => ({ default: (await import("./setup-form.tsx")).SetupForm }));
const FaceForm = lazy(async () => ({ default: (await import("./face-form.tsx")).FaceForm }));
const ForgotForm = lazy(async () => ({ default: (await import("./forgot-form.tsx")).ForgotForm }));

// The picture of the other brand, with its colours: this page weighs what the first one needs.
const SealPoster = lazy(async () => ({ default: (await import("./seal-picture.tsx")).SealPoster }));

// The form is there first; what ends a single sign-on comes with its own page.
const SignOnReturn = lazy(() => import("./sign-on-return.tsx").then((m) => ({ default: m.SignOnReturn })));

export type LoginPageProps = {
  path: string;
  facts: SiteConfig;
  /** The language in which the page is already, and what was typed into it since. */
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
  const page = pageAt(props, texts, language);
  const product = facts.title || texts.product[facts.brand];
  const other = localeCodes[(localeCodes.indexOf(language) + 1) % localeCodes.length] ?? defaultLocale;
  const turnLanguage = () => {
    keepLanguage(other);
    setLanguage(other);
  };
  return (
    <div className={`login login-${facts.brand}`}>
      <title>{`${page.title} · ${product}`}</title>
      <aside className="poster">
        {facts.brand === "iot" ? (
          <Poster texts={texts} />
        ) : own ? (
          <Suspense fallback={null}>
            <SealPoster language={language} />
          </Suspense>
        ) : null}
      </aside>
      <div className="login-side">
        <header className="login-bar">
          <button type="button" className="quiet" onClick={turnLanguage} lang={locales[other].tag}>
            <Icon name="language" />
            {locales[other].name}
          </button>
          <ThemeButton texts={texts} />
        </header>
        <main className="login-main">
          <h1>{page.title}</h1>
          <p className="login-product">{product}</p>
          <Suspense fallback={<p className="lead">{texts.loading}</p>}>{page.body}</Suspense>
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

function pageAt(
  { path, facts, begun }: LoginPageProps,
  texts: Texts,
  language: Language,
): { title: string; body: ReactNode } {
  const captchaAsked = facts.captcha === "on";
  switch (path) {
    case "/setup":
      return { title: texts.setupTitle, body: <SetupForm texts={texts} language={language} /> };
    case "/face_login":
      return { title: texts.faceTitle, body: <FaceForm texts={texts} language={language} facts={facts} /> };
    case "/auth-redirect":
      return {
        title: texts.signOnTitle,
        body: <SignOnReturn texts={texts} language={language} kind="logIn" />,
      };
    case "/bind":
      return { title: texts.bindTitle, body: <SignOnReturn texts={texts} language={language} kind="bind" /> };
    case "/register":
      return {
        title: texts.registerTitle,
        body: <RegisterForm texts={texts} language={language} captchaAsked={captchaAsked} />,
      };
    case "/forgetpassword":
      return {
        title: texts.forgotTitle,
        body: <ForgotForm texts={texts} language={language} captchaAsked={captchaAsked} />,
      };
    default:
      return {
        title: texts.logIn,
        body: <WaysIn texts={texts} begun={begun} facts={facts} language={language} />,
      };
  }
}

function Poster({ texts }: { texts: Texts }) {
  return (
    <>
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
    </>
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
