import { type FormEvent, useEffect, useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";
import type { Language } from "../kit/language.ts";
import { useCaptcha } from "./captcha.ts";
import { CaptchaField } from "./captcha-field.tsx";
import { Field, PasswordField } from "./field.tsx";
import { formIcons } from "./form-icons.ts";
import { type MoreTexts, withMore } from "./more-texts.ts";
import { type Faults, faultsOf, without } from "./refusal.ts";
import type { Texts } from "./texts.ts";

/** A forgotten password: first a code is asked for, then a new password is chosen by it. */
export function ForgotForm(props: { texts: Texts; language: Language; captchaAsked: boolean }) {
  const { captchaAsked } = props;
  const texts = withMore(props.texts, props.language);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [requestId, setRequestId] = useState("");
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    void plainCall("GET", "/forgetpassword").then((answer) =>
      // Where the server does not answer the form is shown: sending it says why.
      setOpen(answer.kind !== "ok" || Reflect.get(dataOf(answer.body), "isOpen") === true),
    );
  }, []);
  if (isOpen === null) return <p className="lead">{texts.loading}</p>;
  if (!isOpen) {
    return (
      <p className="lead" role="status">
        {texts.forgotText}
      </p>
    );
  }
  if (isDone) {
    return (
      <p className="lead" role="status">
        {texts.resetDone}
      </p>
    );
  }
  return requestId === "" ? (
    <AccountForm texts={texts} captchaAsked={captchaAsked} onSent={setRequestId} />
  ) : (
    <NewPasswordForm
      texts={texts}
      requestId={requestId}
      onDone={() => setDone(true)}
      onBack={() => setRequestId("")}
    />
  );
}

function AccountForm(props: {
  texts: Texts & MoreTexts;
  captchaAsked: boolean;
  onSent: (requestId: string) => void;
}) {
  const { texts } = props;
  const [typed, setTyped] = useState({ account: "", code: "" });
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const { captcha, reload, answer: answerCaptcha } = useCaptcha(props.captchaAsked);
  const put = (name: keyof typeof typed) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setFaults(without(faults, name));
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (typed.account.trim() === "") return setFaults({ account: texts.needAccount });
    if (busy) return;
    setBusy(true);
    const challenge = await answerCaptcha();
    if (challenge === null) return setBusy(false);
    const answer = await plainCall("POST", "/forgetpassword/code", { ...typed, ...challenge });
    if (answer.kind === "ok") return props.onSent(textOf(dataOf(answer.body), "requestId"));
    setBusy(false);
    setFaults(faultsOf(answer, captcha.state === "quiet" ? ["account"] : ["account", "code"], texts));
    setTyped({ ...typed, code: "" });
    reload(); // a captcha is used up by any answer
  }

  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      <p className="lead">{texts.forgotLead}</p>
      <Field
        label={texts.account}
        icon="user"
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={100}
        value={typed.account}
        onValue={put("account")}
        error={faults["account"]}
      />
      <CaptchaField
        captcha={captcha}
        reload={reload}
        texts={texts}
        value={typed.code}
        onValue={put("code")}
        error={faults["code"]}
      />
      <FormFault faults={faults} />
      <button type="submit" className="primary" disabled={busy} aria-busy={busy}>
        {texts.sendCode}
      </button>
    </form>
  );
}

function NewPasswordForm(props: {
  texts: Texts & MoreTexts;
  requestId: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const { texts, requestId } = props;
  const [typed, setTyped] = useState({ code: "", password: "", repeat: "" });
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const put = (name: keyof typeof typed) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setFaults(without(faults, name));
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong: Record<string, string> = {};
    if (!/^\d{6}$/.test(typed.code.trim())) wrong["code"] = texts.needSixDigits;
    if (typed.password.length < 15) wrong["password"] = texts.shortPassword;
    if (typed.repeat !== typed.password) wrong["repeat"] = texts.unequal;
    setFaults(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    const { code, password } = typed;
    const answer = await plainCall("POST", "/forgetpassword", { requestId, code: code.trim(), password });
    if (answer.kind === "ok") return props.onDone();
    setBusy(false);
    setFaults(faultsOf(answer, ["code", "password"], texts));
  }

  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      <p className="lead" role="status">
        {texts.codeSent}
      </p>
      <Field
        label={texts.mailCode}
        icon={formIcons.mail}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={6}
        value={typed.code}
        onValue={put("code")}
        error={faults["code"]}
      />
      <PasswordField
        texts={texts}
        label={texts.newPassword}
        name="password"
        autoComplete="new-password"
        hint={texts.passwordHint}
        value={typed.password}
        onValue={put("password")}
        error={faults["password"]}
      />
      <PasswordField
        texts={texts}
        label={texts.repeat}
        name="repeat"
        autoComplete="new-password"
        value={typed.repeat}
        onValue={put("repeat")}
        error={faults["repeat"]}
      />
      <FormFault faults={faults} />
      <button type="submit" className="primary" disabled={busy} aria-busy={busy}>
        {texts.setPassword}
      </button>
      <p className="form-foot">
        <button type="button" className="link" onClick={props.onBack}>
          {texts.noCode}
        </button>
      </p>
    </form>
  );
}

function FormFault({ faults }: { faults: Faults }) {
  if (!faults["form"]) return null;
  return (
    <p className="form-error" role="alert">
      {faults["form"]}
    </p>
  );
}

function dataOf(body: object): object {
  const data: unknown = Reflect.get(body, "data");
  return typeof data === "object" && data !== null ? data : {};
}
