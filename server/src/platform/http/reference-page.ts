/**
 * The page of the reference: Swagger UI, with the samples of code that it does not show by itself. It loads nothing from
 * other hosts.
 * @param assets The path of its files.
 */
export function referencePage(assets: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quarry API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/swagger-ui.css">
<link rel="stylesheet" href="${assets}/reference.css">
</head>
<body>
<div id="reference"></div>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="${assets}/reference.js"></script>
</body>
</html>`;
}

/**
 * Scripts come from this host alone. Swagger UI has pictures in its style, and style attributes in its markup.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page's own style. */
export const REFERENCE_STYLE = `
body { margin: 0; }
.samples { margin: 0 20px 20px; }
.samples > button { padding: 6px 12px; border: 0; border-bottom: 3px solid transparent; background: none; font: inherit; cursor: pointer; }
.samples > button[aria-selected="true"] { border-color: currentColor; font-weight: bold; }
.samples > pre { margin: 0; padding: 12px; overflow: auto; border-radius: 4px; background: #333; color: #fff; font-size: 12px; }
@media (prefers-color-scheme: dark) {
  body { background: #222; }
  .swagger-ui { filter: invert(92%) hue-rotate(180deg); }
  .swagger-ui pre, .swagger-ui .microlight { filter: invert(100%) hue-rotate(180deg); }
}
`;

/**
 * Starts Swagger UI. It shows the extensions of an operation by this component; the only one is `x-codeSamples`.
 * @param specification The path of the OpenAPI description.
 */
export const referenceScript = (specification: string) => `
const samples = ({ React }) => {
  const create = React.createElement;
  const OperationExt = ({ extensions }) => {
    const all = extensions.get("x-codeSamples")?.toJS() ?? [];
    const [shown, show] = React.useState(0);
    const tab = ({ label }, index) =>
      create("button", { key: label, type: "button", role: "tab", "aria-selected": index === shown, onClick: () => show(index) }, label);
    return create("div", { className: "samples" }, ...all.map(tab), create("pre", null, all[shown]?.source ?? ""));
  };
  return { components: { OperationExt } };
};
SwaggerUIBundle({
  dom_id: "#reference",
  url: ${JSON.stringify(specification)},
  plugins: [samples],
  showExtensions: true,
  deepLinking: true,
  filter: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: true,
});
`;
