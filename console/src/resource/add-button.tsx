import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { Allowed } from "../api/allowed.tsx";
import { useIsPhone } from "../kit/phone.ts";

/** What a list begins with for those who may add to it; a phone has room for its drawing alone. */
export function AddButton({ to, label, onClick }: { to: string; label: string; onClick: () => void }) {
  const isPhone = useIsPhone();
  return (
    <Allowed to={to}>
      <Button type="primary" icon={<Plus size={16} />} aria-label={label} onClick={onClick}>
        {isPhone ? null : label}
      </Button>
    </Allowed>
  );
}
