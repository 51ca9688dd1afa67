import "./page-frame.css";
import type { ReactNode } from "react";

/**
 * The inside of a page: gutter, gaps and, where wanted, a title line. With `fill` the page is as high as the
 * window has left, so that a table scrolls inside its card and the pager stays in sight.
 */
export function PageFrame(props: {
  title?: ReactNode;
  hint?: ReactNode;
  extra?: ReactNode;
  fill?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={props.fill ? "page-frame page-frame-fill" : "page-frame"}>
      {props.title === undefined ? null : (
        <header className="page-frame-head">
          <div className="page-frame-titles">
            <h1 className="page-frame-title">{props.title}</h1>
            {props.hint === undefined ? null : <p className="page-frame-hint">{props.hint}</p>}
          </div>
          {props.extra === undefined ? null : <div className="page-frame-extra">{props.extra}</div>}
        </header>
      )}
      {props.children}
    </div>
  );
}
