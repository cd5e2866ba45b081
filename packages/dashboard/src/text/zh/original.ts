import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the original of a document. */
export const original: Catalogue["original"] = {
  beginning: (shown, all) => `仅显示文件的开头：${shown}，共 ${all}。下载后可查看全部内容。`,
  tooLarge: (most) => `文件超过 ${most}，因此不在此显示，但可以下载。`,
  damaged: "PDF 文件已损坏，无法显示其页面，但可以下载。",
  locked: "PDF 文件需要密码，无法在此显示其页面，但可以下载。",
  gone: "该文档的文件已不存在。",
  busy: "服务器正忙。",
  refused: "服务器未提供该文件。",
  broken: "此浏览器无法显示该图片，但可以下载。",
  brokenTable: "文件无法显示为表格，但可以下载。",
  unshown: "浏览器无法显示此类文件，其文本见各段落。",
  withoutRemote: "不含脚本、样式、链接和外部图片。",
  pictureOf: (filename) => `图片 ${filename}`,
  tableOf: (filename) => `${filename} 的表格`,
  sheet: "工作表",
  frameOf: (filename) => `${filename} 的内容`,
  rows: count("行"),
  firstRows: (rows, columns) => `仅显示前 ${rows} 行和前 ${columns} 列。`,
  subject: "主题",
  from: "发件人",
  to: "收件人",
  cc: "抄送",
  date: "日期",
  attachments: "附件",
  thumbnail: (page) => `第 ${integer(page)} 页，已标出段落`,
};
