import type { Ref } from "react";
import { type Captcha, pictureAddress } from "./captcha.ts";
import { Field } from "./field.tsx";
import { Icon } from "./icons.tsx";
import type { Texts } from "./texts.ts";

/** The picture to read, where the browser could not prove its work; nothing otherwise. */
export function CaptchaField(props: {
  captcha: Captcha;
  reload: () => void;
  texts: Texts;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
  input?: Ref<HTMLInputElement>;
}) {
  const { captcha, texts, input } = props;
  if (captcha.state === "quiet") return null;
  return (
    <Field
      {...(input === undefined ? {} : { ref: input })}
      label={texts.code}
      icon="shield"
      name="code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={16}
      placeholder={texts.codeHint}
      value={props.value}
      onValue={props.onValue}
      error={props.error}
      trailing={<CaptchaPicture captcha={captcha} reload={props.reload} texts={texts} />}
    />
  );
}

function CaptchaPicture({ captcha, reload, texts }: { captcha: Captcha; reload: () => void; texts: Texts }) {
  return (
    <>
      <button type="button" className="captcha" onClick={reload} title={texts.newPicture} tabIndex={-1}>
        {captcha.state === "shown" ? <img src={pictureAddress(captcha.img)} alt={texts.code} /> : null}
      </button>
      <button
        type="button"
        className="square"
        onClick={reload}
        aria-label={texts.newPicture}
        title={texts.newPicture}
      >
        <Icon name="reload" />
      </button>
    </>
  );
}
