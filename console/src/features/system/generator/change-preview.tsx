import type { RegistryChange } from "@tracewater/contract/generator/edit-registries";
import { useTranslation } from "react-i18next";
import { Loading } from "../../../kit/loading.tsx";

const marks = { same: " ", added: "+", removed: "-" } as const;
const classes = { same: "", added: "generator-added", removed: "generator-removed" } as const;

/** What becomes of files that exist, as differences; a file without its place is named with the reason. */
export function ChangePreview(props: { changes: readonly RegistryChange[]; isLoading: boolean }) {
  const { t } = useTranslation("system-generator");
  if (props.isLoading) return <Loading lines={8} />;
  return (
    <div className="generator-stack">
      {props.changes.map(({ path, hunks, reason }) => (
        <section key={path} aria-label={path}>
          <p>
            <code>{path}</code>
            {reason === "none" ? null : <span className="generator-fault"> {t(`change.${reason}`)}</span>}
          </p>
          {hunks.map((hunk) => (
            <pre key={hunk[0]?.old ?? hunk[0]?.text} className="generator-code">
              {hunk.map(({ kind, text }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <span key={at} className={classes[kind]}>{`${marks[kind]} ${text}`}</span>
              ))}
            </pre>
          ))}
        </section>
      ))}
    </div>
  );
}
