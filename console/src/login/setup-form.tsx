/** The form of the first start, which makes the first administrator. */
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { type PlainAnswer, plainCall, textOf } from "../api/plain-call.ts";
import type { Language } from "../kit/language.ts";
import { enter } from "./enter.ts";
import { Field, PasswordField } from "./field.tsx";
import { type MoreTexts, withMore } from "./more-texts.ts";
import { type Faults, faultsOf, without } from "./refusal.ts";
import type { Texts } from "./texts.ts";

const fields = ["code", "username", "password"];
const noNames = { code: "", username: "", password: "", repeat: "" };

/** Makes the first administrator; closed for ever once there is one. */
export function SetupForm(props: { texts: Texts; language: Language }) {
  const texts = withMore(props.texts, props.language);
  const [open, setOpen] = useState<boolean | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const show = useEffectEvent(({ kind }: PlainAnswer) => {
    setOpen(kind === "ok");
    if (kind === "unreachable") setFault(texts.unreachable);
  });
  useEffect(() => void plainCall("GET", "/setup").then(show), []);
  if (open === null) return <p className="lead">{texts.loading}</p>;
  if (!open) return <p className="lead">{fault ?? texts.setupDone}</p>;
  return <AdministratorForm texts={texts} />;
}

function AdministratorForm({ texts }: { texts: Texts & MoreTexts }) {
  const [typed, setTyped] = useState(noNames);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const bind = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: faults[name],
    onValue: (value: string) => {
      setTyped({ ...typed, [name]: value });
      setFaults(without(faults, name));
    },
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = wrongParts(typed, texts);
    setFaults(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    const { code, username, password } = typed;
    const answer = await plainCall("POST", "/setup", {
      code: code.trim(),
      username: username.trim(),
      password,
      bind: true,
    });
    if (answer.kind === "ok") return enter(textOf(answer.body, "token"));
    setBusy(false);
    setFaults(faultsOf(answer, fields, texts));
  }

  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={texts.setupCode}
        icon="key"
        autoComplete="off"
        autoFocus
        maxLength={64}
        hint={texts.setupText}
        {...bind("code")}
      />
      <Field
        label={texts.username}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        {...bind("username")}
      />
      <PasswordField
        texts={texts}
        label={texts.password}
        autoComplete="new-password"
        hint={texts.passwordHint}
        {...bind("password")}
      />
      <PasswordField texts={texts} label={texts.repeat} autoComplete="new-password" {...bind("repeat")} />
      {faults["form"] ? (
        <p className="form-error" role="alert">
          {faults["form"]}
        </p>
      ) : null}
      <button type="submit" className="primary" disabled={busy} aria-busy={busy}>
        {texts.create}
      </button>
    </form>
  );
}

function wrongParts(typed: typeof noNames, texts: Texts & MoreTexts): Faults {
  const faults: Record<string, string> = {};
  if (typed.code.trim() === "") faults["code"] = texts.needSetupCode;
  if (!/^[A-Za-z][A-Za-z0-9._-]{1,29}$/.test(typed.username.trim())) faults["username"] = texts.badUsername;
  if (typed.password.length < 15) faults["password"] = texts.shortPassword;
  if (typed.repeat !== typed.password) faults["repeat"] = texts.unequal;
  return faults;
}
