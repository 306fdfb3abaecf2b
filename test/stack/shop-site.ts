/** A shop for tests: one page per article, described as JSON-LD, as microdata, or only in a table. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Article {
  name: string
  price: number
  sku: string
}

export interface ShopSite {
  port: number
  origin: string
  articles: readonly Article[]
  close(): Promise<void>
}

const articles: readonly Article[] = [
  { name: 'Oak table', price: 349.5, sku: 'OT-1' },
  { name: 'Birch chair', price: 89, sku: 'BC-2' },
  { name: 'Linen lamp', price: 45.9, sku: 'LL-3' },
]

const stated = ({ name, price, sku }: Article): string[] => [
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku,
    offers: { '@type': 'Offer', price: String(price), priceCurrency: 'EUR' },
  })}</script><h1>${name}</h1><p>Made by hand in a small workshop by the river.</p>`,
  `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">${name}</h1>
    <p>Made by hand in a small workshop by the river.</p><span itemprop="sku">${sku}</span>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
    <span itemprop="price" content="${price}">${price} €</span></div></div>`,
  `<h1>${name}</h1><p>Made by hand in a small workshop by the river.</p>
    <table><tr><th>SKU</th><td>${sku}</td></tr><tr><th>Price</th><td>${price} €</td></tr></table>`,
]

const links = articles.map((_, index) => `<li><a href="/article/${index}">Article ${index}</a></li>`).join('')

function page(path: string): string | null {
  const index = Number(/^\/article\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
  const article = articles[index]
  const content = path === '/' ? '<h1>The shop</h1>' : article === undefined ? undefined : stated(article)[index % 3]
  return content === undefined
    ? null
    : `<!doctype html><title>Shop</title><nav><ul>${links}</ul></nav><main>${content}</main>`
}

/** Starts the site on a free port. */
export async function startShopSite(): Promise<ShopSite> {
  const server = createServer((request, response) => {
    const html = page(request.url ?? '/')
    if (html === null) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    articles,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
