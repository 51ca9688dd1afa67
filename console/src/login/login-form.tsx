import { type FormEvent, useEffect, useRef, useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";
import { prefetchShell } from "../api/prefetch-shell.ts";
import type { Language } from "../kit/language.ts";
import type { SiteConfig } from "../kit/site-config.ts";
import { type Captcha, useCaptcha } from "./captcha.ts";
import { CaptchaField } from "./captcha-field.tsx";
import { enter } from "./enter.ts";
import { Field, FormError, PasswordField } from "./field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { type Faults, faultsOf, without } from "./refusal.ts";
import { SignOnButtons } from "./sign-on-buttons.tsx";
import type { Texts } from "./texts.ts";

const withoutCode = ["username", "password", "otp"];
const fields = ["username", "password", "code", "otp"];

/** What is in the fields; a page that was drawn before its code came may hold something already. */
export type Typed = { username: string; password: string; code: string };

/** The code of the authenticator app; null as long as nobody asks for it. */
type Otp = string | null;

type LoginFormProps = { texts: Texts; begun: Typed; facts: SiteConfig; language: Language };

export function LoginForm({ texts, begun, facts, language }: LoginFormProps) {
  const [typed, setTyped] = useState(begun);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  // Drawn by the server, the form has no code yet: a browser would send it by itself, the password in the address.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const { captcha, reload, answer: answerCaptcha } = useCaptcha(facts.captcha === "on");
  const codeInput = useRef<HTMLInputElement>(null);
  const [otp, setOtp] = useState<Otp>(null);
  const put = (field: keyof typeof typed) => (value: string) => {
    void prefetchShell();
    setTyped({ ...typed, [field]: value });
    setFaults(without(faults, field));
  };

  const putOtp = (value: string) => {
    setOtp(value);
    setFaults(without(faults, "otp"));
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = missingParts(typed, otp, captcha, texts);
    setFaults(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    const challenge = await answerCaptcha();
    if (challenge === null) return setBusy(false);
    const answer = await plainCall("POST", "/login", {
      username: typed.username.trim(), // spec 5
      password: typed.password,
      code: typed.code.trim(),
      otp: otp?.trim() ?? "",
      ...challenge,
      bind: true,
    });
    if (answer.kind === "ok") return enter(textOf(answer.body, "token"));
    setBusy(false);
    // Without a field for the code, what is wrong with it belongs to the whole form.
    const found = faultsOf(answer, captcha.state === "quiet" ? withoutCode : fields, texts);
    const asksForOtp = otp === null && found["otp"] !== undefined;
    if (asksForOtp) setOtp("");
    setFaults(asksForOtp ? {} : found);
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
        autoComplete="username webauthn"
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
      {otp === null ? null : <OtpField texts={texts} value={otp} onValue={putOtp} error={faults["otp"]} />}
      <CaptchaField
        input={codeInput}
        captcha={captcha}
        reload={reload}
        texts={texts}
        value={typed.code}
        onValue={put("code")}
        error={faults["code"]}
      />
      <FormError text={faults["form"]} />
      <button type="submit" className="primary" disabled={busy || !ready} aria-busy={busy}>
        {texts.logIn}
      </button>
      <WithoutPassword {...{ texts, language, facts, ready }} onFaults={setFaults} />
    </form>
  );
}

/** A passkey, or somebody who vouches for the user. */
function WithoutPassword(
  props: Pick<LoginFormProps, "texts" | "facts" | "language"> & {
    ready: boolean;
    onFaults: (faults: Faults) => void;
  },
) {
  const { ready, ...rest } = props;
  return (
    <>
      <PasskeyButton texts={rest.texts} facts={rest.facts} autofill onFaults={rest.onFaults} />
      {ready && rest.facts.signOn.length > 0 ? (
        // The build, which draws the page, can know none.
        <SignOnButtons {...rest} />
      ) : null}
    </>
  );
}

type TypedField = {
  texts: Texts;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
};

/** The second factor; it is there once the server has asked for it. */
function OtpField({ texts, ...field }: TypedField) {
  return (
    <Field
      {...field}
      label={texts.otp}
      icon="key"
      name="otp"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus
      maxLength={40}
      hint={texts.otpHint}
    />
  );
}

function missingParts(typed: Typed, otp: Otp, captcha: Captcha, texts: Texts): Faults {
  const faults: Record<string, string> = {};
  if (typed.username.trim() === "") faults["username"] = texts.needUsername;
  if (typed.password === "") faults["password"] = texts.needPassword;
  if (otp !== null && otp.trim() === "") faults["otp"] = texts.needOtp;
  if (captcha.state !== "quiet" && typed.code.trim() === "") faults["code"] = texts.needCode;
  return faults;
}

/** For those who have no account, after all ways in. */
export function FormFoot({ texts }: { texts: Texts }) {
  return (
    <>
      <SetupHint texts={texts} />
      <p className="form-foot">
        {texts.noAccount} <a href="/register">{texts.register}</a>
      </p>
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
