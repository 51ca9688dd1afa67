import type { ReactNode } from "react";

/** A part of a screen: its head says what the figures are of, in which unit, over which span and as of when. */
export function Section(props: { title: string; note: ReactNode; basis?: ReactNode; children: ReactNode }) {
  return (
    <section className="wall-section" aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        <span className="wall-note">{props.note}</span>
        {props.basis === undefined ? null : <p className="wall-basis">{props.basis}</p>}
      </header>
      {props.children}
    </section>
  );
}

/** Why a part is empty. */
export function Reason({ text }: { text: string }) {
  return <p className="wall-reason">{text}</p>;
}
