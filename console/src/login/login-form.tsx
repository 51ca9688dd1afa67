import { type FormEvent, useEffect, useRef, useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";
import { prefetchShell } from "../api/prefetch-shell.ts";
import { writeToken } from "../api/token.ts";
import { type Captcha, pictureAddress, useCaptcha } from "./captcha.ts";
import { Field, PasswordField } from "./field.tsx";
import { Icon } from "./icons.tsx";
import { type Faults, faultsOf, without } from "./refusal.ts";
import { safeRedirect } from "./safe-redirect.ts";
import type { Texts } from "./texts.ts";

const fields = ["username", "password", "code"];

/** What stands in the fields; a page that was drawn before its code came may hold something already. */
export type Typed = { username: string; password: string; code: string };

export function LoginForm({
  texts,
  begun,
  captchaAsked,
}: {
  texts: Texts;
  begun: Typed;
  captchaAsked: boolean;
}) {
  const [typed, setTyped] = useState(begun);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  // Drawn by the server, the form has no code yet: a browser would send it by itself, the password in the address.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const { captcha, reload } = useCaptcha(captchaAsked);
  const codeInput = useRef<HTMLInputElement>(null);
  const put = (field: keyof typeof typed) => (value: string) => {
    void prefetchShell();
    setTyped({ ...typed, [field]: value });
    setFaults(without(faults, field));
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = missingParts(typed, captcha, texts);
    setFaults(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    const answer = await plainCall("POST", "/login", {
      username: typed.username.trim(), // spec 5
      password: typed.password,
      code: typed.code.trim(),
      uuid: captcha.state === "shown" ? captcha.uuid : "",
      bind: true,
    });
    if (answer.kind === "ok") return enter(textOf(answer.body, "token"));
    setBusy(false);
    setFaults(faultsOf(answer, fields, texts));
    setTyped({ ...typed, code: "" });
    reload(); // a captcha is used up by any answer
    codeInput.current?.focus();
  }

  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={texts.username}
        icon="user"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={64}
        value={typed.username}
        onValue={put("username")}
        error={faults["username"]}
      />
      <PasswordField
        texts={texts}
        label={texts.password}
        name="password"
        autoComplete="current-password"
        aside={<a href="/forgetpassword">{texts.forgot}</a>}
        value={typed.password}
        onValue={put("password")}
        error={faults["password"]}
      />
      {captcha.state === "off" ? null : (
        <Field
          ref={codeInput}
          label={texts.code}
          icon="shield"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          placeholder={texts.codeHint}
          value={typed.code}
          onValue={put("code")}
          error={faults["code"]}
          beside={<CaptchaPicture captcha={captcha} reload={reload} texts={texts} />}
        />
      )}
      {faults["form"] ? (
        <p className="form-error" role="alert">
          {faults["form"]}
        </p>
      ) : null}
      <button type="submit" className="primary" disabled={busy || !ready} aria-busy={busy}>
        {texts.logIn}
      </button>
      <SetupHint texts={texts} />
      <p className="form-foot">
        {texts.noAccount} <a href="/register">{texts.register}</a>
      </p>
    </form>
  );
}

/** Keeps the token and opens the shell at the place that was asked for. */
export function enter(token: string): void {
  writeToken(token);
  const asked = new URLSearchParams(location.search).get("redirect");
  location.replace(safeRedirect(asked, location.origin));
}

function missingParts(typed: Typed, captcha: Captcha, texts: Texts): Faults {
  const faults: Record<string, string> = {};
  if (typed.username.trim() === "") faults["username"] = texts.needUsername;
  if (typed.password === "") faults["password"] = texts.needPassword;
  if (captcha.state !== "off" && typed.code.trim() === "") faults["code"] = texts.needCode;
  return faults;
}

function CaptchaPicture(props: { captcha: Captcha; reload: () => void; texts: Texts }) {
  const { captcha, reload, texts } = props;
  return (
    <>
      <button type="button" className="captcha" onClick={reload} title={texts.newPicture} tabIndex={-1}>
        {captcha.state === "shown" ? <img src={pictureAddress(captcha.img)} alt={texts.code} /> : null}
      </button>
      <button
        type="button"
        className="square"
        onClick={reload}
        aria-label={texts.newPicture}
        title={texts.newPicture}
      >
        <Icon name="reload" />
      </button>
    </>
  );
}

/** Shown only while the first administrator is still to be made. */
function SetupHint({ texts }: { texts: Texts }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    void plainCall("GET", "/setup").then((answer) => setOpen(answer.kind === "ok"));
  }, []);
  if (!open) return null;
  return (
    <p className="form-foot">
      {texts.firstStart} <a href="/setup">{texts.setUp}</a>
    </p>
  );
}
