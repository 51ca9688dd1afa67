import Dropdown from "antd/es/dropdown";
import { ChevronDown, LogOut, Palette, User } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useSession } from "../../api/session.ts";

const LogOutDialog = lazy(async () => ({ default: (await import("./log-out-dialog.tsx")).LogOutDialog }));

export function UserMenu(props: { onSettings: () => void }) {
  const { t } = useTranslation("app");
  const session = useSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  if (!session) return null;
  const name = session.user.nickName || session.user.userName;
  return (
    <>
      <Dropdown
        trigger={["click"]}
        placement="bottomRight"
        menu={{
          items: [
            {
              key: "profile",
              icon: <User size={16} />,
              label: t("user.profile"),
              onClick: () => void navigate("/user/profile"),
            },
            {
              key: "settings",
              icon: <Palette size={16} />,
              label: t("user.settings"),
              onClick: props.onSettings,
            },
            { type: "divider" },
            {
              key: "logout",
              icon: <LogOut size={16} />,
              label: t("user.logOut"),
              onClick: () => setAsking(true),
            },
          ],
        }}
      >
        <button type="button" className="user-button" aria-haspopup="menu" aria-label={name}>
          <Portrait name={name} address={session.user.avatarUrl} />
          <span className="user-name">{name}</span>
          <ChevronDown size={14} aria-hidden="true" className="user-chevron" />
        </button>
      </Dropdown>
      {asking ? (
        <Suspense>
          <LogOutDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** An empty address means the default picture: the initials. */
function Portrait({ name, address }: { name: string; address: string }) {
  if (address !== "") return <img className="portrait" src={address} alt="" />;
  return (
    <span className="portrait" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== "");
  const letters =
    words.length > 1
      ? `${words[0]?.[0] ?? ""}${words.at(-1)?.[0] ?? ""}`
      : name.slice(0, /[a-z]/i.test(name) ? 2 : 1);
  return letters.toUpperCase();
}
