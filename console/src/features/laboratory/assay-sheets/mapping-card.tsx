import {
  type InstrumentFileMapping,
  listSheetMappings,
  removeSheetMappings,
} from "@tracewater/contract/laboratory/instrument-files";
import Button from "antd/es/button";
import Select from "antd/es/select";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { MappingEditor } from "./mapping-editor.tsx";
import type { Looked } from "./sheet-labels.ts";

/** How the file is read: a mapping that is kept, or a new one that begins with what the heads seem to mean. */
export function MappingCard(props: {
  looked: Looked;
  mappings: readonly InstrumentFileMapping[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
  onKept: (id: number) => void;
}) {
  const { looked, mappings, chosen, onChoose } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  const [editing, setEditing] = useState<"new" | "chosen" | null>(looked.fitting.length === 0 ? "new" : null);
  const [isRemoving, setIsRemoving] = useState(false);
  const mapping = mappings.find((one) => one.mappingId === chosen) ?? null;
  return (
    <Card
      title={t("mapping.title")}
      hint={t(looked.fitting.length === 0 && mapping === null ? "mapping.noneFits" : "mapping.hint")}
      extra={
        <span className="sheet-buttons">
          <MappingSelect
            looked={looked}
            mappings={mappings}
            chosen={chosen}
            onChoose={(id) => {
              onChoose(id);
              setEditing(null);
            }}
          />
          <Button icon={<Plus size={15} />} onClick={() => setEditing("new")}>
            {t("mapping.new")}
          </Button>
          {mapping === null ? null : (
            <>
              <Button icon={<Pencil size={15} />} onClick={() => setEditing("chosen")}>
                {t("mapping.change")}
              </Button>
              <Button icon={<Trash2 size={15} />} onClick={() => setIsRemoving(true)}>
                {t("mapping.remove")}
              </Button>
            </>
          )}
        </span>
      }
    >
      {editing === null ? null : (
        <MappingEditor
          key={`${editing} ${chosen}`}
          looked={looked}
          mapping={editing === "new" ? null : mapping}
          onCancel={() => setEditing(null)}
          onKept={(id) => {
            setEditing(null);
            props.onKept(id);
          }}
        />
      )}
      {!isRemoving || mapping === null ? null : (
        <RemoveMapping mapping={mapping} onDone={() => onChoose(null)} onClose={() => setIsRemoving(false)} />
      )}
    </Card>
  );
}

/** The mappings that fit the file before the others. */
function MappingSelect(props: {
  looked: Looked;
  mappings: readonly InstrumentFileMapping[];
  chosen: number | null;
  onChoose: (id: number) => void;
}) {
  const { looked, mappings } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  const option = ({ mappingId, name, instrument }: InstrumentFileMapping) => ({
    value: mappingId,
    label: instrument === "" ? name : `${instrument} · ${name}`,
  });
  const fits = (one: InstrumentFileMapping) => looked.fitting.includes(one.mappingId);
  return (
    <Select
      aria-label={t("mapping.choose")}
      placeholder={t("mapping.choose")}
      className="sheet-mapping"
      value={props.chosen}
      options={[
        { label: t("mapping.fitting"), options: mappings.filter(fits).map(option) },
        { label: t("mapping.others"), options: mappings.filter((one) => !fits(one)).map(option) },
      ].filter((group) => group.options.length > 0)}
      onChange={props.onChoose}
    />
  );
}

function RemoveMapping(props: { mapping: InstrumentFileMapping; onDone: () => void; onClose: () => void }) {
  const { mapping, onDone, onClose } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  return (
    <ConfirmDialog
      call={removeSheetMappings}
      input={{ params: { ids: String(mapping.mappingId) } }}
      title={t("mapping.remove")}
      submit={t("mapping.remove")}
      stale={[listSheetMappings]}
      onDone={onDone}
      onClose={onClose}
    >
      {t("mapping.removeText", { name: mapping.name })}
    </ConfirmDialog>
  );
}
