import Button from "antd/es/button";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { State } from "../../../kit/state.tsx";

type Chosen = { name: string; hash: string };

/**
 * The document of a record: its name and hash. A copy is read in the browser and leaves it nowhere; where the record has
 * a hash, the two are compared.
 */
export function DocumentCard(props: {
  name: string;
  hash: string;
  /** Sets name and hash of the record; left out where the user may not change it. */
  onRecord?: (chosen: Chosen) => void;
  isSaving?: boolean;
}) {
  const { name, hash, onRecord } = props;
  const { t } = useTranslation("evidence-boxes");
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const read = async (file: File | undefined) => {
    if (file !== undefined) setChosen({ name: file.name, hash: await sha256Of(file) });
  };
  return (
    <Card title={t("document.title")} hint={t("document.hint")}>
      <dl className="record-facts">
        <div>
          <dt>{t("document.name")}</dt>
          <dd>{name || "—"}</dd>
        </div>
        <div className="box-hash">
          <dt>SHA-256</dt>
          <dd className="code">{hash || "—"}</dd>
        </div>
      </dl>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("document.choose")}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <div className="box-document">
        <Button onClick={() => input.current?.click()}>{t("document.choose")}</Button>
        {chosen === null || hash === "" ? null : (
          <span role="status">
            <State
              tone={chosen.hash === hash ? "ok" : "critical"}
              label={t(chosen.hash === hash ? "document.same" : "document.other", { name: chosen.name })}
            />
          </span>
        )}
        {chosen === null || onRecord === undefined || chosen.hash === hash ? null : (
          <Button type="primary" loading={props.isSaving ?? false} onClick={() => onRecord(chosen)}>
            {t(hash === "" ? "document.record" : "document.replace", { name: chosen.name })}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Not by the browser's own: it has none where the platform is reached without TLS. */
async function sha256Of(file: File): Promise<string> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  const digest = sha256(new Uint8Array(await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
