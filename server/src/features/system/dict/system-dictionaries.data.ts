import { dictionary, type ShippedDictionary } from "./shipped-dictionary.ts";

/** What administration needs: flags, states and kinds. */
export const systemDictionaries: readonly ShippedDictionary[] = [
  dictionary("sys_normal_disable", "Normal or disabled", "系统开关", [
    ["0", "Normal", "正常", "success"],
    ["1", "Disabled", "停用", "danger"],
  ]),
  dictionary("sys_show_hide", "Shown or hidden", "显示状态", [
    ["0", "Shown", "显示", "success"],
    ["1", "Hidden", "隐藏", "default"],
  ]),
  dictionary("sys_yes_no", "Yes or no", "系统是否", [
    ["0", "Yes", "是", "primary"],
    ["1", "No", "否", "default"],
  ]),
  dictionary("sys_user_sex", "Sex", "用户性别", [
    ["0", "Male", "男"],
    ["1", "Female", "女"],
    ["2", "Not stated", "未知"],
  ]),
  dictionary("sys_common_status", "Result", "操作结果", [
    ["0", "Success", "成功", "success"],
    ["1", "Failure", "失败", "danger"],
  ]),
  dictionary("sys_notice_type", "Kind of notice", "通知类型", [
    ["1", "Notice", "通知", "default"],
    ["2", "Announcement", "公告", "default"],
  ]),
  dictionary("sys_notice_status", "State of a notice", "通知状态", [
    ["0", "Published", "已发布", "success"],
    ["1", "Draft", "草稿", "default"],
  ]),
  dictionary("sys_job_status", "State of a task", "任务状态", [
    ["0", "Scheduled", "启用", "success"],
    ["1", "Paused", "暂停", "default"],
  ]),
  dictionary("sys_job_misfire", "Missed firings", "错过执行的处理", [
    ["1", "Make up for each", "逐次补执行"],
    ["2", "Run once", "补执行一次"],
    ["3", "Leave out", "放弃执行"],
  ]),
  dictionary("sys_job_result", "Result of a task", "任务执行结果", [
    ["running", "Running", "执行中", "info"],
    ["done", "Done", "成功", "success"],
    ["failed", "Failed", "失败", "danger"],
    ["interrupted", "Interrupted", "已中断", "warning"],
  ]),
  dictionary("sys_data_scope", "Data scope", "数据范围", [
    ["all", "All data", "全部数据"],
    ["chosen", "Chosen units", "自定义单位"],
    ["unit", "Own unit", "本单位"],
    ["unitAndBelow", "Own unit and below", "本单位及以下"],
    ["own", "Own records", "仅本人"],
  ]),
];
