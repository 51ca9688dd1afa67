import type { Generated } from "kysely";

/** Dictionaries, configuration, notices and scheduled tasks. */
export type SettingsTables = {
  dictType: {
    id: Generated<number>;
    /** Set for what the program brings along. */
    builtInKey: string | null;
    dictName: string;
    dictNameZh: Generated<string>;
    dictType: string;
    status: Generated<"0" | "1">;
    remark: Generated<string>;
    createdAt: Generated<Date>;
  };
  dictData: {
    id: Generated<number>;
    builtInKey: string | null;
    dictType: string;
    dictSort: Generated<number>;
    dictLabel: string;
    dictLabelZh: Generated<string>;
    dictValue: string;
    cssClass: Generated<string>;
    listClass: Generated<string>;
    isDefault: Generated<"0" | "1">;
    status: Generated<"0" | "1">;
    remark: Generated<string>;
    createdAt: Generated<Date>;
  };
  config: {
    id: Generated<number>;
    configName: string;
    configNameZh: Generated<string>;
    configKey: string;
    configValue: string;
    builtIn: Generated<boolean>;
    isPublic: Generated<"0" | "1">;
    remark: Generated<string>;
    remarkZh: Generated<string>;
    createdAt: Generated<Date>;
  };
  notice: {
    id: Generated<number>;
    /** Names what a notice of the program is about, so that it is reported once. */
    originKey: string | null;
    noticeType: "1" | "2";
    title: string;
    titleZh: Generated<string>;
    content: string;
    contentZh: Generated<string>;
    /** "0" published, "1" draft. */
    status: Generated<"0" | "1">;
    audience: "all" | "units" | "administrators";
    authorId: number | null;
    authorName: Generated<string>;
    createdAt: Generated<Date>;
    publishedAt: Date | null;
  };
  noticeUnit: { noticeId: number; unitId: number };
  noticeRead: { noticeId: number; userId: number; readAt: Generated<Date> };
  job: {
    id: Generated<number>;
    jobKey: string;
    cron: string;
    /** "1" every missed tick, "2" once, "3" none. */
    misfirePolicy: Generated<"1" | "2" | "3">;
    status: Generated<"0" | "1">;
    nextAt: Date;
    createdAt: Generated<Date>;
  };
  jobLog: {
    id: Generated<string>;
    jobKey: string;
    /** The moment of the schedule; null for one that a person asked for. */
    tick: Date | null;
    askedBy: Generated<string>;
    node: string;
    state: "running" | "done" | "failed" | "interrupted";
    startedAt: Generated<Date>;
    aliveAt: Generated<Date>;
    finishedAt: Date | null;
    messageEn: Generated<string>;
    messageZh: Generated<string>;
    error: Generated<string>;
    /** The run found nothing to do. */
    idle: Generated<boolean>;
  };
};
