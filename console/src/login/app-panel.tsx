import { type FormEvent, useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";
import type { Language } from "../kit/language.ts";
import { askedPage, enter } from "./enter.ts";
import { Field, FormError, PasswordField } from "./field.tsx";
import { formIcons } from "./form-icons.ts";
import { type MoreTexts, withMore } from "./more-texts.ts";
import { type Faults, faultsOf, without } from "./refusal.ts";
import type { Texts } from "./texts.ts";

const path = "/v3/admin/system/user/login";

type Typed = { reached: string; code: string; password: string };
type Step = "ask" | "code" | "password";
type PanelTexts = Texts & MoreTexts;

/** APP users come in by a code that goes to their phone or mailbox, or by their password where they have one. */
export function AppPanel(props: { texts: Texts; language: Language; onBack: () => void }) {
  const texts = withMore(props.texts, props.language);
  const [typed, setTyped] = useState<Typed>({ reached: "", code: "", password: "" });
  const [step, setStep] = useState<Step>("ask");
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const bind = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: faults[name],
    onValue: (value: string) => {
      setTyped({ ...typed, [name]: value });
      setFaults(without(faults, name));
    },
  });
  const turnTo = (next: Step) => {
    setFaults({});
    setStep(next);
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = wrongParts(typed, step, texts);
    setFaults(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    const answer = await send(typed, step);
    setBusy(false);
    if (answer.kind !== "ok") return setFaults(faultsOf(answer, [step], texts));
    if (step === "ask") turnTo("code");
    else enter(textOf(answer.body, "token"), askedPage() ?? "/app");
  }

  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      <PanelFields bind={bind} step={step} texts={texts} />
      <FormError text={faults["form"]} />
      <button type="submit" className="primary" disabled={busy} aria-busy={busy}>
        {step === "ask" ? texts.sendCode : texts.logIn}
      </button>
      <p className="form-foot">
        <button type="button" className="link" onClick={() => turnTo(step === "ask" ? "password" : "ask")}>
          {{ ask: texts.withPassword, code: texts.noCode, password: texts.withCode }[step]}
        </button>
      </p>
      <button type="button" className="other-way" onClick={props.onBack}>
        {texts.byPassword}
      </button>
    </form>
  );
}

type Bound = { name: string; value: string; error: string | undefined; onValue: (value: string) => void };

function PanelFields(props: { bind: (name: keyof Typed) => Bound; step: Step; texts: PanelTexts }) {
  const { bind, step, texts } = props;
  return (
    <>
      <Field
        {...bind("reached")}
        label={texts.reached}
        icon={formIcons.phone}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={100}
        readOnly={step === "code"}
      />
      {step === "code" ? (
        <Field
          {...bind("code")}
          label={texts.sentCode}
          icon="shield"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={6}
          hint={texts.appCodeSent}
        />
      ) : null}
      {step === "password" ? (
        <PasswordField
          {...bind("password")}
          texts={texts}
          label={texts.password}
          autoComplete="current-password"
        />
      ) : null}
    </>
  );
}

function wrongParts(typed: Typed, step: Step, texts: PanelTexts): Faults {
  if (typed.reached.trim() === "") return { reached: texts.needReached };
  if (step === "code" && !/^\d{6}$/.test(typed.code.trim())) return { code: texts.needSixDigits };
  return step === "password" && typed.password === "" ? { password: texts.needPassword } : {};
}

function send({ reached, code, password }: Typed, step: Step) {
  const username = reached.trim();
  if (step === "password") return plainCall("POST", `${path}/password`, { username, password, bind: true });
  const to = reachedBy(username);
  if (step === "ask") return plainCall("POST", `${path}/sendCode`, to);
  return plainCall("POST", `${path}/code`, { ...to, code: code.trim(), bind: true });
}

function reachedBy(typed: string): { phone: string } | { email: string } {
  return typed.includes("@") ? { email: typed } : { phone: typed };
}
