import { inLanguage } from "@tracewater/contract/both-languages";
import type { ReactNode } from "react";
import { useLocale } from "../../../kit/use-localized.ts";

/** One input with its label, and what is wrong with it. */
export function Item(props: {
  label: string;
  fault?: string | undefined;
  wide?: boolean;
  children: ReactNode;
}) {
  const language = useLocale();
  return (
    <div className={props.wide ? "generator-item generator-wide" : "generator-item"}>
      <span>{props.label}</span>
      {props.children}
      {props.fault === undefined ? null : (
        <span className="generator-fault" role="alert">
          {inLanguage(props.fault, language)}
        </span>
      )}
    </div>
  );
}
