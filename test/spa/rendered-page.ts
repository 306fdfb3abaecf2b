/** Pages rendered on the server as frameworks send them: an app root full of text, together with its data. */
import type { Item } from './items.ts'

/** A page whose script would only hydrate the existing content. */
export const renderedPage = (base: string, item: Item, links: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${item.name}</title>
<script src="/vendor/mithril.js" defer></script></head>
<body><div id="__next"><nav>${links.map((to) => `<a href="${base}${to}">${to}</a>`).join(' ')}</nav>
<main><h1>${item.name}</h1><p>${item.text}</p></main></div>
<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { item } } })}</script>
</body></html>`
