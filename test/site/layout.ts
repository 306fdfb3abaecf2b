/**
 * Renders a page as markup: plain semantic HTML of a static site. Links are defined by the page and listed by
 * `chrome.ts`, not here.
 */
import { footer, home, navigation, siteName } from './chrome.ts'
import type { Block, Inline, Link, Page } from './page.ts'

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function anchor(to: Link): string {
  const rel = to.rel === undefined ? '' : ` rel="${escapeHtml(to.rel)}"`
  return `<a href="${escapeHtml(to.href)}"${rel}>${escapeHtml(to.text)}</a>`
}

function inline(parts: Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part)
      if ('href' in part) return anchor(part)
      if ('code' in part) return `<code>${escapeHtml(part.code)}</code>`
      return `<strong>${escapeHtml(part.strong)}</strong>`
    })
    .join('')
}

const tableRow = (cells: Inline[][], element: 'th' | 'td'): string =>
  `<tr>${cells.map((cell) => `<${element}>${inline(cell)}</${element}>`).join('')}</tr>`

export function blockMarkup(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level} id="${block.id}">${escapeHtml(block.text)}</h${block.level}>`
    case 'paragraph':
      return `<p>${inline(block.text)}</p>`
    case 'list': {
      const element = block.ordered ? 'ol' : 'ul'
      return `<${element}>\n${block.items.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</${element}>`
    }
    case 'table': {
      const head = tableRow(
        block.head.map((cell) => [cell]),
        'th',
      )
      const rows = block.rows.map((row) => tableRow(row, 'td')).join('\n')
      return `<table>\n<thead>${head}</thead>\n<tbody>\n${rows}\n</tbody>\n</table>`
    }
    case 'code':
      return `<pre><code class="language-${block.language}">${escapeHtml(block.text)}</code></pre>`
    case 'picture':
      return (
        `<figure><img src="${escapeHtml(block.src)}" alt="${escapeHtml(block.alt)}" loading="lazy">` +
        `<figcaption>${escapeHtml(block.caption)}</figcaption></figure>`
      )
    case 'quote':
      return `<blockquote><p>${escapeHtml(block.text)}</p><p>— ${escapeHtml(block.by)}</p></blockquote>`
    case 'markup':
      return block.html
    default:
      return block satisfies never
  }
}

function headMarkup(page: Page): string {
  const charset = page.metaCharset === undefined ? 'utf-8' : page.metaCharset
  const { alternate, base, next, refresh, robots } = page
  const lines = [
    charset === null ? '' : `<meta charset="${charset}">`,
    base === undefined ? '' : `<base href="${escapeHtml(base)}">`,
    `<title>${escapeHtml(page.title)} | ${siteName}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    robots === undefined ? '' : `<meta name="robots" content="${escapeHtml(robots)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<link rel="stylesheet" href="/assets/site.css">',
    '<link rel="icon" href="/assets/favicon.svg">',
    refresh === undefined
      ? ''
      : `<meta http-equiv="refresh" content="${refresh.seconds}; url=${escapeHtml(refresh.href)}">`,
    next === undefined ? '' : `<link rel="next" href="${escapeHtml(next.href)}">`,
    alternate === undefined
      ? ''
      : `<link rel="alternate" hreflang="${alternate.language}" href="${escapeHtml(alternate.href)}">`,
  ]
  return lines.filter((line) => line !== '').join('\n')
}

const navigationMarkup = `<header class="site-header">
<p class="brand">${anchor(home)}</p>
<nav aria-label="Main"><ul>${navigation.map((entry) => `<li>${anchor(entry)}</li>`).join('')}</ul></nav>
</header>`

const footerMarkup = `<footer class="site-footer">
<ul>${footer.map((entry) => `<li>${anchor(entry)}</li>`).join('')}</ul>
<p>Published by the Hallowford Harbour Office. Water levels without warranty.</p>
</footer>`

function trailMarkup(page: Page): string {
  if (page.trail === undefined || page.trail.length === 0) return ''
  const items = page.trail.map((entry) => `<li>${anchor(entry)}</li>`).join('')
  return `<nav class="breadcrumb" aria-label="Breadcrumb"><ol>${items}<li aria-current="page">${escapeHtml(page.title)}</li></ol></nav>`
}

function pagerMarkup(page: Page): string {
  if (page.previous === undefined && page.next === undefined) return ''
  const parts = [page.previous, page.next].filter((entry) => entry !== undefined).map(anchor)
  return `<nav class="pager" aria-label="Previous and next">${parts.join(' · ')}</nav>`
}

function relatedMarkup(page: Page): string {
  if (page.related === undefined || page.related.length === 0) return ''
  const items = page.related.map((entry) => `<li>${anchor(entry)}</li>`).join('')
  return `<aside class="related"><h2>See also</h2><ul>${items}</ul></aside>`
}

/** Returns the whole document. The server fills in `{{origin}}` and `{{host}}`. */
export function documentMarkup(page: Page): string {
  const around = page.chrome !== 'none'
  return `<!doctype html>
<html lang="${page.language ?? 'en'}">
<head>
${headMarkup(page)}
</head>
<body>
${around ? navigationMarkup : ''}
${trailMarkup(page)}
<main>
<article>
<h1>${escapeHtml(page.title)}</h1>
${page.blocks.map(blockMarkup).join('\n')}
</article>
${pagerMarkup(page)}
</main>
${relatedMarkup(page)}
${around ? footerMarkup : ''}
</body>
</html>
`
}
