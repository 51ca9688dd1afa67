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

const nothingTyped = {
  username: "",
  nickName: "",
  unit: "",
  email: "",
  phonenumber: "",
  purpose: "",
  password: "",
  repeat: "",
  code: "",
};
type Name = keyof typeof nothingTyped;

const fields = Object.keys(nothingTyped);

/** A request for an account; afterwards its applicant's own page opens. */
export function RegisterForm(props: { texts: Texts; language: Language; captchaAsked: boolean }) {
  const { captchaAsked } = props;
  const texts = withMore(props.texts, props.language);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    void plainCall("GET", "/register").then((answer) =>
      // Where the server does not answer the form is shown: sending it says why.
      setOpen(answer.kind !== "ok" || partOf(answer.body, "isOpen") === true),
    );
  }, []);
  if (isOpen === null) return <p className="lead">{texts.loading}</p>;
  if (!isOpen) return <p className="lead">{texts.registerClosed}</p>;
  return <RequestForm texts={texts} captchaAsked={captchaAsked} />;
}

function RequestForm({ texts, captchaAsked }: { texts: Texts & MoreTexts; captchaAsked: boolean }) {
  const [typed, setTyped] = useState(nothingTyped);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const { captcha, reload, answer: answerCaptcha } = useCaptcha(captchaAsked);
  const bind = (name: Name) => ({
    name,
    label: texts.registerField[name],
    value: typed[name],
    error: faults[name],
    onValue: (value: string) => {
      setTyped({ ...typed, [name]: value });
      setFaults(without(faults, name));
    },
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = wrongParts(typed, captcha.state !== "quiet", texts);
    setFaults(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    const challenge = await answerCaptcha();
    if (challenge === null) return setBusy(false);
    const { repeat: _, ...given } = typed;
    const answer = await plainCall("POST", "/register", { ...given, ...challenge });
    if (answer.kind === "ok") {
      const data = partOf(answer.body, "data");
      const key = typeof data === "object" && data !== null ? textOf(data, "key") : "";
      return location.assign(`/userAudit#${key}`);
    }
    setBusy(false);
    setFaults(faultsOf(answer, captcha.state === "quiet" ? fields.slice(0, -1) : fields, texts));
    setTyped({ ...typed, code: "" });
    reload(); // a captcha is used up by any answer
  }

  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      <p className="lead">{texts.registerText}</p>
      <Field
        {...bind("username")}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        autoFocus
      />
      <div className="form-pair">
        <Field {...bind("nickName")} icon="user" autoComplete="name" maxLength={60} />
        <Field {...bind("unit")} icon={formIcons.building} autoComplete="organization" maxLength={100} />
      </div>
      <div className="form-pair">
        <Field {...bind("email")} icon={formIcons.mail} type="email" autoComplete="email" maxLength={100} />
        <Field {...bind("phonenumber")} icon={formIcons.phone} type="tel" autoComplete="tel" maxLength={20} />
      </div>
      <Field {...bind("purpose")} icon={formIcons.note} maxLength={500} hint={texts.purposeHint} />
      <PasswordField
        {...bind("password")}
        texts={texts}
        autoComplete="new-password"
        hint={texts.passwordHint12}
      />
      <PasswordField {...bind("repeat")} texts={texts} autoComplete="new-password" />
      <CaptchaField {...bind("code")} captcha={captcha} reload={reload} texts={texts} />
      {faults["form"] ? (
        <p className="form-error" role="alert">
          {faults["form"]}
        </p>
      ) : null}
      <button type="submit" className="primary" disabled={busy} aria-busy={busy}>
        {texts.sendRequest}
      </button>
    </form>
  );
}

function wrongParts(typed: typeof nothingTyped, needsCode: boolean, texts: Texts & MoreTexts): Faults {
  const faults: Record<string, string> = {};
  if (!/^[A-Za-z][A-Za-z0-9._-]{1,29}$/.test(typed.username.trim())) faults["username"] = texts.badUsername;
  if (typed.nickName.trim() === "") faults["nickName"] = texts.needName;
  if (typed.unit.trim() === "") faults["unit"] = texts.needUnit;
  if (typed.purpose.trim() === "") faults["purpose"] = texts.needPurpose;
  if (typed.password.length < 12) faults["password"] = texts.shortPassword12;
  if (typed.repeat !== typed.password) faults["repeat"] = texts.unequal;
  if (needsCode && typed.code.trim() === "") faults["code"] = texts.needCode;
  return faults;
}

function partOf(body: object, key: string): unknown {
  const data: unknown = Reflect.get(body, "data");
  if (key === "data") return data;
  return typeof data === "object" && data !== null ? Reflect.get(data, key) : undefined;
}
