import "./passkey-offer.css";
import { listPasskeys } from "@tracewater/contract/system/passkeys";
import Button from "antd/es/button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { passkeyObstacle } from "../../api/passkey-credential.ts";
import { useSession } from "../../api/session.ts";
import { forgetEntered } from "../../api/token.ts";
import { useApi } from "../../api/use-api.ts";
import { AddPasskey } from "../../features/system/profile/add-passkey.tsx";
import { showToast } from "../../kit/toasts.ts";

/** Who said "not now" is left alone in this browser for so long. */
const quietMs = 90 * 86_400_000;

/** Offers a first passkey after a log-in, next to the page and never over it. */
export function PasskeyOffer() {
  const { t } = useTranslation("system-profile");
  const userId = useSession()?.user.userId ?? 0;
  const [isOver, setOver] = useState(() => isQuiet(userId));
  const own = useApi(listPasskeys, {}, { enabled: !isOver, handled: true });
  if (isOver || own.data === undefined || own.data.data.length > 0) return null;
  if (passkeyObstacle(own.data.rpId) !== null) return null;
  const end = () => {
    forgetEntered();
    setOver(true);
  };
  const onDone = () => {
    showToast({ tone: "success", text: t("passkey.added") });
    end();
  };
  const later = () => {
    localStorage.setItem(keyOf(userId), String(Date.now()));
    end();
  };
  return (
    <section className="passkey-offer" aria-labelledby="passkey-offer-title">
      <h2 id="passkey-offer-title">{t("passkey.offer.title")}</h2>
      <p>{t("passkey.offer.text")}</p>
      <AddPasskey onDone={onDone} />
      <Button type="text" onClick={later}>
        {t("passkey.offer.later")}
      </Button>
    </section>
  );
}

const keyOf = (userId: number) => `tracewater-passkey-offer-${userId}`;

function isQuiet(userId: number): boolean {
  const saidAt = Number(localStorage.getItem(keyOf(userId)) ?? 0);
  return Date.now() - saidAt < quietMs;
}
