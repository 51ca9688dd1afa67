import { modelVerbs, type ResourceModel, rolesOfArea } from "@tracewater/contract/generator/resource-model";
import Checkbox from "antd/es/checkbox";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { useRoleNames } from "../../../pickers/role-name.ts";
import { Item } from "./item.tsx";
import type { Faults } from "./kept-model.ts";

type Props = { model: ResourceModel; faults: Faults; onChange: (model: ResourceModel) => void };

/** Which of the built-in roles get what at first; administrators hold all of it. */
export function RoleGrid({ model, faults, onChange }: Props) {
  const { t } = useTranslation("system-generator");
  const nameOf = useRoleNames();
  return (
    <Card title={t("edit.roles")} hint={t("roles.hint")}>
      <div className="generator-form">
        {modelVerbs.map((verb) => (
          <Item key={verb} label={t(`roles.${verb}`)} fault={faults.get(`roles.${verb}`)}>
            <Checkbox.Group
              aria-label={t(`roles.${verb}`)}
              value={model.roles[verb]}
              options={rolesOfArea[model.area].map((value) => ({ value, label: nameOf(value) }))}
              onChange={(roles: string[]) => onChange({ ...model, roles: { ...model.roles, [verb]: roles } })}
            />
          </Item>
        ))}
      </div>
    </Card>
  );
}
