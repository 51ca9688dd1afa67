import "./kit-preview.css";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Card } from "../../../kit/card.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import type { ControlSize } from "../../../kit/settings-store.ts";
import { Specimen } from "./specimen.tsx";
import { SpecimenLongTable } from "./specimen-long-table.tsx";
import { ThemedArea } from "./themed-area.tsx";

const appearances = ["light", "dark"] as const;
const sizes: readonly ControlSize[] = ["default", "medium", "small", "mini"];

/** Every part of the kit in each size and both themes; nothing is fetched. */
export default function KitPreviewPage() {
  const { t } = useTranslation("system-kit-preview");
  return (
    <div className="kit-preview">
      <PageFrame title={t("title")} hint={t("hint")} extra={<Link to="/index">{t("home")}</Link>}>
        {appearances.map((appearance) => (
          <div key={appearance} className="kit-preview-theme">
            {sizes.map((size) => (
              <section
                key={size}
                aria-label={`${t(appearance)} ${t(size)}`}
                data-specimen={`${appearance}-${size}`}
              >
                <ThemedArea appearance={appearance} size={size}>
                  <h2 className="kit-preview-head">
                    {t(appearance)} · {t(size)}
                  </h2>
                  <Specimen name={`${appearance}-${size}`} />
                </ThemedArea>
              </section>
            ))}
          </div>
        ))}
        <Card title={t("part.longTable")}>
          <SpecimenLongTable />
        </Card>
      </PageFrame>
    </div>
  );
}
