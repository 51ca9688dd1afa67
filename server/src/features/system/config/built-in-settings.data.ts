import type { LocalizedText } from "../../../platform/localized-text.ts";

/** A parameter that the server reads: its key never changes, its value is checked before it is kept. */
export type BuiltInSetting<T> = {
  key: string;
  name: LocalizedText;
  remark: LocalizedText;
  fallback: T;
  isPublic?: boolean;
  /** Reads what was typed; the words of what is wrong with it otherwise. */
  read(text: string): { ok: true; value: T } | { ok: false; text: LocalizedText };
};

/** All of them, by the name under which the program asks for them. */
export const builtInSettings = {
  captchaEnabled: {
    key: "sys.account.captchaEnabled",
    name: { en: "Verification code at log-in", zh: "登录验证码" },
    remark: {
      en: "true or false. CAPTCHA=off in the environment turns it off regardless of this setting.",
      zh: "true 或 false。若环境变量 CAPTCHA=off，则始终关闭。",
    },
    fallback: true,
    isPublic: true,
    read: yesOrNo,
  },
  registration: {
    key: "sys.account.registerUser",
    name: { en: "Account requests", zh: "账号申请" },
    remark: {
      en: "true or false. Whether people can request an account on the log-in page. Each request needs approval.",
      zh: "true 或 false。是否允许在登录页申请账号，申请须经审批。",
    },
    fallback: true,
    isPublic: true,
    read: yesOrNo,
  },
  qrForPrivileged: {
    key: "sys.qr.privileged",
    name: {
      en: "QR log-in for administrators, auditors and custodians",
      zh: "允许管理员、审计员、保管员扫码登录",
    },
    remark: {
      en: "true or false. A relayed QR code can deceive a person; a passkey cannot be relayed.",
      zh: "true 或 false。二维码可能被转发以骗取登录，通行密钥不会。",
    },
    fallback: false,
    read: yesOrNo,
  },
  qrFromOtherNetworks: {
    key: "sys.qr.otherNetworks",
    name: { en: "QR log-in across networks", zh: "允许跨网络扫码登录" },
    remark: {
      en: "true or false. True: a phone in another network than the browser confirms the user's identity again. False: it is refused.",
      zh: "true 或 false。true：手机与浏览器不在同一网络时需再次确认身份；false：拒绝登录。",
    },
    fallback: true,
    read: yesOrNo,
  },
  signOnOnly: {
    key: "sys.signOn.only",
    name: { en: "Single sign-on only", zh: "仅允许单点登录" },
    remark: {
      en: "true or false. True: passwords open no session; people log in at the identity provider or with a passkey. Needs two administrators with a passkey. APP users are not affected.",
      zh: "true 或 false。true：关闭密码登录，仅可通过身份提供方或通行密钥登录；须有两名管理员持有通行密钥。APP 用户不受影响。",
    },
    fallback: false,
    read: yesOrNo,
  },
  sessionHours: {
    key: "sys.session.lifeHours",
    name: { en: "Session lifetime (hours)", zh: "会话有效期（小时）" },
    remark: {
      en: "1 to 168. Applies to sessions that start after the change.",
      zh: "1 至 168，对修改后新建的会话生效。",
    },
    fallback: 12,
    read: wholeNumber(1, 168),
  },
  sessionIdleMinutes: {
    key: "sys.session.idleMinutes",
    name: { en: "End sessions without activity after (minutes)", zh: "无操作自动退出时间（分钟）" },
    remark: {
      en: "0 never ends them; 5 to 1440 otherwise, 30 is usual. What a page refreshes by itself is no activity, so screens on a wall end too.",
      zh: "0 表示不自动退出，否则为 5 至 1440，常用 30。页面自动刷新不算操作，大屏也会退出。",
    },
    fallback: 0,
    read: forEverOr(5, 1440),
  },
  publicationFloor: {
    key: "sys.laboratory.publicationFloor",
    name: { en: "Smallest published population", zh: "公布人均数据的最小服务人口" },
    remark: {
      en: "1 to 100000 inhabitants. Sheets for others (EUDA/SCORE, PHES-ODM) hold no figure per inhabitant of a smaller sampling point, because it may point at people.",
      zh: "1 至 100000 人。服务人口低于该值的采样点，其人均数据不写入对外表格（EUDA/SCORE、PHES-ODM），以免指向具体人群。",
    },
    fallback: 1000,
    read: wholeNumber(1, 100_000),
  },
  messageLogDays: {
    key: "sys.log.messageDays",
    name: { en: "Device message retention (days)", zh: "设备消息日志保留天数" },
    remark: {
      en: "0 keeps them forever. Deleted in whole weeks. Readings, events and commands are not affected.",
      zh: "0 表示永久保留，按整周清理。监测数据、事件和指令不受影响。",
    },
    fallback: 180,
    read: wholeNumber(0, 3650),
  },
  readingDays: {
    key: "sys.data.readingDays",
    name: { en: "Reading retention (days)", zh: "监测数据保留天数" },
    remark: {
      en: "0 keeps them forever. Deleted in whole months. Data under legal hold is kept; rollups have their own retention.",
      zh: "0 表示永久保留，按整月清理。处于法律保全中的数据予以保留；聚合数据另行设置。",
    },
    fallback: 730,
    read: wholeNumber(0, 3650),
  },
  minuteRollupDays: {
    key: "sys.data.minuteRollupDays",
    name: { en: "1-minute rollup retention (days)", zh: "1 分钟聚合数据保留天数" },
    remark: { en: "0 keeps them forever. Deleted in whole months.", zh: "0 表示永久保留，按整月清理。" },
    fallback: 1095,
    read: wholeNumber(0, 3650),
  },
  hourRollupDays: {
    key: "sys.data.hourRollupDays",
    name: { en: "1-hour rollup retention (days)", zh: "1 小时聚合数据保留天数" },
    remark: { en: "0 keeps them forever. Deleted in whole years.", zh: "0 表示永久保留，按整年清理。" },
    fallback: 3650,
    read: wholeNumber(0, 36_500),
  },
  dayRollupDays: {
    key: "sys.data.dayRollupDays",
    name: { en: "1-day rollup retention (days)", zh: "1 天聚合数据保留天数" },
    remark: { en: "0 keeps them forever.", zh: "0 表示永久保留。" },
    fallback: 0,
    read: wholeNumber(0, 36_500),
  },
  eventDays: {
    key: "sys.data.eventDays",
    name: { en: "Device event retention (days)", zh: "设备事件保留天数" },
    remark: {
      en: "0 keeps them forever. Events under legal hold are kept.",
      zh: "0 表示永久保留。处于法律保全中的事件予以保留。",
    },
    fallback: 1825,
    read: wholeNumber(0, 36_500),
  },
  loginLogDays: {
    key: "sys.log.loginDays",
    name: { en: "Log-in log retention (days)", zh: "登录日志保留天数" },
    remark: { en: "0 keeps it forever.", zh: "0 表示永久保留。" },
    fallback: 365,
    read: wholeNumber(0, 3650),
  },
  jobLogDays: {
    key: "sys.log.jobDays",
    name: { en: "Job log retention (days)", zh: "定时任务日志保留天数" },
    remark: { en: "0 keeps it forever.", zh: "0 表示永久保留。" },
    fallback: 90,
    read: wholeNumber(0, 3650),
  },
  deviceLogDays: {
    key: "sys.log.deviceDays",
    name: { en: "Device log retention (days)", zh: "设备日志保留天数" },
    remark: {
      en: "0 keeps them forever. At most the newest 5,000 lines of each device are kept.",
      zh: "0 表示永久保留。每台设备最多保留最新 5,000 条。",
    },
    fallback: 180,
    read: wholeNumber(0, 3650),
  },
  connectionDays: {
    key: "sys.log.connectionDays",
    name: { en: "Device connection retention (days)", zh: "设备连接记录保留天数" },
    remark: {
      en: "0 keeps them forever. Minimum 90, because uptime covers the last 90 days.",
      zh: "0 表示永久保留。在线率按最近 90 天统计，因此不能少于 90。",
    },
    fallback: 400,
    read: forEverOr(90, 3650),
  },
  commandStepDays: {
    key: "sys.log.commandDays",
    name: { en: "Command step retention (days)", zh: "指令过程记录保留天数" },
    remark: {
      en: "Steps of finished commands and runs of timed tasks. The commands themselves are kept. 0 keeps them forever. Records under legal hold are kept.",
      zh: "已结束指令的过程记录和定时任务的执行记录；指令本身保留。0 表示永久保留。处于法律保全中的记录予以保留。",
    },
    fallback: 730,
    read: wholeNumber(0, 3650),
  },
  pictureDays: {
    key: "sys.media.pictureDays",
    name: { en: "Picture retention (days)", zh: "图片保留天数" },
    remark: { en: "0 keeps them forever.", zh: "0 表示永久保留。" },
    fallback: 365,
    read: wholeNumber(0, 3650),
  },
  clipDays: {
    key: "sys.media.clipDays",
    name: { en: "Clip retention (days)", zh: "视频保留天数" },
    remark: {
      en: "0 keeps them forever. Camera recordings follow the retention of their camera.",
      zh: "0 表示永久保留。摄像头录像按摄像头的设置保留。",
    },
    fallback: 90,
    read: wholeNumber(0, 3650),
  },
  madeFileHours: {
    key: "sys.file.madeHours",
    name: { en: "Exported file retention (hours)", zh: "导出文件保留时长（小时）" },
    remark: {
      en: "1 to 720. Exports and import reports that are not downloaded are deleted after this time.",
      zh: "1 至 720，超时未下载的导出文件和导入报告将被清理。",
    },
    fallback: 24,
    read: wholeNumber(1, 720),
  },
  boxSecondFactor: {
    key: "sys.evidence.boxSecondFactor",
    name: { en: "Second factor to open an evidence box", zh: "开启物证箱须使用第二因素" },
    remark: {
      en: "true or false. True: each of the two persons confirms with a passkey or an authenticator app. False: a password is enough, and the record says so.",
      zh: "true 或 false。true：两名经手人均须使用通行密钥或身份验证器确认；false：仅密码即可，并在记录中注明。",
    },
    fallback: true,
    read: yesOrNo,
  },
  diskWarnMb: {
    key: "sys.server.diskWarnMb",
    name: { en: "Free space warning (MB)", zh: "磁盘剩余空间预警值（MB）" },
    remark: {
      en: "300 to 1000000. Below this the administrators are notified. Writes always stop at 300 MB.",
      zh: "300 至 1000000，低于该值时通知管理员；低于 300 MB 时停止写入。",
    },
    fallback: 2048,
    read: wholeNumber(300, 1_000_000),
  },
} as const satisfies Record<string, BuiltInSetting<boolean> | BuiltInSetting<number>>;

function yesOrNo(text: string): ReturnType<BuiltInSetting<boolean>["read"]> {
  if (text === "true" || text === "false") return { ok: true, value: text === "true" };
  return { ok: false, text: { en: "must be true or false", zh: "只能为 true 或 false" } };
}

function forEverOr(min: number, max: number): BuiltInSetting<number>["read"] {
  return (text) =>
    text === "0"
      ? { ok: true, value: 0 }
      : {
          ...wholeNumber(min, max)(text),
          text: {
            en: `must be 0 or a whole number from ${min} to ${max}`,
            zh: `应为 0 或 ${min} 至 ${max} 之间的整数`,
          },
        };
}

function wholeNumber(min: number, max: number): BuiltInSetting<number>["read"] {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return { ok: true, value };
    return {
      ok: false,
      text: { en: `must be a whole number from ${min} to ${max}`, zh: `应为 ${min} 至 ${max} 之间的整数` },
    };
  };
}
