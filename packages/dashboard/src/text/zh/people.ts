import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";

/** Texts of people. */
export const people: Catalogue["people"] = {
  title: "成员",
  hint: "普通成员可以读写；管理员还可以删除，并管理密钥和成员。",
  hintForMembers: "由管理员和所有者邀请成员。",
  invite: "邀请",
  submitInvite: "发送邀请",
  email: "邮箱",
  role: "角色",
  roles: { member: "普通成员", admin: "管理员", owner: "所有者" },
  roleHints: {
    member: "读写空间和文档，以及提问。",
    admin: "还可以删除、创建 API 密钥，以及邀请和移除成员。",
  },
  makeRole: { member: "普通成员", admin: "管理员" },
  you: "（你）",
  remove: "移出组织",
  removeTitle: (name) => `将${name}移出组织？`,
  removeHint: "其访问权限将立即失效，其助手也一样。其创建的 API 密钥继续有效。之后可以重新邀请。",
  submitRemove: "移出",
  removeDone: (email) => `已移出 ${email}`,
  transfer: "设为所有者",
  transferTitle: (name) => `将 ${name} 设为所有者？`,
  transferHint: "一个组织只有一位所有者。你将成为管理员，只有新的所有者才能把所有权转回。",
  transferConfirm: (email) => `输入“${email}”以确认`,
  submitTransfer: "转让所有权",
  transferDone: (name) => `${name} 现在是所有者`,
  invited: (email) => `已邀请 ${email}`,
  invitedHint: "如果此服务器可以发送邮件，邀请邮件已发出。也可以使用以下链接，七天内有效：",
  invitations: "邀请",
  openUntil: (when) => `${when}到期`,
  copyLink: "复制链接",
  withdraw: "撤回",
};

/** Texts of usage. */
export const usage: Catalogue["usage"] = {
  title: "用量",
  hint: (organization, tier) => `${organization} 使用 ${tier} 套餐。`,
  tiers: { sandbox: "沙盒版", developer: "开发者版", pro: "专业版", enterprise: "企业版" },
  spaces: "空间",
  documents: "文档",
  storage: "存储",
  originals: "原始文件的大小",
  apiKeys: "API 密钥",
  perSpace: (limit) => `每个空间最多 ${limit} 个`,
  calls: (seconds) =>
    seconds === 60 ? "本分钟的调用" : seconds === 86_400 ? "今天的调用" : `${integer(seconds)} 秒内的调用`,
  resets: (when) => `${when}重新计数`,
  of: (limit) => `上限 ${limit}`,
  unlimited: "无限制",
  kept: "文档会一直保留，直到被删除。",
  keptDays: (n) => `文档在最后一次更改 ${integer(n)} 天后被删除。`,
  overTime: "最近 30 天",
  overTimeHint: "日期按 UTC 计算。存储和文档数为每天结束时的数值。",
  callsOfDay: "每天的调用",
  plotSummary: (today, highest) => `今天 ${today}，最高 ${highest}`,
  asTable: "以表格显示",
  day: "日期",
  notRecorded: "未记录",
};
