import "./record-header.css";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { usePageName } from "./page-name.ts";
import { type RecordTab, RecordTabs } from "./record-tabs.tsx";

/**
 * The head of a page of one record, as the device pages have it: number, state, one line of facts, commands, tabs. The
 * record's name is also that of its tab, its place in the breadcrumb and its window.
 */
export function RecordHeader(props: {
  icon: LucideIcon;
  /** The number or name of the record. */
  name: string;
  /** The name has words of the language that is shown, and is another one in another. */
  isNameTranslated?: boolean;
  /** What the heading shows instead of the name: a figure, say. */
  title?: ReactNode;
  /** Behind the heading: what the number stands for. */
  about?: ReactNode;
  state?: ReactNode;
  /** Empty parts are left out. */
  meta?: readonly ReactNode[];
  /** At most two commands, and the menu of what is seldom done (`RecordMenu`). */
  actions?: ReactNode;
  /** The sections of the page; a single one is no choice. */
  tabs?: readonly RecordTab[];
  /** It is part of another record's page, which keeps its own name. */
  isPart?: boolean;
  children?: ReactNode;
}) {
  usePageName(props.isPart ? undefined : props.name, props.isNameTranslated);
  const Icon = props.icon;
  const meta = (props.meta ?? []).filter((part) => part !== null && part !== undefined && part !== "");
  const tabs = props.isPart ? [] : (props.tabs ?? []);
  const isSticky = tabs.length > 1 && props.children === undefined;
  return (
    <header className={isSticky ? "record-head record-head-sticky" : "record-head"}>
      <div className="record-head-row">
        <span className="record-head-icon">
          <Icon size={20} strokeWidth={1.3} aria-hidden="true" />
        </span>
        <div className="record-head-main">
          <div className="record-head-title">
            <h1>{props.title ?? <span className="code">{props.name}</span>}</h1>
            {props.about === undefined ? null : <span className="record-head-about">{props.about}</span>}
            {props.state}
          </div>
          {meta.length === 0 ? null : (
            <div className="record-head-meta">
              {meta.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have one order
                <span key={index} className="record-head-part">
                  {part}
                </span>
              ))}
            </div>
          )}
        </div>
        {props.actions === undefined ? null : <div className="record-head-actions">{props.actions}</div>}
      </div>
      {props.children}
      {tabs.length > 1 ? <RecordTabs tabs={tabs} /> : null}
    </header>
  );
}
