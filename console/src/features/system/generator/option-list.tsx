import type { ModelOption } from "@tracewater/contract/generator/resource-model";
import Button from "antd/es/button";
import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/icon-button.tsx";
import { TextInput } from "./inputs.tsx";
import { Item } from "./item.tsx";

/** The values of a choice, each with its labels. */
export function OptionList(props: {
  options: readonly ModelOption[];
  faultAt: (name: string) => string | undefined;
  onChange: (options: ModelOption[]) => void;
}) {
  const { t } = useTranslation("system-generator");
  const { options, onChange } = props;
  const set = (at: number, part: Partial<ModelOption>) =>
    onChange(options.map((one, place) => (place === at ? { ...one, ...part } : one)));
  return (
    <div className="generator-options">
      {options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value is another one while it is typed
        <div key={at} className="generator-option">
          {(["value", "en", "zh"] as const).map((name) => (
            <Item key={name} label={t(`option.${name}`)} fault={props.faultAt(`options.${at}.${name}`)}>
              <TextInput
                label={`${t(`option.${name}`)} ${at + 1}`}
                value={option[name]}
                onChange={(value) => set(at, { [name]: value })}
              />
            </Item>
          ))}
          <IconButton
            label={t("option.remove", { name: option.value })}
            onClick={() => onChange(options.filter((_, place) => place !== at))}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <span>
        <Button
          icon={<Plus size={16} />}
          disabled={options.length >= 40}
          onClick={() => onChange([...options, newOption(options.length + 1)])}
        >
          {t("option.add")}
        </Button>
      </span>
    </div>
  );
}

function newOption(at: number): ModelOption {
  return { value: `value${at}`, en: `Value ${at}`, zh: `选项 ${at}` };
}
