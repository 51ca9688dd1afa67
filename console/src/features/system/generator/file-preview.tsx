import type { GeneratedFile } from "@tracewater/contract/generator/generate-files";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** The files by their folders, and the text of the one that is chosen. */
export function FilePreview({ files }: { files: readonly GeneratedFile[] }) {
  const { t } = useTranslation("system-generator");
  const [chosen, setChosen] = useState(0);
  const file = files[chosen] ?? files[0];
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))];
  return (
    <div className="generator-files">
      <nav aria-label={t("preview.files")}>
        <ul className="generator-tree">
          {folders.map((folder) => (
            <li key={folder}>
              <span className="generator-quiet">{folder}</span>
              <ul className="generator-tree">
                {files.map((one, at) =>
                  folderOf(one.path) === folder ? (
                    <li key={one.path}>
                      <button
                        type="button"
                        className="generator-open"
                        aria-current={one === file}
                        onClick={() => setChosen(at)}
                      >
                        {one.path.slice(folder.length)}
                      </button>
                    </li>
                  ) : null,
                )}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <pre className="generator-code">{file?.text}</pre>
    </div>
  );
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
