import { useEffect, useEffectEvent, useState } from "react";
import { type PlainAnswer, plainCall, textOf } from "../api/plain-call.ts";
import { readToken } from "../api/token.ts";
import type { Language } from "../kit/language.ts";
import { enter } from "./enter.ts";
import { type MoreTexts, withMore } from "./more-texts.ts";
import { faultsOf } from "./refusal.ts";
import { redirectKey } from "./safe-redirect.ts";
import type { Texts } from "./texts.ts";

type Answer = { state: string; code: string; iss?: string; error?: string };

/** What the provider sent along; null where somebody opened the page by hand. */
function readAnswer(): Answer | null {
  const query = new URLSearchParams(location.search);
  const [state, code, iss, error] = ["state", "code", "iss", "error"].map((name) => query.get(name));
  if (!state) return null;
  return { state, code: code ?? "", ...(iss ? { iss } : {}), ...(error ? { error } : {}) };
}

/** Where the browser comes back to from an identity provider. */
export function SignOnReturn(props: { texts: Texts; language: Language; kind: "logIn" | "bind" }) {
  const texts = withMore(props.texts, props.language);
  return props.kind === "logIn" ? <LogInReturn texts={texts} /> : <BindReturn texts={texts} />;
}

/** `/auth-redirect`: the end of a log-in at a provider. */
function LogInReturn({ texts }: { texts: Texts & MoreTexts }) {
  const [fault, setFault] = useState<string | null>(null);
  const finish = useEffectEvent(async () => {
    const given = readAnswer();
    if (given === null) return setFault(texts.signOnNothing);
    const answer = await plainCall("POST", "/sso/finish", { ...given, bind: true });
    if (answer.kind !== "ok") return setFault(sentenceOf(answer, texts));
    const asked = sessionStorage.getItem(redirectKey);
    sessionStorage.removeItem(redirectKey);
    enter(textOf(answer.body, "token"), asked);
  });
  useEffect(() => void finish(), []);
  return <Outcome fault={fault} text={fault === null ? texts.signOnChecking : null} />;
}

/** `/bind`: the end of linking an identity to one's account, which begins in one's own centre. */
function BindReturn({ texts }: { texts: Texts & MoreTexts }) {
  const [fault, setFault] = useState<string | null>(null);
  const [text, setText] = useState(texts.signOnChecking);
  const finish = useEffectEvent(async () => {
    const given = readAnswer();
    if (given === null) return setText(texts.bindText);
    const token = readToken();
    if (token === null) return setFault(texts.bindNeedsSession);
    const answer = await plainCall("POST", "/v2/admin/system/user/profile/identities", given, token);
    // The address carries a code that is used up.
    history.replaceState(null, "", "/bind");
    if (answer.kind !== "ok") return setFault(sentenceOf(answer, texts));
    const name = textOf(Object(Reflect.get(answer.body, "data")), "providerName");
    setText(texts.bindDone.replace("{name}", name));
  });
  useEffect(() => void finish(), []);
  return <Outcome fault={fault} text={fault === null ? text : null} more={texts.toAccount} />;
}

function Outcome(props: { fault: string | null; text: string | null; more?: string }) {
  return (
    <div className="form">
      {props.text === null ? null : (
        <p className="lead" role="status">
          {props.text}
        </p>
      )}
      {props.fault === null ? null : (
        <p className="form-error" role="alert">
          {props.fault}
        </p>
      )}
      {props.more === undefined ? null : (
        <p className="form-foot">
          <a href="/user/profile?tab=security">{props.more}</a>
        </p>
      )}
    </div>
  );
}

function sentenceOf(answer: Exclude<PlainAnswer, { kind: "ok" }>, texts: Texts): string {
  return faultsOf(answer, [], texts)["form"] ?? texts.unknown;
}
