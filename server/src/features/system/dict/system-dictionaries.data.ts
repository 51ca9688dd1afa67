import { dictionary, type ShippedDictionary } from "./shipped-dictionary.ts";

/** What administration needs: flags, states and kinds. */
export const systemDictionaries: readonly ShippedDictionary[] = [
  dictionary("sys_normal_disable", "Enabled or disabled", "系统开关", [
    ["0", "Enabled", "启用", "success"],
    ["1", "Disabled", "停用", "danger"],
  ]),
  dictionary("sys_show_hide", "Visible or hidden", "显示状态", [
    ["0", "Visible", "显示", "success"],
    ["1", "Hidden", "隐藏", "default"],
  ]),
  dictionary("sys_yes_no", "Yes or no", "系统是否", [
    ["0", "Yes", "是", "primary"],
    ["1", "No", "否", "default"],
  ]),
  dictionary("sys_user_sex", "Sex", "用户性别", [
    ["0", "Male", "男"],
    ["1", "Female", "女"],
    ["2", "Not specified", "未填写"],
  ]),
  dictionary("sys_common_status", "Result", "操作结果", [
    ["0", "Success", "成功", "success"],
    ["1", "Failure", "失败", "danger"],
  ]),
  dictionary("sys_notice_type", "Notice type", "通知类型", [
    ["1", "Notice", "通知", "default"],
    ["2", "Announcement", "公告", "default"],
  ]),
  dictionary("sys_notice_status", "Notice state", "通知状态", [
    ["0", "Published", "已发布", "success"],
    ["1", "Draft", "草稿", "default"],
  ]),
  dictionary("sys_job_status", "Job state", "任务状态", [
    ["0", "Enabled", "启用", "success"],
    ["1", "Paused", "暂停", "default"],
  ]),
  dictionary("sys_job_group", "Job group", "任务分组", [
    ["DEFAULT", "Default", "默认"],
    ["SYSTEM", "System", "系统"],
  ]),
  dictionary("sys_oper_type", "Type of operation", "操作类型", [
    ["0", "Other", "其他", "info"],
    ["1", "Add", "新增", "info"],
    ["2", "Edit", "修改", "info"],
    ["3", "Delete", "删除", "danger"],
    ["4", "Assign rights", "授权", "primary"],
    ["5", "Export", "导出", "warning"],
    ["6", "Import", "导入", "warning"],
    ["7", "Force log-out", "强退", "danger"],
    ["8", "Generate code", "生成代码", "warning"],
    ["9", "Clear", "清空数据", "danger"],
  ]),
  dictionary("sys_job_misfire", "Missed runs", "错过执行的处理", [
    ["1", "Run each missed run", "逐次补执行"],
    ["2", "Run once", "补执行一次"],
    ["3", "Skip", "跳过"],
  ]),
  dictionary("sys_job_result", "Job result", "任务执行结果", [
    ["running", "Running", "执行中", "info"],
    ["done", "Done", "成功", "success"],
    ["failed", "Failed", "失败", "danger"],
    ["interrupted", "Interrupted", "已中断", "warning"],
  ]),
  dictionary("sys_data_scope", "Data scope", "数据范围", [
    ["all", "All data", "全部数据"],
    ["chosen", "Selected units", "自定义单位"],
    ["unit", "Own unit", "本单位"],
    ["unitAndBelow", "Own unit and below", "本单位及下级"],
    ["own", "Own records", "仅本人"],
  ]),
];
