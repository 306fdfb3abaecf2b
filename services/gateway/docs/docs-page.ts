/** `GET /docs`: the API description as a page that loads only from this origin. */
import type { RequestHandler } from 'express'
import { assetPath } from './docs-assets.ts'

/** No external sources, no inline scripts or styles; `data:` images belong to Swagger UI's own style. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns the HTML of the page. @param root path from the page to its files and the description, such as `docs/`. */
const page = (root: string, files: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Seine API</title>
<link rel="icon" type="image/svg+xml" href="${files}${assetPath('docs-icon.svg')}">
<link rel="stylesheet" href="${files}${assetPath('swagger-ui.css')}">
<link rel="stylesheet" href="${files}${assetPath('tokens.css')}">
<link rel="stylesheet" href="${files}${assetPath('docs-page.css')}">
<link rel="stylesheet" href="${files}${assetPath('docs-operations.css')}">
<link rel="stylesheet" href="${files}${assetPath('docs-schemas.css')}">
<script defer src="${files}${assetPath('swagger-ui-bundle.js')}"></script>
<script type="module" src="${files}${assetPath('docs-start.js')}"></script>
</head>
<body>
<header class="masthead">
<a class="masthead-name" href="#"><img src="${files}${assetPath('docs-icon.svg')}" alt="" width="28" height="28">Seine API</a>
<nav><a href="${root}openapi.json">openapi.json</a></nav>
</header>
<div id="docs" data-description="${root}openapi.json">
<noscript><p class="notice">This page needs JavaScript. The description itself is at <a href="${root}openapi.json">openapi.json</a>.</p></noscript>
</div>
</body>
</html>
`

/** Creates the handler of the page; the links are relative, so that it works wherever the API is mounted. */
export function docsPage(): RequestHandler {
  const plain = page('', 'docs/')
  const below = page('../', '')
  return (req, res) => {
    res.setHeader('Content-Security-Policy', contentPolicy)
    res.setHeader('Cache-Control', 'no-cache')
    res.type('html').send(req.path.endsWith('/') ? below : plain)
  }
}
