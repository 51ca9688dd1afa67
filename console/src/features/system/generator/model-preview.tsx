import { inLanguage } from "@tracewater/contract/both-languages";
import { editRegistries, wholePatch } from "@tracewater/contract/generator/edit-registries";
import { type GeneratedFile, generateFiles } from "@tracewater/contract/generator/generate-files";
import { faultsOf } from "@tracewater/contract/generator/mend-model";
import { kebab } from "@tracewater/contract/generator/names";
import { patchName } from "@tracewater/contract/generator/print-console";
import type { ResourceModel } from "@tracewater/contract/generator/resource-model";
import { getRegistries } from "@tracewater/contract/system/generated-modules";
import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { useLocale } from "../../../kit/use-localized.ts";
import { ChangePreview } from "./change-preview.tsx";
import { FilePreview } from "./file-preview.tsx";
import { PagePreview } from "./page-preview.tsx";
import { zipFiles } from "./zip-files.ts";

const views = ["files", "changes", "page"] as const;
type View = (typeof views)[number];

/** What follows from a model: its files, the changes of others, and the page as it will look. */
export function ModelPreview({ model }: { model: ResourceModel }) {
  const { t } = useTranslation("system-generator");
  const locale = useLocale();
  const [view, setView] = useState<View>("files");
  const registries = useApi(getRegistries, {}, { staleMs: 60_000 });
  const texts = useMemo(
    () => new Map((registries.data?.data ?? []).map(({ path, text }) => [path, text])),
    [registries.data],
  );
  const faults = useMemo(() => faultsOf(model), [model]);
  const files = useMemo(() => (faults.length > 0 ? [] : generateFiles(model)), [model, faults]);
  const changes = useMemo(
    () => (faults.length > 0 ? [] : editRegistries(model, texts)),
    [model, faults, texts],
  );
  if (faults.length > 0) {
    return (
      <Card title={t("preview.title")}>
        <p>{t("preview.wrong")}</p>
        <ul className="generator-list">
          {faults.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code>: {inLanguage(message, locale)}
            </li>
          ))}
        </ul>
      </Card>
    );
  }
  const patch = { path: patchName(model), text: wholePatch(model, changes) };
  return (
    <Card
      title={t("preview.title")}
      extra={
        <Button icon={<Download size={16} />} onClick={() => saveArchive(model, [...files, patch])}>
          {t("preview.download")}
        </Button>
      }
    >
      <div className="generator-stack">
        <Segmented<View>
          block
          value={view}
          options={views.map((value) => ({ value, label: t(`preview.${value}`) }))}
          onChange={setView}
        />
        {view === "files" ? <FilePreview files={files} /> : null}
        {view === "changes" ? <ChangePreview changes={changes} isLoading={registries.isPending} /> : null}
        {view === "page" ? <PagePreview model={model} /> : null}
      </div>
    </Card>
  );
}

/** The archive is made here and handed to the browser to save: no server has a part in it. */
function saveArchive(model: ResourceModel, files: readonly GeneratedFile[]): void {
  const address = URL.createObjectURL(new Blob([zipFiles(files)], { type: "application/zip" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${kebab(model.many)}.zip`;
  link.click();
  // The browser has taken the address over once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
