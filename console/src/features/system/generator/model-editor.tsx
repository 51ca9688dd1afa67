import { faultsOf } from "@tracewater/contract/generator/mend-model";
import type { ResourceModel } from "@tracewater/contract/generator/resource-model";
import { changeModel, getModel, listModels } from "@tracewater/contract/system/generated-modules";
import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { DriftCard } from "./drift-card.tsx";
import { FieldsCard } from "./fields-card.tsx";
import type { Faults, KeptModel } from "./kept-model.ts";
import { ModelPreview } from "./model-preview.tsx";
import { ModuleForm } from "./module-form.tsx";
import { RoleGrid } from "./role-grid.tsx";

const parts = ["fields", "module", "roles"] as const;
type Part = (typeof parts)[number];

/** Whatever is typed is seen in the files at once; nothing is kept before it is saved. */
export function ModelEditor({ kept }: { kept: KeptModel }) {
  const { t } = useTranslation("system-generator");
  const [model, setModel] = useState<ResourceModel>(kept.model);
  const [part, setPart] = useState<Part>("fields");
  const shown = useDeferredValue(model);
  const faults: Faults = new Map(faultsOf(model).map(({ path, message }) => [path, message]));
  const save = useApiMutation(changeModel);
  const submit = () =>
    save.mutate(
      { body: { tableId: kept.tableId, model } },
      {
        onSuccess: () => {
          showToast({ tone: "success", text: t("edit.saved") });
          void invalidate(listModels);
          void invalidate(getModel);
        },
      },
    );
  const isChanged = JSON.stringify(model) !== JSON.stringify(kept.model);
  return (
    <div className="generator-stack">
      <DriftCard drift={kept.drift} />
      <div className="generator-columns">
        <div className="generator-stack">
          <Card
            title={model.table}
            hint={faults.size > 0 ? t("edit.faults", { count: faults.size }) : undefined}
            extra={
              <Allowed to="tool:gen:edit">
                <Button
                  type="primary"
                  loading={save.isPending}
                  disabled={faults.size > 0 || !isChanged}
                  onClick={submit}
                >
                  {t("edit.save")}
                </Button>
              </Allowed>
            }
          >
            <Segmented<Part>
              block
              value={part}
              options={parts.map((value) => ({ value, label: t(`edit.${value}`) }))}
              onChange={setPart}
            />
          </Card>
          {part === "fields" ? <FieldsCard model={model} faults={faults} onChange={setModel} /> : null}
          {part === "module" ? <ModuleForm model={model} faults={faults} onChange={setModel} /> : null}
          {part === "roles" ? <RoleGrid model={model} faults={faults} onChange={setModel} /> : null}
        </div>
        <ModelPreview model={shown} />
      </div>
    </div>
  );
}
