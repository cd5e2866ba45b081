import type { ReadingSentence } from "../en/reading.ts";

/** Sentences about how files are read, in Arabic. */
export const reading: Readonly<Record<ReadingSentence, string>> = {
  "The file holds no text.": "لا يحتوي الملف على نص.",
  "The file holds no text, only control characters.": "لا يحتوي الملف على نص، بل على أحرف تحكم فقط.",
  "Send a file that contains text.": "أرسل ملفًا يحتوي على نص.",
  "Send a file that contains text, or send the text itself.": "أرسل ملفًا يحتوي على نص، أو أرسل النص نفسه.",
  "1 chapter of the book could not be read.": "تعذرت قراءة فصل واحد من الكتاب.",
  "{count} chapters of the book could not be read.": "عدد فصول الكتاب التي تعذرت قراءتها: {count}.",
  "The book is encrypted by copy protection (DRM).": "الكتاب مشفر بحماية من النسخ (DRM).",
  "Send a copy without protection.": "أرسل نسخة بلا حماية.",
  "Text in images was not read, because this service does not recognize text in images (QUARRY_OCR=off).":
    "لم يُقرأ النص الموجود في الصور، لأن هذه الخدمة لا تتعرف على النص في الصور (QUARRY_OCR=off).",
  "The PDF has {pages} pages; the limit is {limit}.": "عدد صفحات ملف PDF {pages}، والحد الأقصى {limit}.",
  "Split it into several files.": "قسّمه إلى عدة ملفات.",
  "The PDF is protected by a password.": "ملف PDF محمي بكلمة مرور.",
  "Remove the password and send it again.": "أزل كلمة المرور وأرسله مرة أخرى.",
  "The PDF is damaged and cannot be opened.": "ملف PDF تالف ولا يمكن فتحه.",
  "Save it again, or print it to a new PDF, and send that.":
    "احفظه مرة أخرى أو اطبعه إلى ملف PDF جديد، ثم أرسله.",
  "The file is a ZIP archive in parts; this type is not supported by this version.":
    "الملف أرشيف ZIP مجزأ، وهذا النوع غير مدعوم في هذا الإصدار.",
  "The file is a WAV or AVI file; this type is not supported by this version.":
    "الملف من نوع WAV أو AVI، وهذا النوع غير مدعوم في هذا الإصدار.",
  "The file is a GIF image; this type is not supported by this version.":
    "الملف صورة GIF، وهذا النوع غير مدعوم في هذا الإصدار.",
  "The file is a HEIC image; this type is not supported by this version.":
    "الملف صورة HEIC، وهذا النوع غير مدعوم في هذا الإصدار.",
  "The file is a bzip2, 7z, RAR or xz archive; this type is not supported by this version.":
    "الملف أرشيف bzip2 أو 7z أو RAR أو xz، وهذا النوع غير مدعوم في هذا الإصدار.",
  "The file is an OLE compound file without a Word, Excel or PowerPoint document or a mail in it; this type is not supported by this version.":
    "الملف من نوع OLE المركب، ولا يتضمن مستند Word أو Excel أو PowerPoint ولا رسالة بريد، وهذا النوع غير مدعوم في هذا الإصدار.",
  "The file is {format}; this type is not supported by this version.":
    "الملف {format}، وهذا النوع غير مدعوم في هذا الإصدار.",
  "The file is binary data of a type that is not supported by this version.":
    "الملف بيانات ثنائية من نوع غير مدعوم في هذا الإصدار.",
  "Extract its text and send that.": "استخرج نصه وأرسله.",
  "Extract its text and send that as plain text, Markdown or HTML.":
    "استخرج نصه وأرسله نصًا عاديًا أو Markdown أو HTML.",
  "Unpack it and send the files in it.": "فك ضغطه وأرسل الملفات التي بداخله.",
  "Save it as PNG and send that.": "احفظه بصيغة PNG وأرسله.",
  "Save it as JPEG or PNG and send that.": "احفظه بصيغة JPEG أو PNG وأرسله.",
  "Save it again as PNG and send that.": "احفظه مرة أخرى بصيغة PNG وأرسله.",
  "The file is protected by a password.": "الملف محمي بكلمة مرور.",
  "The file is damaged and cannot be read as a notebook.": "الملف تالف ولا يمكن قراءته كدفتر ملاحظات.",
  "The file is damaged and cannot be read as a {kind}.": "الملف تالف ولا يمكن قراءته بصفته {kind}.",
  "The file is damaged and cannot be read as an {kind}.": "الملف تالف ولا يمكن قراءته بصفته {kind}.",
  "Open it in the program that made it, save it again and send the new file.":
    "افتحه بالبرنامج الذي أنشأه، واحفظه مرة أخرى، ثم أرسل الملف الجديد.",
  "Save it again in Jupyter and send that.": "احفظه مرة أخرى في Jupyter وأرسله.",
  "The file is too large after unpacking.": "الملف كبير جدًا بعد فك ضغطه.",
  "Split it into smaller files, or send its text.": "قسّمه إلى ملفات أصغر، أو أرسل نصه.",
  "The OCR language {language} is not installed.": "لغة التعرف الضوئي {language} غير مثبتة.",
  "Run: {command}, or install tesseract with this language.":
    "نفّذ: {command}، أو ثبّت tesseract مع هذه اللغة.",
  "{path} is in the archive more than once.": "{path} موجود في الأرشيف أكثر من مرة.",
  "Only the first one was read.": "لم يُقرأ سوى الأول.",
  "{path} was not read: {message}": "لم يُقرأ {path}: {message}",
  "{path} was not read: the space has another document of this name.":
    "لم يُقرأ {path}: في المساحة مستند آخر بهذا الاسم.",
  "Delete or rename it, and send the archive again.": "احذفه أو أعد تسميته، ثم أرسل الأرشيف مرة أخرى.",
  "{path} was not read: with the archive's name it is longer than {limit} characters.":
    "لم يُقرأ {path}: مع اسم الأرشيف يتجاوز الاسم {limit} حرفًا.",
  "No file of the archive could be read.": "تعذرت قراءة أي ملف في الأرشيف.",
  "The archive has more than {limit} files.": "يحتوي الأرشيف على أكثر من {limit} ملف.",
  "The archive is damaged there.": "الأرشيف تالف في هذا الموضع.",
  "Pack it again.": "أعد حزمه.",
  "It is an archive.": "هو أرشيف.",
  "{count} more warnings about other files.": "تحذيرات أخرى عن ملفات أخرى: {count}.",
  "{count} long outputs of code were cut after {limit} characters.":
    "عدد مخرجات الشيفرة الطويلة التي قُطعت بعد {limit} حرف: {count}.",
  "A quote in the record at line {line} is not closed; from there on, each line was read as a row.":
    "علامة اقتباس في السجل عند السطر {line} غير مغلقة، ومن هناك قُرئ كل سطر بصفته صفًا.",
  "The file is an image, and this service does not recognize text in images.":
    "الملف صورة، وهذه الخدمة لا تتعرف على النص في الصور.",
  "Send its text, or set QUARRY_OCR=auto on the server.": "أرسل نصها، أو اضبط QUARRY_OCR=auto على الخادم.",
  "The image has more than {limit} million pixels.": "تتجاوز الصورة {limit} مليون بكسل.",
  "Scale it down and send it again.": "صغّرها وأرسلها مرة أخرى.",
  "The image has {pages} pages; the limit is {limit}.": "عدد صفحات الصورة {pages}، والحد الأقصى {limit}.",
  "The image is damaged and cannot be opened.": "الصورة تالفة ولا يمكن فتحها.",
  "The file is not a mailbox: it has no mails.": "الملف ليس صندوق بريد: لا يحتوي على رسائل.",
  "Save single mails as .eml and send them.": "احفظ كل رسالة بصيغة .eml وأرسلها.",
  "The mailbox has more than {limit} mails.": "يحتوي صندوق البريد على أكثر من {limit} رسالة.",
  "1 attachment was not read.": "لم يُقرأ مرفق واحد.",
  "{count} attachments were not read.": "عدد المرفقات التي لم تُقرأ: {count}.",
  "Send what you want to find as documents of their own.": "أرسل ما تريد العثور عليه مستنداتٍ مستقلة.",
  "The end of the picture is missing.": "نهاية الصورة مفقودة.",
  "1 picture was left out.": "تُركت صورة واحدة.",
  "{count} pictures were left out.": "عدد الصور المتروكة: {count}.",
  "1 comment was left out.": "تُرك تعليق واحد.",
  "{count} comments were left out.": "عدد التعليقات المتروكة: {count}.",
  "1 embedded document was left out.": "تُرك مستند مضمّن واحد.",
  "{count} embedded documents were left out.": "عدد المستندات المضمّنة المتروكة: {count}.",
  "Hidden text was left out.": "تُرك النص المخفي.",
  "The file is damaged; its text may be incomplete.": "الملف تالف، وقد يكون نصه ناقصًا.",
  "The text includes a hidden sheet: {names}.": "يتضمن النص ورقة مخفية: {names}.",
  "The text includes {count} hidden sheets: {names} and {more} more.":
    "يتضمن النص أوراقًا مخفية عددها {count}: {names} و{more} أخرى.",
  "The text includes {count} hidden sheets: {names}.": "يتضمن النص أوراقًا مخفية عددها {count}: {names}.",
  "The file holds {count} characters of text; the limit is {limit}.":
    "عدد أحرف النص في الملف {count}، والحد الأقصى {limit}.",
  "The file holds more than {limit} characters of text, which is the limit.":
    "يحتوي الملف على أكثر من {limit} حرف من النص، وهذا هو الحد الأقصى.",
  "Split the file into several documents.": "قسّم الملف إلى عدة مستندات.",
  "No text could be read on page {pages} and {more} more.": "لم يُقرأ أي نص في الصفحة {pages} و{more} أخرى.",
  "No text could be read on page {pages}.": "لم يُقرأ أي نص في الصفحة {pages}.",
  "Letters in an image were left out, because they are not legible, on page {pages} and {more} more.":
    "تُركت أحرف غير مقروءة في صورة، في الصفحة {pages} و{more} أخرى.",
  "Letters in an image were left out, because they are not legible, on page {pages}.":
    "تُركت أحرف غير مقروءة في صورة، في الصفحة {pages}.",
  "Pictures beside the text were left out on page {pages} and {more} more.":
    "تُركت صور بجانب النص في الصفحة {pages} و{more} أخرى.",
  "Pictures beside the text were left out on page {pages}.": "تُركت صور بجانب النص في الصفحة {pages}.",
  "The file has no subtitles with times.": "لا يحتوي الملف على ترجمات ذات توقيت.",
  "Send it as plain text with a file name that ends in .txt.": "أرسله نصًا عاديًا باسم ينتهي بـ .txt.",
  'The file declares the encoding "{label}", but was read as {encoding}, which its bytes fit.':
    "يذكر الملف الترميز «{label}»، لكنه قُرئ بترميز {encoding} الذي تطابقه بايتاته.",
  "The file names no encoding; it was read as {encoding}.":
    "لا يذكر الملف أي ترميز، وقد قُرئ بترميز {encoding}.",
  "If the text is wrong, save the file as UTF-8 and send it again.":
    "إذا كان النص خاطئًا، فاحفظ الملف بترميز UTF-8 وأرسله مرة أخرى.",
  "{count} characters could not be decoded; the text shows U+FFFD in their places.":
    "تعذر فك ترميز {count} من الأحرف، ويظهر مكانها U+FFFD.",
  "{count} of {total} characters could not be read; the text shows U+FFFD in their places.":
    "تعذرت قراءة {count} من {total} حرف، ويظهر مكانها U+FFFD.",
  "Only {count} characters of text were found in {size} kB.":
    "لم يُعثر إلا على {count} من أحرف النص في {size} ك.ب.",
  "Compare the text with the file: pictures, scripts and embedded files are not read.":
    "قارن النص بالملف: الصور والبرامج النصية والملفات المضمّنة لا تُقرأ.",
  "The text in the image of page {pages} and {more} more was recognized with low confidence.":
    "جرى التعرف على النص في صورة الصفحة {pages} و{more} أخرى بثقة منخفضة.",
  "The text in the image of page {pages} was recognized with low confidence.":
    "جرى التعرف على النص في صورة الصفحة {pages} بثقة منخفضة.",
  "Words may be wrong or missing.": "قد تكون بعض الكلمات خاطئة أو ناقصة.",
  "The file nests its content too deeply.": "محتوى الملف متداخل بعمق زائد.",
  "Send its text instead.": "أرسل نصه بدلًا منه.",
  "The file is not valid JSON: unexpected {character} at line {line}, column {column}.":
    "الملف ليس JSON صالحًا: {character} غير متوقع في السطر {line}، العمود {column}.",
  "The file is not valid JSON: the file ends too early at line {line}, column {column}.":
    "الملف ليس JSON صالحًا: ينتهي مبكرًا عند السطر {line}، العمود {column}.",
  "Fix it, or send it as plain text with a file name that ends in .txt.":
    "صحّحه، أو أرسله نصًا عاديًا باسم ينتهي بـ .txt.",
  "The process that reads files crashed on this file {count} times.":
    "تعطلت عملية قراءة الملفات عند هذا الملف {count} مرات.",
  "The file may be damaged.": "قد يكون الملف تالفًا.",
  "Save it again, or send its text.": "احفظه مرة أخرى، أو أرسل نصه.",
  "Reading the file was stopped after {seconds} seconds because it took too long.":
    "أُوقفت قراءة الملف بعد {seconds} ثانية لأنها استغرقت وقتًا طويلًا.",
  "Reading the file took more than {megabytes} MB of memory and was stopped.":
    "احتاجت قراءة الملف إلى أكثر من {megabytes} م.ب من الذاكرة فأُوقفت.",
  "The file could not be read.": "تعذرت قراءة الملف.",
  "It is damaged, or its type is not what its name or content suggests.":
    "إما أنه تالف، أو أن نوعه يختلف عما يوحي به اسمه أو محتواه.",
  "Save it again and resend it.": "احفظه مرة أخرى وأعد إرساله.",
  "The file is larger than the limit of {limit} bytes.": "يتجاوز الملف الحد الأقصى البالغ {limit} بايت.",
  "The original file no longer exists.": "لم يعد الملف الأصلي موجودًا.",
  "Upload it again.": "ارفعه مرة أخرى.",
  "Processing was interrupted {count} times.": "انقطعت المعالجة {count} مرات.",
  "The file may be too large for the service.": "قد يكون الملف أكبر من أن تعالجه الخدمة.",
  "Split it into smaller files and send them again.": "قسّمه إلى ملفات أصغر وأرسلها من جديد.",
  "Processing made no progress and was stopped.": "لم تتقدم المعالجة فأُوقفت.",
  "Processing failed because of an error in the service, which its log describes.":
    "فشلت المعالجة بسبب خطأ في الخدمة يصفه سجلها.",
  "The service's database or storage was unavailable.": "كانت قاعدة بيانات الخدمة أو مخزنها غير متاح.",
  "Stopped after {count} attempts; send the document again.":
    "أُوقفت بعد {count} محاولات. أرسل المستند مرة أخرى.",
  "Stopped after {count} attempts; set the space's chunking again.":
    "أُوقفت بعد {count} محاولات. اضبط تقطيع المساحة مرة أخرى.",
  "Stopped after {count} attempts; process it again.": "أُوقفت بعد {count} محاولات. أعد معالجته.",
  "The service is shutting down.": "الخدمة قيد الإيقاف.",
  "Try again soon.": "حاول مرة أخرى قريبًا.",
  "Too many requests write this document at the same time.": "طلبات كثيرة تكتب هذا المستند في الوقت نفسه.",
  "This document is still cut by former settings of its space.":
    "لا يزال هذا المستند مقطعًا وفق إعدادات سابقة لمساحته.",
  "This document could not be processed again.": "تعذرت إعادة معالجة هذا المستند.",
  "tar archive": "أرشيف tar",
  "gzip archive": "أرشيف gzip",
  "Office document": "مستند Office",
  "EPUB book": "كتاب EPUB",
  "Outlook mail": "رسالة Outlook",
  "PowerPoint presentation": "عرض PowerPoint",
  "OpenDocument spreadsheet": "جدول OpenDocument",
  "OpenDocument presentation": "عرض OpenDocument",
  "OpenDocument text": "نص OpenDocument",
  "Excel workbook": "مصنف Excel",
  "Word document": "مستند Word",
};
