import { useTranslation } from "react-i18next";

const topics = ["alarm", "test", "register", "password", "passwordChanged", "security", "appLogIn"] as const;

/** What a message is about, in words; one that this build does not know as it is. */
export function useTopicLabel(): (topic: string) => string {
  const { t } = useTranslation("system-messages");
  return (topic) => {
    const known = topics.find((one) => one === topic);
    return known === undefined ? topic : t(`topic.${known}`);
  };
}
