import type { ReactNode } from "react";

/** A part of the page for phones, under its heading. */
export function PhoneSection(props: { title: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <section className="phone-section">
      <h2>
        {props.icon}
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}
