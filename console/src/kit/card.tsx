import "./card.css";
import type { ReactNode } from "react";

/** A surface with a hairline. `flush` leaves the inner padding out; `fill` grows to what the page has left. */
export function Card(props: {
  title?: ReactNode;
  hint?: ReactNode;
  extra?: ReactNode;
  ruled?: boolean;
  flush?: boolean;
  fill?: boolean;
  /** The key of the record's tab that leads here. */
  section?: string;
  className?: string;
  children: ReactNode;
}) {
  const names = ["card", props.fill ? "card-fill" : "", props.className ?? ""].filter(Boolean).join(" ");
  return (
    <section
      className={names}
      data-section={props.section}
      tabIndex={props.section === undefined ? undefined : -1}
    >
      {props.title === undefined ? null : (
        <header className={props.ruled ? "card-head card-head-ruled" : "card-head"}>
          <h2 className="card-title">{props.title}</h2>
          {props.hint === undefined ? null : <span className="card-hint">{props.hint}</span>}
          {props.extra === undefined ? null : <div className="card-extra">{props.extra}</div>}
        </header>
      )}
      <div className={props.flush ? "card-body card-body-flush" : "card-body"}>{props.children}</div>
    </section>
  );
}
