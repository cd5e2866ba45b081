import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";

type Imports = Parameters<typeof WebAssembly.instantiate>[1];

/** A PDF that is open in an instance of PDFium. */
export interface PdfiumInstance {
  readonly library: WrappedPdfiumModule;
  /** The memory of the instance, which never shrinks. */
  readonly memoryBytes: number;
  /** Runs `use` with a page; undefined if PDFium cannot read it. */
  onPage<Result>(pageNumber: number, use: (page: number) => Result): Result | undefined;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Opens a PDF in an instance of its own; undefined if PDFium cannot read it. */
export async function openInstance(bytes: Uint8Array): Promise<PdfiumInstance | undefined> {
  const library = await instantiate();
  const { pdfium } = library;
  library.PDFiumExt_Init();
  const file = pdfium.wasmExports.malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, file);
  const document = library.FPDF_LoadMemDocument(file, bytes.length, "");
  if (document === 0) return undefined;
  return {
    library,
    get memoryBytes() {
      return pdfium.HEAPU8.length;
    },
    onPage(pageNumber, use) {
      const page = library.FPDF_LoadPage(document, pageNumber - 1);
      if (page === 0) return undefined;
      try {
        return use(page);
      } finally {
        library.FPDF_ClosePage(page);
      }
    },
  };
}

async function instantiate(): Promise<WrappedPdfiumModule> {
  compiled ??= Bun.file(new URL(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")))
    .arrayBuffer()
    .then((wasm) => WebAssembly.compile(wasm));
  const module = await compiled;
  return init({
    instantiateWasm: (imports: Imports, onReady: (instance: WebAssembly.Instance) => void) => {
      void WebAssembly.instantiate(module, imports).then(onReady);
      return {};
    },
  });
}
