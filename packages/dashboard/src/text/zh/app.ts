import type { Catalogue } from "../en.ts";

/** Texts of the frame of the dashboard. */
export const app: Catalogue["app"] = {
  name: "Quarry",
  skip: "跳到正文",
  navigation: "主导航",
  notFound: "页面不存在",
  notFoundHint: "地址可能有误，或者它指向的内容已被删除。",
  toSpaces: "前往空间列表",
  reference: "API 参考",
  account: "账户与助手",
  signOut: "退出登录",
  organization: "组织",
  switchTo: "切换组织",
  loading: "正在加载…",
  justNow: "刚刚",
  comma: "、",
  noOrganization: "你还不属于任何组织",
  noOrganizationHint: "请他人邀请你，或在账户页面选择一个组织。",
};

/** Texts of actions that many pages offer. */
export const action: Catalogue["action"] = {
  cancel: "取消",
  close: "关闭",
  save: "保存",
  retry: "重试",
  more: "更多操作",
  copy: "复制",
  copied: "已复制",
  notCopied: "浏览器不允许复制",
  clear: "清除",
};

/** Texts of pages that could not be loaded. */
export const problem: Catalogue["problem"] = {
  title: "加载失败",
  unreachable: "无法连接服务器。",
  goesOn: "正在自动重试…",
  forbidden: "你无法访问此页面",
  roleNeeded: "只有组织的管理员和所有者可以执行此操作。",
  unexpected: "发生意外错误，请重试。",
};

/** Texts of a session that ended. */
export const session: Catalogue["session"] = {
  title: "会话已结束",
  hint: "请重新登录以继续，已输入的内容仍在。",
  email: "邮箱",
  password: "密码",
  signIn: "登录",
  otherPerson: "这是另一个账户，请以 {email} 登录。",
};

/** Texts of the navigation. */
export const nav: Catalogue["nav"] = {
  spaces: "空间",
  playground: "试验台",
  keys: "API 密钥",
  people: "成员",
  assistants: "助手",
  webhooks: "Webhook",
  questions: "提问记录",
  usage: "用量",
  audit: "审计日志",
  more: "更多",
};
