/** The HTML document of the console and its content policy. One document serves every view. */
import { createHash } from 'node:crypto'
import { consoleLibraries } from './console-libraries.ts'

/** Scripts that the first view needs: loaded while the document is still being read. */
const firstScripts = [
  'frame/reload.ts',
  'api/service-answers.ts',
  'api/root.ts',
  'console-view-limits.ts',
  'frame/start.ts',
  'frame/app.ts',
  'place/router.ts',
  'frame/views.ts',
  'frame/sign-in.ts',
  'api/call.ts',
  'api/session.ts',
  'jobs/jobs-view.ts',
  'lib/preact.mjs',
  'lib/hooks.mjs',
  'lib/signals.mjs',
  'lib/signals-core.mjs',
  'lib/htm.mjs',
] as const

/** A document of the console, and the policy that belongs to it. */
export interface ConsoleDocument {
  html: string
  policy: string
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Returns the import map. Addresses are relative to the document, so that a prefix in front of all paths works. */
function importMap(files: string): string {
  const imports = consoleLibraries
    .filter(({ specifier }) => specifier !== null)
    .map(({ specifier, path }) => [specifier, files + path])
  return JSON.stringify({ imports: Object.fromEntries(imports) })
}

/**
 * Returns the content policy of the document.
 * @param map the import map, its only inline script.
 * @param storeOrigin origin of the store's public endpoint, from which screenshots come.
 */
function contentPolicy(map: string, storeOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest(map)}'`,
    "style-src 'self'",
    `img-src 'self' blob: ${storeOrigin}`.trimEnd(),
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types seine-frame seine-worker',
  ].join('; ')
}

/** The policy of files. Workers need it: the policy of their own script applies to them, not that of the document. */
export const filePolicy = "default-src 'none'; script-src 'self'"

/**
 * Builds the document for a depth.
 * @param root path from the document to the root of the service, such as `../../`; `./` at the root itself.
 * @param version of the files.
 * @param storeOrigin origin of the store's public endpoint; empty: none.
 */
export function consoleDocument(root: string, version: string, storeOrigin: string): ConsoleDocument {
  const files = `${root}console/${version}/`
  const map = importMap(files)
  const preloads = firstScripts.map((path) => `<link rel="modulepreload" href="${files}${path}">`)
  const html = `<!doctype html>
<html lang="en" data-root="${root}" data-store="${storeOrigin}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Seine</title>
<link rel="icon" type="image/svg+xml" href="${files}styles/icon.svg">
<link rel="stylesheet" href="${files}styles/tokens.css">
<link rel="stylesheet" href="${files}styles/frame.css">
<link rel="stylesheet" href="${files}styles/parts.css">
<link rel="stylesheet" href="${files}styles/tables.css">
<link rel="stylesheet" href="${files}styles/views.css">
<link rel="stylesheet" href="${files}styles/captures.css">
<link rel="stylesheet" href="${files}styles/watches.css">
<script type="importmap">${map}</script>
${preloads.join('\n')}
<script type="module" src="${files}frame/reload.ts"></script>
<script type="module" src="${files}frame/start.ts"></script>
</head>
<body>
<div id="app">
<noscript><p class="notice">The console needs JavaScript. The API is described at <a href="${root}docs">docs</a>.</p></noscript>
</div>
</body>
</html>
`
  return { html, policy: contentPolicy(map, storeOrigin) }
}
