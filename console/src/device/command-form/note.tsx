import "./send.css";
import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A line with what became of something, by its tone. */
export function Note(props: {
  tone: "ok" | "info" | "warn" | "critical";
  text: string;
  next?: string;
  children?: ReactNode;
}) {
  const Icon = props.tone === "ok" ? CircleCheck : props.tone === "info" ? Info : TriangleAlert;
  return (
    <div
      className={`send-note send-note-${props.tone}`}
      role={props.tone === "critical" ? "alert" : "status"}
    >
      <Icon size={16} strokeWidth={1.6} />
      <div>
        <p>{props.text}</p>
        {props.next === undefined ? null : <p className="send-note-then">{props.next}</p>}
        {props.children}
      </div>
    </div>
  );
}
