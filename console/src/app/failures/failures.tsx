import type { CallTitle } from "@tracewater/contract/call";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { onConfirmation } from "../../api/confirmation.ts";
import { isAway } from "../../api/connection.ts";
import { type FailureContext, onFailure } from "../../api/failure.ts";
import { onSigning } from "../../api/signature.ts";
import { showToast } from "../../kit/toasts.ts";
import { describeFailure } from "./describe-failure.ts";

// Fetched once the first page is there, so that they are at hand when the server no longer answers.
const fetchExpired = () => import("./expired-dialog.tsx");
const fetchPrompt = () => import("./authorization-prompt.tsx");
const ExpiredDialog = lazy(async () => ({ default: (await fetchExpired()).ExpiredDialog }));
const AuthorizationPrompt = lazy(async () => ({ default: (await fetchPrompt()).AuthorizationPrompt }));
const fetchConfirm = () => import("./confirm-identity-dialog.tsx");
const ConfirmIdentityDialog = lazy(async () => ({ default: (await fetchConfirm()).ConfirmIdentityDialog }));
const fetchSign = () => import("./sign-dialog.tsx");
const SignDialog = lazy(async () => ({ default: (await fetchSign()).SignDialog }));
const fetchAfterMs = 5000;

/** Who chose to stay is not asked again by what pages fetch on their own for so long. */
const quietMs = 60_000;

type Confirming = { act: string; answer: (isConfirmed: boolean) => void };
type Signing = { title: CallTitle; options: object; answer: (signature: object | null) => void };
type Asked = "expired" | "licenseExpired";

/** The one place that says what failed. However many calls meet the same wall, there is one dialog. */
export function Failures() {
  const showMessage = useShowMessage();
  const [asking, setAsking] = useState<Asked | null>(null);
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const [signing, setSigning] = useState<Signing | null>(null);
  const quietUntil = useRef(0);
  const onFailureNotice = useEffectEvent((failure: ApiError, context: FailureContext) => {
    const described = describeFailure(failure);
    if (described.show === "expired" || described.show === "licenseExpired") {
      if (context.isReading && Date.now() < quietUntil.current) return;
      setAsking((now) => now ?? (described.show as Asked));
    } else if (!context.handled) showMessage(failure, described, context);
  });
  useEffect(() => onFailure((failure, context) => onFailureNotice(failure, context)), []);
  useEffect(() => onConfirmation((act) => new Promise((answer) => setConfirming({ act, answer }))), []);
  useEffect(
    () => onSigning((title, options) => new Promise((answer) => setSigning({ title, options, answer }))),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const fetched of [fetchExpired(), fetchPrompt(), fetchConfirm(), fetchSign()])
        fetched.catch(() => null); // asked for again when needed
    }, fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const stay = () => {
    quietUntil.current = Date.now() + quietMs;
    setAsking(null);
  };
  return (
    <Suspense>
      {asking === "expired" ? <ExpiredDialog open onStay={stay} /> : null}
      {asking === "licenseExpired" ? <AuthorizationPrompt open onClose={stay} /> : null}
      {confirming === null ? null : (
        <ConfirmIdentityDialog
          act={confirming.act}
          onAnswer={(isConfirmed) => {
            setConfirming(null);
            confirming.answer(isConfirmed);
          }}
        />
      )}
      {signing === null ? null : (
        <SignDialog
          title={signing.title}
          options={signing.options}
          onAnswer={(signature) => {
            setSigning(null);
            signing.answer(signature);
          }}
        />
      )}
    </Suspense>
  );
}

function useShowMessage() {
  const { t } = useTranslation("app");
  const announcedAt = useRef(0);
  return (failure: ApiError, described: Said, context: FailureContext) => {
    // While the bar says that the server is away, what pages fetch on their own fails as a matter of course.
    const isExpected = context.isReading && isAway() && Date.now() - announcedAt.current < quietMs;
    if (failure.kind === "network" || failure.httpStatus === 503) {
      if (isExpected) return;
      announcedAt.current = Date.now();
    }
    if (described.show === "notification") {
      const { title, text } = described;
      return showToast({ tone: "error", title: "said" in title ? title.said : t(title.key), text });
    }
    const text = "text" in described ? described.text : t(described.key, described.values ?? {});
    showToast({ tone: described.tone, text });
  };
}

type Said = Exclude<ReturnType<typeof describeFailure>, { show: Asked }>;
