import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the list of documents. */
export const documents: Catalogue["documents"] = {
  all: "全部",
  statusFilter: "状态",
  status: { PENDING: "等待中", PROCESSING: "处理中", COMPLETED: "就绪", FAILED: "失败" },
  stage: {
    reading: "正在读取",
    recognizing: "正在识别文字",
    embedding: "正在向量化",
    storing: "正在存储",
  },
  unit: { pages: "页", bytes: "", chunks: "个段落", files: "个文件" },
  amount: (done, total, unit) => `${done}/${total} ${unit}`.trim(),
  left: (time) => `剩余 ${time}`,
  passages: count("个段落"),
  warnings: count("条警告"),
  count: (_n, shown) => `${shown} 个文档`,
  progressOf: (filename) => `${filename} 的处理进度`,
  empty: "将文件或文件夹拖到此处",
  emptyHint: "支持 PDF、Office、文本、邮件、图片和压缩包。文件以其在文件夹中的路径命名。",
  noneWithStatus: {
    PENDING: "没有等待中的文档",
    PROCESSING: "没有处理中的文档",
    COMPLETED: "还没有就绪的文档",
    FAILED: "没有失败的文档",
  },
  noneWithStatusHint: "空间中的其他文档在“全部”下。",
  retry: "重新处理",
  retryAll: "全部重新处理",
  retrying: (done, total) => `${integer(done)}/${integer(total)}…`,
  download: "下载文件",
  delete: "删除",
  deleteTitle: (filename) => `删除“${filename}”？`,
  deleteHint: "文档及其段落将被删除，且无法撤销。",
  deleteDone: (filename) => `已删除“${filename}”`,
};

/** Texts of uploads. */
export const uploads: Catalogue["uploads"] = {
  list: "上传的文件",
  waiting: "等待中",
  unchangedFile: "未更改",
  title: "正在上传",
  paused: "已暂停",
  done: (n) => `已上传 ${integer(n)} 个`,
  progress: (finished, files, sent, total) => `${finished}/${files} 个文件 · ${sent}/${total}`,
  unchanged: (n) => `${integer(n)} 个未变更`,
  left: (time) => `剩余 ${time}`,
  bytes: (sent, total) => `${sent}/${total}`,
  moreFailures: (n) => `另有 ${integer(n)} 个`,
  pause: "暂停",
  resume: "继续",
  stop: "停止",
  retryFailed: "重试失败的文件",
  files: "上传文件",
  folder: "上传文件夹",
  dropHere: "松开即可上传文件或文件夹",
  unreadable: "无法再读取该文件：它已被更改、移动或删除。请重新选择。",
  unreadableOfDrop: (paths) => `无法读取：${paths}`,
};

/** Texts of one document. */
export const document: Catalogue["document"] = {
  toSpace: "空间中的文档",
  outline: "大纲",
  original: "原文",
  pageOf: (page, count) => `第 ${integer(page)} 页，共 ${integer(count)} 页`,
  pageNumber: "页码",
  ofPages: (count) => `共 ${integer(count)} 页`,
  previousPage: "上一页",
  nextPage: "下一页",
  passagesOnPage: "本页的段落",
  mark: (beginning, number) => `${beginning}（段落 ${integer(number)}）`,
  slide: (slide) => `第 ${integer(slide)} 张幻灯片`,
  sheet: (sheet) => `工作表 ${sheet}`,
  choosePassage: (number) => `段落 ${integer(number)}：显示它在原文中的位置`,
  metadata: "元数据",
  fields: count("个字段"),
  editMetadata: "编辑元数据",
  metadataJson: "JSON 格式的元数据",
  metadataHint: "提问时可以按这些字段筛选。",
  notAnObject: '这不是 JSON 对象，例如 { "year": 2026 }。',
  noPassages: "还没有段落",
  noPassagesHint: "文档处理完成后，段落会显示在这里。",
};
