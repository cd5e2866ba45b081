import type { ReadingSentence } from "../en/reading.ts";

/** Sentences about how files are read, in German. */
export const reading: Readonly<Record<ReadingSentence, string>> = {
  "The file holds no text.": "Die Datei enthält keinen Text.",
  "The file holds no text, only control characters.": "Die Datei enthält keinen Text, nur Steuerzeichen.",
  "Send a file that contains text.": "Senden Sie eine Datei mit Text.",
  "Send a file that contains text, or send the text itself.":
    "Senden Sie eine Datei mit Text oder den Text selbst.",
  "1 chapter of the book could not be read.": "1 Kapitel des Buchs konnte nicht gelesen werden.",
  "{count} chapters of the book could not be read.":
    "{count} Kapitel des Buchs konnten nicht gelesen werden.",
  "The book is encrypted by copy protection (DRM).":
    "Das Buch ist durch einen Kopierschutz (DRM) verschlüsselt.",
  "Send a copy without protection.": "Senden Sie eine Kopie ohne Schutz.",
  "Text in images was not read, because this service does not recognize text in images (QUARRY_OCR=off).":
    "Text in Bildern wurde nicht gelesen, weil dieser Dienst keinen Text in Bildern erkennt (QUARRY_OCR=off).",
  "The PDF has {pages} pages; the limit is {limit}.": "Das PDF hat {pages} Seiten; die Grenze ist {limit}.",
  "Split it into several files.": "Teilen Sie es in mehrere Dateien auf.",
  "The PDF is protected by a password.": "Das PDF ist durch ein Passwort geschützt.",
  "Remove the password and send it again.":
    "Entfernen Sie das Passwort und senden Sie die Datei noch einmal.",
  "The PDF is damaged and cannot be opened.": "Das PDF ist beschädigt und lässt sich nicht öffnen.",
  "Save it again, or print it to a new PDF, and send that.":
    "Speichern Sie es noch einmal, oder drucken Sie es in ein neues PDF, und senden Sie dieses.",
  "The file is a ZIP archive in parts; this type is not supported by this version.":
    "Die Datei ist ein ZIP-Archiv in Teilen; diese Version liest diesen Typ nicht.",
  "The file is a WAV or AVI file; this type is not supported by this version.":
    "Die Datei ist eine WAV- oder AVI-Datei; diese Version liest diesen Typ nicht.",
  "The file is a GIF image; this type is not supported by this version.":
    "Die Datei ist ein GIF-Bild; diese Version liest diesen Typ nicht.",
  "The file is a HEIC image; this type is not supported by this version.":
    "Die Datei ist ein HEIC-Bild; diese Version liest diesen Typ nicht.",
  "The file is a bzip2, 7z, RAR or xz archive; this type is not supported by this version.":
    "Die Datei ist ein bzip2-, 7z-, RAR- oder xz-Archiv; diese Version liest diesen Typ nicht.",
  "The file is an OLE compound file without a Word, Excel or PowerPoint document or a mail in it; this type is not supported by this version.":
    "Die Datei ist eine OLE-Verbunddatei ohne ein Dokument von Word, Excel oder PowerPoint und ohne eine Mail; diese Version liest diesen Typ nicht.",
  "The file is {format}; this type is not supported by this version.":
    "Die Datei ist {format}; diese Version liest diesen Typ nicht.",
  "The file is binary data of a type that is not supported by this version.":
    "Die Datei enthält binäre Daten eines Typs, den diese Version nicht liest.",
  "Extract its text and send that.": "Entnehmen Sie ihren Text und senden Sie diesen.",
  "Extract its text and send that as plain text, Markdown or HTML.":
    "Entnehmen Sie ihren Text und senden Sie ihn als reinen Text, Markdown oder HTML.",
  "Unpack it and send the files in it.": "Entpacken Sie es und senden Sie die Dateien darin.",
  "Save it as PNG and send that.": "Speichern Sie es als PNG und senden Sie dieses.",
  "Save it as JPEG or PNG and send that.": "Speichern Sie es als JPEG oder PNG und senden Sie dieses.",
  "Save it again as PNG and send that.": "Speichern Sie es noch einmal als PNG und senden Sie dieses.",
  "The file is protected by a password.": "Die Datei ist durch ein Passwort geschützt.",
  "The file is damaged and cannot be read as a notebook.":
    "Die Datei ist beschädigt und lässt sich nicht als Notebook lesen.",
  "The file is damaged and cannot be read as a {kind}.":
    "Die Datei ist beschädigt und lässt sich nicht als {kind} lesen.",
  "The file is damaged and cannot be read as an {kind}.":
    "Die Datei ist beschädigt und lässt sich nicht als {kind} lesen.",
  "Open it in the program that made it, save it again and send the new file.":
    "Öffnen Sie sie in dem Programm, das sie erzeugt hat, speichern Sie sie noch einmal und senden Sie die neue Datei.",
  "Save it again in Jupyter and send that.": "Speichern Sie sie in Jupyter noch einmal und senden Sie diese.",
  "The file is too large after unpacking.": "Die Datei ist entpackt zu groß.",
  "Split it into smaller files, or send its text.":
    "Teilen Sie sie in kleinere Dateien auf, oder senden Sie ihren Text.",
  "The OCR language {language} is not installed.": "Die OCR-Sprache {language} ist nicht installiert.",
  "Run: {command}, or install tesseract with this language.":
    "Führen Sie aus: {command}, oder installieren Sie tesseract mit dieser Sprache.",
  "{path} is in the archive more than once.": "{path} ist mehrmals im Archiv.",
  "Only the first one was read.": "Nur die erste Datei wurde gelesen.",
  "{path} was not read: {message}": "{path} wurde nicht gelesen: {message}",
  "{path} was not read: the space has another document of this name.":
    "{path} wurde nicht gelesen: Der Bereich hat ein anderes Dokument mit diesem Namen.",
  "Delete or rename it, and send the archive again.":
    "Löschen Sie es oder benennen Sie es um, und senden Sie das Archiv noch einmal.",
  "{path} was not read: with the archive's name it is longer than {limit} characters.":
    "{path} wurde nicht gelesen: Mit dem Namen des Archivs ist der Name länger als {limit} Zeichen.",
  "No file of the archive could be read.": "Keine Datei des Archivs konnte gelesen werden.",
  "The archive has more than {limit} files.": "Das Archiv hat mehr als {limit} Dateien.",
  "The archive is damaged there.": "Das Archiv ist an dieser Stelle beschädigt.",
  "Pack it again.": "Packen Sie es noch einmal.",
  "It is an archive.": "Sie ist ein Archiv.",
  "{count} more warnings about other files.": "{count} weitere Warnungen zu anderen Dateien.",
  "{count} long outputs of code were cut after {limit} characters.":
    "{count} lange Ausgaben von Code wurden nach {limit} Zeichen gekürzt.",
  "A quote in the record at line {line} is not closed; from there on, each line was read as a row.":
    "Ein Anführungszeichen im Datensatz in Zeile {line} ist nicht geschlossen; ab dort wurde jede Zeile als Datensatz gelesen.",
  "The file is an image, and this service does not recognize text in images.":
    "Die Datei ist ein Bild, und dieser Dienst erkennt keinen Text in Bildern.",
  "Send its text, or set QUARRY_OCR=auto on the server.":
    "Senden Sie seinen Text, oder setzen Sie auf dem Server QUARRY_OCR=auto.",
  "The image has more than {limit} million pixels.": "Das Bild hat mehr als {limit} Millionen Bildpunkte.",
  "Scale it down and send it again.": "Verkleinern Sie es und senden Sie es noch einmal.",
  "The image has {pages} pages; the limit is {limit}.":
    "Das Bild hat {pages} Seiten; die Grenze ist {limit}.",
  "The image is damaged and cannot be opened.": "Das Bild ist beschädigt und lässt sich nicht öffnen.",
  "The file is not a mailbox: it has no mails.": "Die Datei ist kein Postfach: Sie hat keine Mails.",
  "Save single mails as .eml and send them.": "Speichern Sie einzelne Mails als .eml und senden Sie diese.",
  "The mailbox has more than {limit} mails.": "Das Postfach hat mehr als {limit} Mails.",
  "1 attachment was not read.": "1 Anhang wurde nicht gelesen.",
  "{count} attachments were not read.": "{count} Anhänge wurden nicht gelesen.",
  "Send what you want to find as documents of their own.":
    "Senden Sie, was Sie finden wollen, als eigene Dokumente.",
  "The end of the picture is missing.": "Das Ende des Bildes fehlt.",
  "1 picture was left out.": "1 Bild wurde ausgelassen.",
  "{count} pictures were left out.": "{count} Bilder wurden ausgelassen.",
  "1 comment was left out.": "1 Kommentar wurde ausgelassen.",
  "{count} comments were left out.": "{count} Kommentare wurden ausgelassen.",
  "1 embedded document was left out.": "1 eingebettetes Dokument wurde ausgelassen.",
  "{count} embedded documents were left out.": "{count} eingebettete Dokumente wurden ausgelassen.",
  "Hidden text was left out.": "Verborgener Text wurde ausgelassen.",
  "The file is damaged; its text may be incomplete.":
    "Die Datei ist beschädigt; ihr Text ist vielleicht unvollständig.",
  "The text includes a hidden sheet: {names}.": "Der Text enthält ein verborgenes Blatt: {names}.",
  "The text includes {count} hidden sheets: {names} and {more} more.":
    "Der Text enthält {count} verborgene Blätter: {names} und {more} weitere.",
  "The text includes {count} hidden sheets: {names}.":
    "Der Text enthält {count} verborgene Blätter: {names}.",
  "The file holds {count} characters of text; the limit is {limit}.":
    "Die Datei enthält {count} Zeichen Text; die Grenze ist {limit}.",
  "The file holds more than {limit} characters of text, which is the limit.":
    "Die Datei enthält mehr als {limit} Zeichen Text; das ist die Grenze.",
  "Split the file into several documents.": "Teilen Sie die Datei in mehrere Dokumente auf.",
  "No text could be read on page {pages} and {more} more.":
    "Kein Text war lesbar auf Seite {pages} und {more} weiteren.",
  "No text could be read on page {pages}.": "Kein Text war lesbar auf Seite {pages}.",
  "Letters in an image were left out, because they are not legible, on page {pages} and {more} more.":
    "Buchstaben in einem Bild wurden ausgelassen, weil sie nicht lesbar sind, auf Seite {pages} und {more} weiteren.",
  "Letters in an image were left out, because they are not legible, on page {pages}.":
    "Buchstaben in einem Bild wurden ausgelassen, weil sie nicht lesbar sind, auf Seite {pages}.",
  "Pictures beside the text were left out on page {pages} and {more} more.":
    "Bilder neben dem Text wurden ausgelassen auf Seite {pages} und {more} weiteren.",
  "Pictures beside the text were left out on page {pages}.":
    "Bilder neben dem Text wurden ausgelassen auf Seite {pages}.",
  "The file has no subtitles with times.": "Die Datei hat keine Untertitel mit Zeiten.",
  "Send it as plain text with a file name that ends in .txt.":
    "Senden Sie sie als reinen Text mit einem Namen, der auf .txt endet.",
  'The file declares the encoding "{label}", but was read as {encoding}, which its bytes fit.':
    "Die Datei nennt die Kodierung „{label}“, wurde aber als {encoding} gelesen, wozu ihre Bytes passen.",
  "The file names no encoding; it was read as {encoding}.":
    "Die Datei nennt keine Kodierung; sie wurde als {encoding} gelesen.",
  "If the text is wrong, save the file as UTF-8 and send it again.":
    "Wenn der Text falsch ist, speichern Sie die Datei als UTF-8 und senden Sie sie noch einmal.",
  "{count} characters could not be decoded; the text shows U+FFFD in their places.":
    "{count} Zeichen ließen sich nicht dekodieren; an ihrer Stelle zeigt der Text U+FFFD.",
  "{count} of {total} characters could not be read; the text shows U+FFFD in their places.":
    "{count} von {total} Zeichen waren nicht lesbar; an ihrer Stelle zeigt der Text U+FFFD.",
  "Only {count} characters of text were found in {size} kB.":
    "In {size} kB wurden nur {count} Zeichen Text gefunden.",
  "Compare the text with the file: pictures, scripts and embedded files are not read.":
    "Vergleichen Sie den Text mit der Datei: Bilder, Skripte und eingebettete Dateien werden nicht gelesen.",
  "The text in the image of page {pages} and {more} more was recognized with low confidence.":
    "Der Text im Bild auf Seite {pages} und {more} weiteren wurde unsicher erkannt.",
  "The text in the image of page {pages} was recognized with low confidence.":
    "Der Text im Bild auf Seite {pages} wurde unsicher erkannt.",
  "Words may be wrong or missing.": "Wörter können falsch sein oder fehlen.",
  "The file nests its content too deeply.": "Der Inhalt der Datei ist zu tief verschachtelt.",
  "Send its text instead.": "Senden Sie stattdessen ihren Text.",
  "The file is not valid JSON: unexpected {character} at line {line}, column {column}.":
    "Die Datei ist kein gültiges JSON: {character} unerwartet in Zeile {line}, Spalte {column}.",
  "The file is not valid JSON: the file ends too early at line {line}, column {column}.":
    "Die Datei ist kein gültiges JSON: Sie endet zu früh, in Zeile {line}, Spalte {column}.",
  "Fix it, or send it as plain text with a file name that ends in .txt.":
    "Berichtigen Sie sie, oder senden Sie sie als reinen Text mit einem Namen, der auf .txt endet.",
  "The process that reads files crashed on this file {count} times.":
    "Der Prozess, der Dateien liest, ist an dieser Datei {count}-mal abgestürzt.",
  "The file may be damaged.": "Die Datei ist vielleicht beschädigt.",
  "Save it again, or send its text.": "Speichern Sie sie noch einmal, oder senden Sie ihren Text.",
  "Reading the file was stopped after {seconds} seconds because it took too long.":
    "Das Lesen der Datei wurde nach {seconds} Sekunden beendet, weil es zu lange dauerte.",
  "Reading the file took more than {megabytes} MB of memory and was stopped.":
    "Das Lesen der Datei brauchte mehr als {megabytes} MB Speicher und wurde beendet.",
  "The file could not be read.": "Die Datei konnte nicht gelesen werden.",
  "It is damaged, or its type is not what its name or content suggests.":
    "Sie ist beschädigt, oder ihr Typ ist ein anderer, als Name oder Inhalt vermuten lassen.",
  "Save it again and resend it.": "Speichern Sie sie noch einmal und senden Sie sie erneut.",
  "The file is larger than the limit of {limit} bytes.":
    "Die Datei ist größer als die Grenze von {limit} Bytes.",
  "The original file no longer exists.": "Die Originaldatei gibt es nicht mehr.",
  "Upload it again.": "Laden Sie sie noch einmal hoch.",
  "Processing was interrupted {count} times.": "Die Verarbeitung wurde {count}-mal unterbrochen.",
  "The file may be too large for the service.": "Die Datei ist vielleicht zu groß für den Dienst.",
  "Split it into smaller files and send them again.":
    "Teilen Sie sie in kleinere Dateien auf und senden Sie diese.",
  "Processing made no progress and was stopped.": "Die Verarbeitung kam nicht voran und wurde beendet.",
  "Processing failed because of an error in the service, which its log describes.":
    "Die Verarbeitung ist an einem Fehler des Dienstes gescheitert, den sein Protokoll beschreibt.",
  "The service's database or storage was unavailable.":
    "Die Datenbank oder der Speicher des Dienstes war nicht erreichbar.",
  "Stopped after {count} attempts; send the document again.":
    "Nach {count} Versuchen beendet; senden Sie das Dokument noch einmal.",
  "Stopped after {count} attempts; set the space's chunking again.":
    "Nach {count} Versuchen beendet; setzen Sie die Zerlegung des Bereichs noch einmal.",
  "Stopped after {count} attempts; process it again.":
    "Nach {count} Versuchen beendet; verarbeiten Sie es noch einmal.",
  "The service is shutting down.": "Der Dienst wird beendet.",
  "Try again soon.": "Versuchen Sie es bald noch einmal.",
  "Too many requests write this document at the same time.":
    "Zu viele Anfragen schreiben dieses Dokument gleichzeitig.",
  "This document is still cut by former settings of its space.":
    "Dieses Dokument ist noch nach früheren Einstellungen seines Bereichs zerlegt.",
  "This document could not be processed again.":
    "Dieses Dokument konnte nicht noch einmal verarbeitet werden.",
  "tar archive": "tar-Archiv",
  "gzip archive": "gzip-Archiv",
  "Office document": "Office-Dokument",
  "EPUB book": "EPUB-Buch",
  "Outlook mail": "Outlook-Mail",
  "PowerPoint presentation": "PowerPoint-Präsentation",
  "OpenDocument spreadsheet": "OpenDocument-Tabelle",
  "OpenDocument presentation": "OpenDocument-Präsentation",
  "OpenDocument text": "OpenDocument-Text",
  "Excel workbook": "Excel-Arbeitsmappe",
  "Word document": "Word-Dokument",
};
