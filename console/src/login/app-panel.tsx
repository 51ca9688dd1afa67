import { type FormEvent, useState } from "react";
import { plainCall, textOf } from "../api/plain-call.ts";
import type { Language } from "../kit/language.ts";
import { askedPage, enter } from "./enter.ts";
import { Field, FormError } from "./field.tsx";
import { withMore } from "./more-texts.ts";
import { type Faults, faultsOf, without } from "./refusal.ts";
import type { Texts } from "./texts.ts";

const path = "/v3/admin/system/user/login";

/** APP users come in by a code that goes to their phone or mailbox. */
export function AppPanel(props: { texts: Texts; language: Language; onBack: () => void }) {
  const { onBack } = props;
  const texts = withMore(props.texts, props.language);
  const [typed, setTyped] = useState({ reached: "", code: "" });
  const [isSent, setSent] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const put = (name: keyof typeof typed) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setFaults(without(faults, name));
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (typed.reached.trim() === "") return setFaults({ reached: texts.needReached });
    if (isSent && !/^\d{6}$/.test(typed.code.trim())) return setFaults({ code: texts.needSixDigits });
    if (busy) return;
    setBusy(true);
    const to = reachedBy(typed.reached.trim());
    const answer = isSent
      ? await plainCall("POST", `${path}/code`, { ...to, code: typed.code.trim(), bind: true })
      : await plainCall("POST", `${path}/sendCode`, to);
    setBusy(false);
    if (answer.kind !== "ok") return setFaults(faultsOf(answer, ["code"], texts));
    if (isSent) enter(textOf(answer.body, "token"), askedPage() ?? "/app");
    else setSent(true);
  }

  return (
    <form className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={texts.reached}
        icon="phone"
        name="reached"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={100}
        readOnly={isSent}
        value={typed.reached}
        onValue={put("reached")}
        error={faults["reached"]}
      />
      {isSent ? (
        <Field
          label={texts.sentCode}
          icon="shield"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={6}
          hint={texts.appCodeSent}
          value={typed.code}
          onValue={put("code")}
          error={faults["code"]}
        />
      ) : null}
      <FormError text={faults["form"]} />
      <button type="submit" className="primary" disabled={busy} aria-busy={busy}>
        {isSent ? texts.logIn : texts.sendCode}
      </button>
      {isSent ? (
        <p className="form-foot">
          <button type="button" className="link" onClick={() => setSent(false)}>
            {texts.noCode}
          </button>
        </p>
      ) : null}
      <button type="button" className="other-way" onClick={onBack}>
        {texts.byPassword}
      </button>
    </form>
  );
}

function reachedBy(typed: string): { phone: string } | { email: string } {
  return typed.includes("@") ? { email: typed } : { phone: typed };
}
