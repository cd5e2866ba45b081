import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the first run. */
export const start: Catalogue["start"] = {
  title: "开始使用",
  hint: "三步得到第一个答案，大约需要一分钟。",
  open: "三步开始",
  account: "你的账户",
  accountDone: (email, organization) => `${email}，属于 ${organization}`,
  space: "存放文档的空间",
  spaceHint: "空间存放相关的文档，例如一本手册或一个项目。",
  spaceDone: (name) => `“${name}”已创建`,
  spaceName: "空间名称",
  spaceExample: "员工手册",
  files: "文件",
  filesHint: "将文件夹拖到本页任意位置，或选择一个文件夹。",
  ready: (n, total) => `${integer(total)} 个文档中有 ${integer(n)} 个就绪`,
  failed: count("个文档无法读取"),
  showFailed: "查看原因",
  question: "一个问题",
  questionHint: "问一个你的文档能回答的问题。",
  questionWaits: "有一个文档就绪后即可提问。",
  next: "接下来",
  toSpace: "查看文档",
  toPlayground: "在试验台继续提问",
  toKeys: "为程序创建 API 密钥",
  toAssistants: "连接助手",
  toPeople: "邀请成员",
};
