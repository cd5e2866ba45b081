import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the explanation of a document that is not among the results. */
export const whyNot: Catalogue["whyNot"] = {
  title: "为什么没有那个文档？",
  hint: "从所检索的空间中选择一个文档，查看它为什么不在结果中，或排在第几位。",
  find: "按文件名查找文档",
  found: "具有此名称的文档",
  matches: count("个文档"),
  none: "这些空间中没有文件名包含此内容的文档。",
  narrow: "继续输入名称以查看其他文档。",
  firstSpaces: (n) => `这里只查找前 ${integer(n)} 个空间的文档。`,
  close: "关闭说明",
  foundAt: (place) => `它在结果中，排在第 ${integer(place)} 位。`,
  failed: "处理失败，因此无法找到它：",
  filter: "筛选条件将它排除，原因是：",
  hasValue: "该文档的值为",
  lacksField: "该文档没有此字段。",
  threshold: (similarity, threshold) =>
    `低于下限：其最佳段落的相似度为 ${similarity}，而要求至少为 ${threshold}。`,
  place: (similarity, last) => `低于最后一位：其最佳段落的相似度为 ${similarity}，而最后一个结果为 ${last}。`,
  model: (score, last) => `低于最后一位：模型给其最佳段落 ${score} 分，给最后一个结果 ${last} 分。`,
  reasons: {
    elsewhere: "没有检索它所在的空间。",
    waiting: "它尚未处理，就绪后才能找到。",
    noWord: "其中没有找到问题中的任何词。",
    nothingAlike: "其中没有与问题相近的内容。",
    unclear: "按得分它应在结果中。它可能在此期间有改动，或者没有检索将它列为候选。请再次提问。",
  },
  scores: "与最后一个结果的得分对比",
  best: "它的最佳段落",
  last: (place) => `最后一个结果，第 ${integer(place)} 位`,
  byWords: "按关键词",
  byMeaning: "按语义",
  byModel: "按模型",
};
