import "./icon-button.css";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

/** A square button with an icon; its label is read aloud and shown on hover. */
export function IconButton({
  label,
  pressed,
  busy,
  children,
  className,
  opensRow,
  ...rest
}: {
  label: string;
  pressed?: boolean;
  busy?: boolean;
  /** A click anywhere on its row of a table does the same. */
  opensRow?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">) {
  const names = ["icon-button", busy ? "icon-button-busy" : "", className ?? ""].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      {...rest}
      className={names}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      data-opens={opensRow ? "" : undefined}
    >
      {children}
    </button>
  );
}
