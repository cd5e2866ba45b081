import type { ReadingSentence } from "../en/reading.ts";

/** Sentences about how files are read, in Chinese. */
export const reading: Readonly<Record<ReadingSentence, string>> = {
  "The file holds no text.": "文件中没有文字。",
  "The file holds no text, only control characters.": "文件中没有文字，只有控制字符。",
  "Send a file that contains text.": "请发送含有文字的文件。",
  "Send a file that contains text, or send the text itself.": "请发送含有文字的文件，或直接发送文字。",
  "1 chapter of the book could not be read.": "书中有 1 章无法读取。",
  "{count} chapters of the book could not be read.": "书中有 {count} 章无法读取。",
  "The book is encrypted by copy protection (DRM).": "此书受版权保护（DRM）加密。",
  "Send a copy without protection.": "请发送未加密的副本。",
  "Text in images was not read, because this service does not recognize text in images (QUARRY_OCR=off).":
    "未读取图片中的文字，因为本服务不识别图片中的文字（QUARRY_OCR=off）。",
  "The PDF has {pages} pages; the limit is {limit}.": "此 PDF 有 {pages} 页，上限为 {limit} 页。",
  "Split it into several files.": "请将其拆分为多个文件。",
  "The PDF is protected by a password.": "此 PDF 受密码保护。",
  "Remove the password and send it again.": "请移除密码后重新发送。",
  "The PDF is damaged and cannot be opened.": "此 PDF 已损坏，无法打开。",
  "Save it again, or print it to a new PDF, and send that.": "请重新保存，或打印为新的 PDF 后再发送。",
  "The file is a ZIP archive in parts; this type is not supported by this version.":
    "该文件是分卷 ZIP 压缩包，本版本不支持此类型。",
  "The file is a WAV or AVI file; this type is not supported by this version.":
    "该文件是 WAV 或 AVI 文件，本版本不支持此类型。",
  "The file is a GIF image; this type is not supported by this version.":
    "该文件是 GIF 图片，本版本不支持此类型。",
  "The file is a HEIC image; this type is not supported by this version.":
    "该文件是 HEIC 图片，本版本不支持此类型。",
  "The file is a bzip2, 7z, RAR or xz archive; this type is not supported by this version.":
    "该文件是 bzip2、7z、RAR 或 xz 压缩包，本版本不支持此类型。",
  "The file is an OLE compound file without a Word, Excel or PowerPoint document or a mail in it; this type is not supported by this version.":
    "该文件是 OLE 复合文件，其中没有 Word、Excel、PowerPoint 文档或邮件，本版本不支持此类型。",
  "The file is {format}; this type is not supported by this version.":
    "该文件是 {format}，本版本不支持此类型。",
  "The file is binary data of a type that is not supported by this version.":
    "该文件是本版本不支持的二进制数据。",
  "Extract its text and send that.": "请提取其中的文字后发送。",
  "Extract its text and send that as plain text, Markdown or HTML.":
    "请提取其中的文字，以纯文本、Markdown 或 HTML 发送。",
  "Unpack it and send the files in it.": "请解压后发送其中的文件。",
  "Save it as PNG and send that.": "请另存为 PNG 后发送。",
  "Save it as JPEG or PNG and send that.": "请另存为 JPEG 或 PNG 后发送。",
  "Save it again as PNG and send that.": "请重新另存为 PNG 后发送。",
  "The file is protected by a password.": "该文件受密码保护。",
  "The file is damaged and cannot be read as a notebook.": "该文件已损坏，无法作为笔记本读取。",
  "The file is damaged and cannot be read as a {kind}.": "该文件已损坏，无法作为 {kind} 读取。",
  "The file is damaged and cannot be read as an {kind}.": "该文件已损坏，无法作为 {kind} 读取。",
  "Open it in the program that made it, save it again and send the new file.":
    "请用创建它的程序打开，重新保存后发送新文件。",
  "Save it again in Jupyter and send that.": "请在 Jupyter 中重新保存后发送。",
  "The file is too large after unpacking.": "该文件解压后过大。",
  "Split it into smaller files, or send its text.": "请拆分为较小的文件，或发送其中的文字。",
  "The OCR language {language} is not installed.": "未安装 OCR 语言 {language}。",
  "Run: {command}, or install tesseract with this language.":
    "请运行：{command}，或安装带有该语言的 tesseract。",
  "{path} is in the archive more than once.": "{path} 在压缩包中出现多次。",
  "Only the first one was read.": "只读取了第一个。",
  "{path} was not read: {message}": "未读取 {path}：{message}",
  "{path} was not read: the space has another document of this name.":
    "未读取 {path}：空间中有另一个同名文档。",
  "Delete or rename it, and send the archive again.": "请删除或重命名该文档，然后重新发送压缩包。",
  "{path} was not read: with the archive's name it is longer than {limit} characters.":
    "未读取 {path}：加上压缩包名称后，名称超过 {limit} 个字符。",
  "No file of the archive could be read.": "压缩包中没有可读取的文件。",
  "The archive has more than {limit} files.": "压缩包中的文件超过 {limit} 个。",
  "The archive is damaged there.": "压缩包在此处已损坏。",
  "Pack it again.": "请重新打包。",
  "It is an archive.": "它是压缩包。",
  "{count} more warnings about other files.": "另有 {count} 条关于其他文件的警告。",
  "{count} long outputs of code were cut after {limit} characters.":
    "{count} 个较长的代码输出在 {limit} 个字符后被截断。",
  "A quote in the record at line {line} is not closed; from there on, each line was read as a row.":
    "第 {line} 行的记录中有未闭合的引号，此后每行按一条记录读取。",
  "The file is an image, and this service does not recognize text in images.":
    "该文件是图片，而本服务不识别图片中的文字。",
  "Send its text, or set QUARRY_OCR=auto on the server.":
    "请发送其中的文字，或在服务器上设置 QUARRY_OCR=auto。",
  "The image has more than {limit} million pixels.": "图片超过 {limit} 百万像素。",
  "Scale it down and send it again.": "请缩小后重新发送。",
  "The image has {pages} pages; the limit is {limit}.": "图片有 {pages} 页，上限为 {limit} 页。",
  "The image is damaged and cannot be opened.": "图片已损坏，无法打开。",
  "The file is not a mailbox: it has no mails.": "该文件不是邮箱：其中没有邮件。",
  "Save single mails as .eml and send them.": "请将单封邮件保存为 .eml 后发送。",
  "The mailbox has more than {limit} mails.": "邮箱中的邮件超过 {limit} 封。",
  "1 attachment was not read.": "1 个附件未读取。",
  "{count} attachments were not read.": "{count} 个附件未读取。",
  "Send what you want to find as documents of their own.": "需要检索的附件请作为单独的文档发送。",
  "The end of the picture is missing.": "图片的末尾缺失。",
  "1 picture was left out.": "略过了 1 张图片。",
  "{count} pictures were left out.": "略过了 {count} 张图片。",
  "1 comment was left out.": "略过了 1 条批注。",
  "{count} comments were left out.": "略过了 {count} 条批注。",
  "1 embedded document was left out.": "略过了 1 个嵌入的文档。",
  "{count} embedded documents were left out.": "略过了 {count} 个嵌入的文档。",
  "Hidden text was left out.": "略过了隐藏的文字。",
  "The file is damaged; its text may be incomplete.": "该文件已损坏，其文字可能不完整。",
  "The text includes a hidden sheet: {names}.": "文字包含一个隐藏的工作表：{names}。",
  "The text includes {count} hidden sheets: {names} and {more} more.":
    "文字包含 {count} 个隐藏的工作表：{names} 等，另有 {more} 个。",
  "The text includes {count} hidden sheets: {names}.": "文字包含 {count} 个隐藏的工作表：{names}。",
  "The file holds {count} characters of text; the limit is {limit}.":
    "文件含有 {count} 个字符，上限为 {limit} 个。",
  "The file holds more than {limit} characters of text, which is the limit.":
    "文件含有的字符超过上限 {limit} 个。",
  "Split the file into several documents.": "请将文件拆分为多个文档。",
  "No text could be read on page {pages} and {more} more.":
    "以下页面没有可读取的文字：{pages}，另有 {more} 页。",
  "No text could be read on page {pages}.": "以下页面没有可读取的文字：{pages}。",
  "Letters in an image were left out, because they are not legible, on page {pages} and {more} more.":
    "以下页面的图片中有无法辨认的文字被略过：{pages}，另有 {more} 页。",
  "Letters in an image were left out, because they are not legible, on page {pages}.":
    "以下页面的图片中有无法辨认的文字被略过：{pages}。",
  "Pictures beside the text were left out on page {pages} and {more} more.":
    "以下页面略过了文字旁的图片：{pages}，另有 {more} 页。",
  "Pictures beside the text were left out on page {pages}.": "以下页面略过了文字旁的图片：{pages}。",
  "The file has no subtitles with times.": "该文件没有带时间的字幕。",
  "Send it as plain text with a file name that ends in .txt.": "请以扩展名为 .txt 的纯文本发送。",
  'The file declares the encoding "{label}", but was read as {encoding}, which its bytes fit.':
    "文件声明的编码为“{label}”，但其字节符合 {encoding}，因此按后者读取。",
  "The file names no encoding; it was read as {encoding}.": "文件未声明编码，按 {encoding} 读取。",
  "If the text is wrong, save the file as UTF-8 and send it again.":
    "如果文字有误，请将文件保存为 UTF-8 后重新发送。",
  "{count} characters could not be decoded; the text shows U+FFFD in their places.":
    "{count} 个字符无法解码，在文字中显示为 U+FFFD。",
  "{count} of {total} characters could not be read; the text shows U+FFFD in their places.":
    "{total} 个字符中有 {count} 个无法读取，在文字中显示为 U+FFFD。",
  "Only {count} characters of text were found in {size} kB.": "在 {size} kB 中只找到 {count} 个字符。",
  "Compare the text with the file: pictures, scripts and embedded files are not read.":
    "请将文字与文件对照：图片、脚本和嵌入的文件不会被读取。",
  "The text in the image of page {pages} and {more} more was recognized with low confidence.":
    "以下页面图片中文字的识别可信度较低：{pages}，另有 {more} 页。",
  "The text in the image of page {pages} was recognized with low confidence.":
    "以下页面图片中文字的识别可信度较低：{pages}。",
  "Words may be wrong or missing.": "可能有错字或漏字。",
  "The file nests its content too deeply.": "文件内容的嵌套过深。",
  "Send its text instead.": "请改为发送其中的文字。",
  "The file is not valid JSON: unexpected {character} at line {line}, column {column}.":
    "该文件不是有效的 JSON：第 {line} 行第 {column} 列出现意外的 {character}。",
  "The file is not valid JSON: the file ends too early at line {line}, column {column}.":
    "该文件不是有效的 JSON：在第 {line} 行第 {column} 列过早结束。",
  "Fix it, or send it as plain text with a file name that ends in .txt.":
    "请修正，或以扩展名为 .txt 的纯文本发送。",
  "The process that reads files crashed on this file {count} times.":
    "读取文件的进程在该文件上崩溃了 {count} 次。",
  "The file may be damaged.": "该文件可能已损坏。",
  "Save it again, or send its text.": "请重新保存，或发送其中的文字。",
  "Reading the file was stopped after {seconds} seconds because it took too long.":
    "读取文件耗时过长，已在 {seconds} 秒后停止。",
  "Reading the file took more than {megabytes} MB of memory and was stopped.":
    "读取文件占用的内存超过 {megabytes} MB，已停止。",
  "The file could not be read.": "无法读取该文件。",
  "It is damaged, or its type is not what its name or content suggests.":
    "它已损坏，或其类型与名称或内容不符。",
  "Save it again and resend it.": "请重新保存后再次发送。",
  "The file is larger than the limit of {limit} bytes.": "文件超过 {limit} 字节的上限。",
  "The original file no longer exists.": "原始文件已不存在。",
  "Upload it again.": "请重新上传。",
  "Processing was interrupted {count} times.": "处理被中断了 {count} 次。",
  "The file may be too large for the service.": "该文件对本服务可能过大。",
  "Split it into smaller files and send them again.": "请拆分为较小的文件后重新发送。",
  "Processing made no progress and was stopped.": "处理没有进展，已停止。",
  "Processing failed because of an error in the service, which its log describes.":
    "服务出错导致处理失败，详情见其日志。",
  "The service's database or storage was unavailable.": "服务的数据库或存储不可用。",
  "Stopped after {count} attempts; send the document again.": "尝试 {count} 次后停止，请重新发送文档。",
  "Stopped after {count} attempts; set the space's chunking again.":
    "尝试 {count} 次后停止，请重新设置空间的切分方式。",
  "Stopped after {count} attempts; process it again.": "尝试 {count} 次后停止，请重新处理。",
  "The service is shutting down.": "服务正在关闭。",
  "Try again soon.": "请稍后再试。",
  "Too many requests write this document at the same time.": "同时写入该文档的请求过多。",
  "This document is still cut by former settings of its space.": "该文档仍按空间以前的设置切分。",
  "This document could not be processed again.": "无法重新处理该文档。",
  "tar archive": "tar 压缩包",
  "gzip archive": "gzip 压缩包",
  "Office document": "Office 文档",
  "EPUB book": "EPUB 电子书",
  "Outlook mail": "Outlook 邮件",
  "PowerPoint presentation": "PowerPoint 演示文稿",
  "OpenDocument spreadsheet": "OpenDocument 电子表格",
  "OpenDocument presentation": "OpenDocument 演示文稿",
  "OpenDocument text": "OpenDocument 文本",
  "Excel workbook": "Excel 工作簿",
  "Word document": "Word 文档",
};
