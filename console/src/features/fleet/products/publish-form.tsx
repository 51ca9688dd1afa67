import type { ModelCheck } from "@tracewater/contract/fleet/product-models";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Input from "antd/es/input";
import { useTranslation } from "react-i18next";
import { ChangeList } from "./change-list.tsx";

export type PublishTerms = {
  note: string;
  /** Changes that break what the devices in the field send are accepted. */
  accepted: boolean;
};

/** What a checked model changes, and the button that publishes it. */
export function PublishForm(props: {
  result: ModelCheck;
  terms: PublishTerms;
  isPublishing: boolean;
  onChange: (terms: PublishTerms) => void;
  onPublish: () => void;
}) {
  const { result, terms, onChange } = props;
  const { t } = useTranslation("fleet-products");
  return (
    <>
      <CheckResult result={result} />
      <Input
        maxLength={200}
        value={terms.note}
        placeholder={t("edit.note")}
        aria-label={t("edit.note")}
        onChange={(event) => onChange({ ...terms, note: event.target.value })}
      />
      {result.breaking ? (
        <Checkbox
          checked={terms.accepted}
          onChange={(event) => onChange({ ...terms, accepted: event.target.checked })}
        >
          {t("edit.accept", { count: result.devices })}
        </Checkbox>
      ) : null}
      <span className="editor-acts">
        <Button
          type="primary"
          danger={result.breaking}
          disabled={(result.breaking && !terms.accepted) || result.changes.length === 0}
          loading={props.isPublishing}
          onClick={props.onPublish}
        >
          {t("edit.publish", { version: result.version })}
        </Button>
      </span>
    </>
  );
}

function CheckResult({ result }: { result: ModelCheck }) {
  const { t } = useTranslation("fleet-products");
  return (
    <section aria-live="polite">
      <h3 className="model-title">
        {t("edit.changes", { from: result.currentVersion, to: result.version, count: result.devices })}
      </h3>
      {result.changes.length === 0 ? (
        <p className="product-quiet">{t("edit.noChange")}</p>
      ) : (
        <ChangeList changes={result.changes} />
      )}
    </section>
  );
}
