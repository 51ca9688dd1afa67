import { Bold, Heading2, Italic, Link, List, ListOrdered, RemoveFormatting, Underline } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/icon-button.tsx";
import type { TextKey } from "../../../kit/text-key.ts";

/**
 * A small editor of rich text: what notices may hold, no more. The browser edits; what is pasted comes in as text
 * and the server sanitises whatever is sent.
 */
export function NoticeEditor(props: {
  label: string;
  id?: string;
  value?: string;
  onChange?: (html: string) => void;
}) {
  const { t } = useTranslation("system-notices");
  const box = useRef<HTMLDivElement>(null);
  const { value = "", onChange } = props;
  // The browser owns what is typed: React must not draw over it, only bring in what comes from outside.
  useLayoutEffect(() => {
    if (box.current !== null && box.current.innerHTML !== value) write(box.current, value);
  }, [value]);
  const emitChange = () => onChange?.(box.current?.innerHTML ?? "");
  const act = (command: string, argument?: string) => {
    box.current?.focus();
    document.execCommand(command, false, argument);
    emitChange();
  };
  const button = (
    name: TextKey<"system-notices", "editor">,
    icon: ReactNode,
    command: string,
    argument?: string,
  ) => (
    <IconButton
      label={t(`editor.${name}`)}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => act(command, argument)}
    >
      {icon}
    </IconButton>
  );
  const link = () => {
    const href = prompt(t("editor.address"), "https://");
    if (href !== null && href !== "") act("createLink", href);
  };
  return (
    <div className="notice-editor">
      <div className="notice-editor-bar" role="toolbar" aria-label={t("editor.title")}>
        {button("bold", <Bold />, "bold")}
        {button("italic", <Italic />, "italic")}
        {button("underline", <Underline />, "underline")}
        {button("heading", <Heading2 />, "formatBlock", "h2")}
        {button("list", <List />, "insertUnorderedList")}
        {button("ordered", <ListOrdered />, "insertOrderedList")}
        <IconButton label={t("editor.link")} onMouseDown={(event) => event.preventDefault()} onClick={link}>
          <Link />
        </IconButton>
        {button("plain", <RemoveFormatting />, "removeFormat")}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea holds no rich text */}
      <div
        ref={box}
        id={props.id}
        className="notice-editor-text notice-html"
        contentEditable
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={props.label}
        onInput={emitChange}
        onPaste={(event) => {
          event.preventDefault();
          document.execCommand("insertText", false, event.clipboardData.getData("text/plain"));
        }}
      />
    </div>
  );
}

/** The server has sanitised it; scripts of a parsed document do not run, and are left out here all the same. */
function write(box: HTMLElement, html: string): void {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const one of body.querySelectorAll("script, style, iframe, img, svg, math, object, form"))
    one.remove();
  for (const one of body.querySelectorAll("*")) {
    for (const { name, value } of [...one.attributes]) {
      if (name !== "href" || !/^(https?:|mailto:|\/)/.test(value)) one.removeAttribute(name);
    }
  }
  box.replaceChildren(...body.childNodes);
}
