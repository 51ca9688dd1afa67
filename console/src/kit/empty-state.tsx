import "./notices.css";
import { Waves } from "lucide-react";
import type { ReactNode } from "react";

/** Nothing here yet: what this page is for, and the first step. */
export function EmptyState(props: {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}) {
  return (
    <div className="notice">
      <span className="notice-mark">{props.icon ?? <Waves size={32} strokeWidth={1.3} />}</span>
      <p className="notice-title">{props.title}</p>
      {props.text === undefined ? null : <p className="notice-text">{props.text}</p>}
      {props.action === undefined ? null : <div className="notice-action">{props.action}</div>}
    </div>
  );
}
