import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from "react";
import { Icon, type IconName } from "./icons.tsx";
import type { Texts } from "./texts.ts";

type FieldProps = {
  label: string;
  icon: IconName;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  /** Is right of the label. */
  aside?: ReactNode;
  /** Is right of the input, inside its border. */
  inside?: ReactNode;
  /** Is right of the input, outside its border. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "ref">;

export function Field({
  label,
  icon,
  value,
  onValue,
  error,
  hint,
  aside,
  inside,
  trailing,
  ...rest
}: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="field">
      <div className="field-line">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="field-row">
        <div className={error ? "field-box field-box-wrong" : "field-box"}>
          <Icon name={icon} />
          <input
            {...rest}
            id={id}
            value={value}
            aria-invalid={error !== undefined}
            aria-describedby={note ? noteId : undefined}
            onChange={(event) => onValue(event.target.value)}
          />
          {inside}
        </div>
        {trailing}
      </div>
      {note ? (
        <p id={noteId} className={error ? "field-error" : "field-hint"} role={error ? "alert" : undefined}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

export function PasswordField(props: Omit<FieldProps, "type" | "inside" | "icon"> & { texts: Texts }) {
  const { texts, ...rest } = props;
  const [shown, setShown] = useState(false);
  const label = shown ? texts.hide : texts.show;
  return (
    <Field
      {...rest}
      icon="lock"
      type={shown ? "text" : "password"}
      maxLength={128}
      inside={
        <button
          type="button"
          className="field-eye"
          aria-label={label}
          title={label}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye" : "eyeOff"} />
        </button>
      }
    />
  );
}

/** What is wrong with the form as a whole. */
export function FormError({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="form-error" role="alert">
      {text}
    </p>
  );
}
