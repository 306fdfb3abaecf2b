/** Pages with the structure of DuckDuckGo's for clients without scripts, and invented contents. */
import { found, type StubSearch } from './stub-contract.ts'

const page = (body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>search at DuckDuckGo</title></head><body><div class="serp__results"><div id="links" class="results">${body}</div></div></body></html>`

/** Wraps a link as DuckDuckGo does. */
export const wrapped = (url: string): string => `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=0f1e2d`

export const vqd = '4-1234567890'

export function resultsPage({ words, offset, count, isLast }: StubSearch): string {
  const entries = found(words, offset, count).map(
    ({ url, title, snippet }) => `
    <div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body">
      <h2 class="result__title"><a rel="nofollow" class="result__a" href="${wrapped(url)}">${title}</a></h2>
      <div class="result__extras"><a class="result__url" href="${wrapped(url)}"> ${new URL(url).host}/path </a></div>
      <a class="result__snippet" href="${wrapped(url)}"><b>about</b> ${snippet}</a></div></div>`,
  )
  const ad = `
    <div class="result results_links result--ad"><h2 class="result__title"><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example&amp;ad_provider=x">Lamps for sale</a></h2>
      <a class="result__url" href="#">shop.example</a><a class="result__snippet" href="#">Every lamp there is.</a></div>`
  const box =
    '<div class="zci-wrapper"><div class="zci"><h1 class="zci__heading"><a href="https://encyclopedia.example/Lighthouse">Lighthouse</a></h1><div class="zci__result">A tower with a light. <a href="https://encyclopedia.example/Lighthouse">More</a></div></div></div>'
  return page(`${offset === 0 ? `${box}${ad}` : ''}${entries.join('')}
    ${isLast ? '' : `<div class="nav-link"><form action="/html/" method="post"><input type="submit" class="btn" value="Next"><input type="hidden" name="s" value="10"><input type="hidden" name="nextParams" value=""><input type="hidden" name="v" value="l"><input type="hidden" name="o" value="json"><input type="hidden" name="dc" value="11"><input type="hidden" name="api" value="d.js"><input type="hidden" name="vqd" value="${vqd}"></form></div>`}`)
}

export const emptyPage = page(
  '<div class="result results_links result--no-result"><div class="no-results">No results found for <b>zzqx</b>.</div></div>',
)

export const captchaPage = page(
  '<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html" method="POST"><div class="anomaly-modal__modal"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></div></form>',
)

export function unknownPage({ words, offset, count }: StubSearch): string {
  const entries = found(words, offset, count).map(
    ({ url, title, snippet }) =>
      `<div class="qq"><a class="q1" href="${url}">${title}</a><div>${snippet} ${'It goes on. '.repeat(20)}</div></div>`,
  )
  return page(entries.join(''))
}
