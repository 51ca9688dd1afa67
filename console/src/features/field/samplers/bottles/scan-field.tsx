import type { CallInput } from "@tracewater/contract/call";
import type { enterBottleBodyId, enterBottleCapId } from "@tracewater/contract/field/sampler-bottles";
import Button from "antd/es/button";
import { CircleCheck, Hourglass, ScanBarcode } from "lucide-react";
import { type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../../api/api-error.ts";
import { useApiMutation } from "../../../../api/use-api.ts";
import { ScanButton } from "../../../../kit/scan/scan-button.tsx";
import { refreshSlots } from "../../../../pickers/bottles/use-slots.ts";

/** What the person has answered to the questions of a scan. */
export type Confirmed = { newBottle?: true; replace?: true };
const questions = ["newBottle", "replace"] as const;
type Question = (typeof questions)[number];

/** A line that listens for a scanner: what it reads ends with Enter. A refusal stays until something else is read. */
export function ScanField(props: {
  ref: Ref<HTMLInputElement>;
  call: typeof enterBottleBodyId | typeof enterBottleCapId;
  inputOf: (code: string, confirmed: Confirmed) => CallInput<typeof enterBottleBodyId>;
  label: string;
  known: string | null;
  waiting: string | null;
  onSent: () => void;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation("field-samplers");
  const [typed, setTyped] = useState("");
  const send = useApiMutation(props.call, { handled: true });
  const [confirmed, setConfirmed] = useState<Confirmed>({});
  const asked = questions.find((one) => send.error?.messageAt(one) !== undefined);
  const refusal = send.error === null ? null : refusalOf(send.error, asked);
  const submit = (text: string, answers: Confirmed) => {
    const code = text.trim();
    if (code === "" || send.isPending) return;
    setTyped(code);
    setConfirmed(answers);
    send.mutate(props.inputOf(code, answers), {
      onSuccess: () => {
        setTyped("");
        setConfirmed({});
        props.onSent();
      },
      onSettled: refreshSlots,
    });
  };
  return (
    <form
      className={refusal === null ? "scan-field" : "scan-field scan-field-bad"}
      onSubmit={(event) => {
        event.preventDefault();
        submit(typed, {});
      }}
    >
      <label>
        <span className="scan-label">
          {props.label}
          <Known known={props.known} waiting={props.waiting} />
        </span>
        <span className="scan-box">
          <ScanBarcode size={16} aria-hidden="true" />
          <input
            ref={props.ref}
            className="code"
            value={typed}
            maxLength={64}
            // biome-ignore lint/a11y/noAutofocus: the caret rests in the scan field, or a scanner's first code is lost
            autoFocus={props.autoFocus ?? false}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={refusal !== null}
            onChange={(event) => {
              setTyped(event.target.value);
              if (send.error !== null) send.reset();
            }}
          />
          <kbd>Enter</kbd>
        </span>
      </label>
      <ScanButton label={t("bottles.camera", { label: props.label })} onCode={(code) => submit(code, {})} />
      <p className="scan-told" role="status">
        {refusal ?? t(send.isPending ? "bottles.sending" : "bottles.listening")}
      </p>
      {asked === undefined ? null : (
        <QuestionButtons
          asked={asked}
          onConfirm={() => submit(typed, { ...confirmed, [asked]: true })}
          onCancel={() => {
            setTyped("");
            send.reset();
          }}
        />
      )}
    </form>
  );
}

function refusalOf(error: ApiError, asked: Question | undefined): string {
  return (
    error.messageAt("bottleId") ?? (asked === undefined ? undefined : error.messageAt(asked)) ?? error.message
  );
}

/** The caret stays in the field: the Enter of a scanner's next code answers no question. */
function QuestionButtons(props: { asked: Question; onConfirm: () => void; onCancel: () => void }) {
  const { t } = useTranslation("field-samplers");
  return (
    <p className="scan-question">
      <Button size="small" type="primary" onClick={props.onConfirm}>
        {t(`bottles.ask.${props.asked}`)}
      </Button>
      <Button size="small" onClick={props.onCancel}>
        {t("bottles.ask.cancel")}
      </Button>
    </p>
  );
}

function Known({ known, waiting }: { known: string | null; waiting: string | null }) {
  const { t } = useTranslation("field-samplers");
  if (waiting !== null) {
    return (
      <span className="scan-known">
        <Hourglass size={13} aria-hidden="true" /> <span className="code">{waiting}</span>{" "}
        {t("bottles.note.waiting")}
      </span>
    );
  }
  if (known === null) return null;
  return (
    <span className="scan-known scan-known-ok">
      <CircleCheck size={13} aria-hidden="true" /> <span className="code">{known}</span>
    </span>
  );
}
