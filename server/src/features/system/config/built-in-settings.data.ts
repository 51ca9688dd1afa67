import type { Words } from "../../../platform/words.ts";

/** A parameter that the server reads: its key never changes, its value is checked before it is kept. */
export type BuiltInSetting<T> = {
  key: string;
  name: Words;
  remark: Words;
  fallback: T;
  isPublic?: boolean;
  /** Reads what was typed; the words of what is wrong with it otherwise. */
  read(text: string): { ok: true; value: T } | { ok: false; words: Words };
};

/** All of them, by the name under which the program asks for them. */
export const builtInSettings = {
  captchaEnabled: {
    key: "sys.account.captchaEnabled",
    name: { en: "Verification code at log-in", zh: "登录验证码开关" },
    remark: {
      en: "true or false. CAPTCHA=off in the environment turns it off whatever stands here.",
      zh: "true 或 false。若环境变量 CAPTCHA=off，则始终关闭。",
    },
    fallback: true,
    isPublic: true,
    read: yesOrNo,
  },
  sessionHours: {
    key: "sys.session.lifeHours",
    name: { en: "Life of a session (hours)", zh: "会话有效期（小时）" },
    remark: {
      en: "1 to 168. Counts for sessions that begin after the change.",
      zh: "1 至 168，对修改后新建的会话生效。",
    },
    fallback: 12,
    read: wholeNumber(1, 168),
  },
  messageLogDays: {
    key: "sys.log.messageDays",
    name: { en: "Keep device messages (days)", zh: "设备消息日志保留天数" },
    remark: {
      en: "0 keeps them for ever. They go by whole weeks. Readings, events and commands are not touched.",
      zh: "0 表示永久保留，按整周清理。监测数据、事件和指令不受影响。",
    },
    fallback: 180,
    read: wholeNumber(0, 3650),
  },
  readingDays: {
    key: "sys.data.readingDays",
    name: { en: "Keep readings (days)", zh: "监测数据保留天数" },
    remark: {
      en: "0 keeps them for ever. They go by whole months; what is under legal hold stays, rollups have limits of their own.",
      zh: "0 表示永久保留，按整月清理。处于法律保全中的数据予以保留，聚合数据另行设置。",
    },
    fallback: 730,
    read: wholeNumber(0, 3650),
  },
  minuteRollupDays: {
    key: "sys.data.minuteRollupDays",
    name: { en: "Keep rollups of 1 minute (days)", zh: "1 分钟聚合数据保留天数" },
    remark: { en: "0 keeps them for ever. They go by whole months.", zh: "0 表示永久保留，按整月清理。" },
    fallback: 1095,
    read: wholeNumber(0, 3650),
  },
  hourRollupDays: {
    key: "sys.data.hourRollupDays",
    name: { en: "Keep rollups of 1 hour (days)", zh: "1 小时聚合数据保留天数" },
    remark: { en: "0 keeps them for ever. They go by whole years.", zh: "0 表示永久保留，按整年清理。" },
    fallback: 3650,
    read: wholeNumber(0, 36_500),
  },
  dayRollupDays: {
    key: "sys.data.dayRollupDays",
    name: { en: "Keep rollups of 1 day (days)", zh: "1 天聚合数据保留天数" },
    remark: { en: "0 keeps them for ever.", zh: "0 表示永久保留。" },
    fallback: 0,
    read: wholeNumber(0, 36_500),
  },
  eventDays: {
    key: "sys.data.eventDays",
    name: { en: "Keep events of devices (days)", zh: "设备事件保留天数" },
    remark: {
      en: "0 keeps them for ever. What is under legal hold stays.",
      zh: "0 表示永久保留。处于法律保全中的事件予以保留。",
    },
    fallback: 1825,
    read: wholeNumber(0, 36_500),
  },
  loginLogDays: {
    key: "sys.log.loginDays",
    name: { en: "Keep the log-in log (days)", zh: "登录日志保留天数" },
    remark: { en: "0 keeps it for ever.", zh: "0 表示永久保留。" },
    fallback: 365,
    read: wholeNumber(0, 3650),
  },
  jobLogDays: {
    key: "sys.log.jobDays",
    name: { en: "Keep the log of scheduled tasks (days)", zh: "定时任务日志保留天数" },
    remark: { en: "0 keeps it for ever.", zh: "0 表示永久保留。" },
    fallback: 90,
    read: wholeNumber(0, 3650),
  },
  deviceLogDays: {
    key: "sys.log.deviceDays",
    name: { en: "Keep devices' own logs (days)", zh: "设备日志保留天数" },
    remark: {
      en: "0 keeps them for ever. Of each device the newest 5,000 lines are kept at most.",
      zh: "0 表示永久保留。每台设备最多保留最新 5,000 条。",
    },
    fallback: 180,
    read: wholeNumber(0, 3650),
  },
  connectionDays: {
    key: "sys.log.connectionDays",
    name: { en: "Keep connections of devices (days)", zh: "设备连接记录保留天数" },
    remark: {
      en: "0 keeps them for ever. Uptime looks back over 90 days, so 90 is the least.",
      zh: "0 表示永久保留。在线率回看 90 天，因此最少为 90。",
    },
    fallback: 400,
    read: forEverOr(90, 3650),
  },
  commandStepDays: {
    key: "sys.log.commandDays",
    name: { en: "Keep steps of commands (days)", zh: "指令过程记录保留天数" },
    remark: {
      en: "Of commands that have ended, and the runs of timed tasks; the commands themselves stay. 0 keeps them for ever. What is under legal hold stays.",
      zh: "已结束指令的过程记录和定时任务的执行记录；指令本身保留。0 表示永久保留。处于法律保全中的记录予以保留。",
    },
    fallback: 730,
    read: wholeNumber(0, 3650),
  },
  pictureDays: {
    key: "sys.media.pictureDays",
    name: { en: "Keep pictures (days)", zh: "图片保留天数" },
    remark: { en: "0 keeps them for ever.", zh: "0 表示永久保留。" },
    fallback: 365,
    read: wholeNumber(0, 3650),
  },
  clipDays: {
    key: "sys.media.clipDays",
    name: { en: "Keep clips (days)", zh: "视频保留天数" },
    remark: {
      en: "0 keeps them for ever. Recordings of a camera are kept as long as the camera says.",
      zh: "0 表示永久保留。摄像头录像按摄像头的设置保留。",
    },
    fallback: 90,
    read: wholeNumber(0, 3650),
  },
  madeFileHours: {
    key: "sys.file.madeHours",
    name: { en: "Keep exported files (hours)", zh: "导出文件保留时长（小时）" },
    remark: {
      en: "1 to 720. Exports and import reports that nobody fetched go after that long.",
      zh: "1 至 720，超时未下载的导出文件和导入报告将被清理。",
    },
    fallback: 24,
    read: wholeNumber(1, 720),
  },
  diskWarnMb: {
    key: "sys.server.diskWarnMb",
    name: { en: "Warn below this free space (MB)", zh: "磁盘剩余空间预警值（MB）" },
    remark: {
      en: "300 to 1000000. The administrators get a notice; writes stop at 300 MB in any case.",
      zh: "300 至 1000000，低于该值时通知管理员；低于 300 MB 时停止写入。",
    },
    fallback: 2048,
    read: wholeNumber(300, 1_000_000),
  },
} as const satisfies Record<string, BuiltInSetting<boolean> | BuiltInSetting<number>>;

function yesOrNo(text: string): ReturnType<BuiltInSetting<boolean>["read"]> {
  if (text === "true" || text === "false") return { ok: true, value: text === "true" };
  return { ok: false, words: { en: "is true or false", zh: "只能为 true 或 false" } };
}

function forEverOr(min: number, max: number): BuiltInSetting<number>["read"] {
  return (text) =>
    text === "0"
      ? { ok: true, value: 0 }
      : {
          ...wholeNumber(min, max)(text),
          words: {
            en: `is 0 or a whole number from ${min} to ${max}`,
            zh: `应为 0 或 ${min} 至 ${max} 的整数`,
          },
        };
}

function wholeNumber(min: number, max: number): BuiltInSetting<number>["read"] {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return { ok: true, value };
    return {
      ok: false,
      words: { en: `is a whole number from ${min} to ${max}`, zh: `应为 ${min} 至 ${max} 的整数` },
    };
  };
}
