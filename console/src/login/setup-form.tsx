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
  const [typed, setTyped] = useState(noNames);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const show = useEffectEvent(({ kind }: PlainAnswer) => {
    setOpen(kind === "ok");
    if (kind === "unreachable") setFaults({ form: texts.unreachable });
  });
  useEffect(() => void plainCall("GET", "/setup").then(show), []);
  const put = (field: keyof typeof typed) => (value: string) => {
    setTyped({ ...typed, [field]: value });
    setFaults(without(faults, field));
  };

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

  if (open === null) return <p className="lead">{texts.loading}</p>;
  if (!open) return <p className="lead">{faults["form"] ?? texts.setupDone}</p>;
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={texts.setupCode}
        icon="key"
        name="code"
        autoComplete="off"
        autoFocus
        maxLength={64}
        hint={texts.setupText}
        value={typed.code}
        onValue={put("code")}
        error={faults["code"]}
      />
      <Field
        label={texts.username}
        icon="user"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        value={typed.username}
        onValue={put("username")}
        error={faults["username"]}
      />
      <PasswordField
        texts={texts}
        label={texts.password}
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
