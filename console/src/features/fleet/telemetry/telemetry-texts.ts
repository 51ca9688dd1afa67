import i18next, { type TFunction } from "i18next";
import { useFixedTranslation } from "../../../kit/fixed-translation.ts";
import en from "./locales/en.json";
import zh from "./locales/zh.json";

// They come with the parts that show them: the list of devices, which shares the other words of devices, needs none.
i18next.addResourceBundle("en", "fleet-telemetry", en);
i18next.addResourceBundle("zh", "fleet-telemetry", zh);

/** The words of what was kept beyond the values themselves: conflicting values and legal holds. */
export function useTelemetryTexts(): TFunction<"fleet-telemetry"> {
  return useFixedTranslation("fleet-telemetry");
}
