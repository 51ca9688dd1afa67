/** The verdicts on an evidence file, what they rest on, and their sentences in both languages. */

export const verdictKinds = ["records", "complete", "log", "files", "signatures", "time"] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/**
 * `missing`: the file has nothing of it. `partial`: some of it, and what is there is right. `unconfirmed`: it depends on
 * a key or a verdict that is not confirmed.
 */
export type VerdictState = "ok" | "failed" | "unconfirmed" | "partial" | "missing";

type Facts = {
  seq?: number;
  line?: number;
  nth?: number;
  count?: number;
  size?: number;
  byKey?: number;
  totp?: number;
  password?: number;
  key?: string;
  about?: string;
  name?: string;
  origin?: string;
  time?: string;
};

/** What a verdict rests on; the first of several is the first event that is wrong. */
export type Finding = { code: keyof typeof sentences } & Facts;
export type Verdict = { kind: VerdictKind; state: VerdictState; findings: Finding[] };

export function failed(kind: VerdictKind, findings: Finding[]): Verdict {
  return { kind, state: "failed", findings };
}

export type Language = "en" | "zh";

/** Names in braces are taken from the finding. */
const sentences = {
  records: [
    "All {count} records and the document are as they were when the checkpoint was signed.",
    "全部 {count} 条记录及委托文件与检查点签署时一致。",
  ],
  changed: ["Record {seq} was changed.", "记录 {seq} 已被改动。"],
  outOfOrder: ["Record {seq} is out of order.", "记录 {seq} 顺序有误。"],
  document: [
    "The document is not the one that was exported: its hash is in no record of an export.",
    "委托文件与导出时不一致：其哈希值与任何导出记录均不符。",
  ],
  noRecords: ["The file has no records.", "文件中没有任何记录。"],
  noExport: [
    "The records are unchanged. The document is not shown: no record of its export is in the file.",
    "记录未被改动；文件中没有导出记录，委托文件无法证明。",
  ],
  logFailed: ["Not shown, because the place in the log failed.", "因“日志位置”核验未通过，无法证明。"],
  complete: [
    "Every event is in the file: the entrustment and each of its items have as many as the checkpoint counts.",
    "事件无遗漏：委托及各检材的事件数量均与检查点一致。",
  ],
  left: [
    "Event {nth} of {about} is left out ({count} at the checkpoint).",
    "{about} 的第 {nth} 个事件被遗漏（检查点共计 {count} 个）。",
  ],
  lastDiffers: [
    "The last event of {about} is record {seq} at the checkpoint; the file ends earlier or later.",
    "检查点中 {about} 的最后事件为记录 {seq}，与本文件不符。",
  ],
  tooMany: [
    "{about} has more events in the file than the checkpoint counts ({count}).",
    "{about} 在文件中的事件多于检查点计数（{count}）。",
  ],
  noCount: ["There is no count of the events of {about}.", "缺少 {about} 的事件计数。"],
  badCount: ["Line {line} of the counts cannot be read.", "事件计数第 {line} 行无法读取。"],
  wrongCount: [
    "The count of the events of {about} is not the one in the checkpoint.",
    "{about} 的事件计数与检查点不符。",
  ],
  stranger: ["Record {seq} is not about this entrustment.", "记录 {seq} 与本委托无关。"],
  damaged: [
    "Not shown, because records were changed; besides them nothing is left out.",
    "因有记录被改动，无法完全证明；除此之外无遗漏。",
  ],
  log: [
    "Every record is in the log “{origin}” of {size} records, signed by a key that you entered.",
    "每条记录均位于日志“{origin}”（共 {size} 条）中，由您输入的密钥签署。",
  ],
  ownKey: [
    "Every record is in the log “{origin}” of {size} records, signed by a key that only this file names. Enter the key that the institution publishes.",
    "每条记录均位于日志“{origin}”（共 {size} 条）中，但签署密钥仅由本文件给出。请输入机构公布的密钥。",
  ],
  witnessed: ["Countersigned by the witness {name} at {time}.", "见证人 {name} 于 {time} 联署。"],
  claimed: [
    "It carries countersignatures of witnesses whose keys you have not entered: {name}.",
    "含以下见证人的联署，但您尚未输入其密钥：{name}。",
  ],
  notWitnessed: [
    "The checkpoint is not countersigned by the witness {name}.",
    "检查点未经见证人 {name} 联署。",
  ],
  wrongWitness: ["The countersignature of the witness {name} is wrong.", "见证人 {name} 的联署签名错误。"],
  noCheckpoint: ["The checkpoint is missing or cannot be read.", "检查点缺失或无法读取。"],
  signature: ["The signature of the checkpoint is wrong.", "检查点签名错误。"],
  otherKey: ["The checkpoint is not signed by a key that you entered.", "检查点并非由您输入的密钥签署。"],
  badProof: ["Line {line} of the proofs cannot be read.", "证明第 {line} 行无法读取。"],
  notInLog: [
    "The proof of record {seq} does not lead to the checkpoint.",
    "记录 {seq} 的证明不能推导至检查点。",
  ],
  noProof: ["Record {seq} has no proof.", "记录 {seq} 缺少证明。"],
  files: ["Every file is as it was recorded ({count} in all).", "全部 {count} 个附件与登记一致。"],
  noFiles: [
    "The file has no photos or attachments. {count} hashes of photos are recorded.",
    "本文件不含照片或附件；已登记照片哈希值 {count} 个。",
  ],
  fileChanged: ["The file {name} was changed.", "附件 {name} 已被改动。"],
  fileMissing: ["The file {name} is missing.", "附件 {name} 缺失。"],
  fileSwapped: [
    "The file {name} is not the one whose hash record {seq} holds: it was swapped.",
    "附件 {name} 与记录 {seq} 登记的哈希值不符：文件已被替换。",
  ],
  fileUnrecorded: [
    "No record holds the hash of the file {name}: it was added past the chain.",
    "没有任何记录登记过附件 {name} 的哈希值：该文件系绕过保管链加入。",
  ],
  fileUnknown: [
    "Not shown, because the document that lists the files failed.",
    "因列明附件的委托文件核验未通过，无法证明。",
  ],
  fileUnreadable: ["Line {line} of the files cannot be read.", "附件第 {line} 行无法读取。"],
  attested: [
    "No personal signatures. Who acted is attested by the platform: {count} events by log-in, {byKey} by a program's key.",
    "无个人签名。操作人身份由平台证明：登录操作 {count} 个事件，程序密钥操作 {byKey} 个事件。",
  ],
  signedAll: [
    "Every event that asks for a signature ({count}) carries one of its person's passkey. Compare the keys with those that the persons confirm as theirs.",
    "全部 {count} 个须签名的事件均有本人通行密钥签名。请将密钥标识与当事人确认的密钥核对。",
  ],
  signedDamaged: ["Records were changed: their signatures are not counted.", "有记录被改动，其签名未计入。"],
  signer: [
    "{count} signed by {name} with the passkey {key}.",
    "{name} 使用通行密钥 {key} 签名 {count} 个事件。",
  ],
  attestedRest: [
    "{count} events that ask for a signature have none: their persons are attested by the platform, {totp} with a second factor, {password} by password alone.",
    "{count} 个须签名的事件无个人签名，操作人身份由平台证明：{totp} 个使用第二因素，{password} 个仅使用密码。",
  ],
  attestedBy: [
    "Of these, {count} ask for a signature: {totp} were confirmed with a second factor, {password} by password alone.",
    "其中 {count} 个事件须签名：{totp} 个使用第二因素确认，{password} 个仅使用密码。",
  ],
  badSignature: [
    "The signature of record {seq} is not that of {name} over this record.",
    "记录 {seq} 的签名不是 {name} 对该记录的签名。",
  ],
  stamped: [
    "All records existed at {time}: {name} stamped the checkpoint of {size} records.",
    "全部记录在 {time} 已存在：{name} 对检查点（共 {size} 条）加盖时间戳。",
  ],
  ownStamp: [
    "The checkpoint of {size} records is stamped at {time} by {name}. Enter the certificate of the authority to confirm it.",
    "检查点（共 {size} 条）由 {name} 于 {time} 加盖时间戳。请输入该机构的证书以确认。",
  ],
  stampFollows: [
    "The checkpoint of this file is not stamped yet: the authority did not answer when it was exported.",
    "本文件的检查点尚未加盖时间戳：导出时时间戳机构未应答。",
  ],
  stampedBy: [
    "The first {count} records of the file existed at {time}.",
    "文件中前 {count} 条记录在 {time} 已存在。",
  ],
  badStamp: [
    "Time stamp {line} is damaged, or not over its checkpoint.",
    "第 {line} 个时间戳已损坏，或与其检查点不符。",
  ],
  strangeStamp: [
    "Time stamp {line} is over a checkpoint that the log of this file does not go on from.",
    "第 {line} 个时间戳所对应的检查点与本文件的日志不相连。",
  ],
  otherAuthority: [
    "Time stamp {line} is by {name}, which is not of an authority that you entered.",
    "第 {line} 个时间戳由 {name} 签发，并非您输入的时间戳机构。",
  ],
  noStamp: [
    "No time stamp of an outside authority. The times are those of the platform's clock.",
    "无第三方时间戳，所示时间为平台时钟时间。",
  ],
} as const satisfies Record<string, readonly [en: string, zh: string]>;

export function describeFinding(
  finding: Finding,
  language: Language,
  nameOf = (about: string) => about,
): string {
  const [en, zh] = sentences[finding.code];
  const facts: Readonly<Record<string, string | number | undefined>> = finding;
  return (language === "en" ? en : zh).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = facts[name] ?? "";
    return name === "about" ? nameOf(String(value)) : String(value);
  });
}

export const verdictNames: Record<VerdictKind, readonly [en: string, zh: string]> = {
  records: ["Records unchanged", "记录完整性"],
  complete: ["Nothing left out", "无遗漏"],
  log: ["Place in the log", "日志位置与检查点签名"],
  files: ["Photos and files", "照片与附件"],
  signatures: ["Who signed", "身份与签名"],
  time: ["Time", "时间"],
};

export const stateNames: Record<VerdictState, readonly [en: string, zh: string]> = {
  ok: ["OK", "通过"],
  failed: ["Failed", "未通过"],
  unconfirmed: ["Not confirmed", "待确认"],
  partial: ["In part", "部分"],
  missing: ["Not in the file", "未包含"],
};
