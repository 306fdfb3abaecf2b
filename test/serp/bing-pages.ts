/** Pages with the structure of Bing's and invented contents. */
import { found, type StubSearch } from './stub-contract.ts'

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>search - Bing</title></head><body>${body}</body></html>`

/** Wraps a link as Bing does. */
export const wrapped = (url: string): string =>
  `https://www.bing.com/ck/a?!&amp;&amp;p=3f2a&amp;ptn=3&amp;u=a1${Buffer.from(url).toString('base64url')}&amp;ntb=1`

export function resultsPage({ words, offset, count, total, isLast }: StubSearch): string {
  const entries = found(words, offset, count).map(
    ({ url, title, snippet }) => `
    <li class="b_algo"><div class="b_tpcn"><a class="tilk" href="${wrapped(url)}"><div class="b_attribution"><cite>${new URL(url).host}</cite></div></a></div>
      <h2><a href="${wrapped(url)}" h="ID=SERP">${title}</a></h2>
      <div class="b_caption"><p class="b_lineclamp2"><span class="algoSlug_icon" data-priority="2">Web</span>${snippet}</p></div></li>`,
  )
  const extras = offset === 0
  return page(`
    <span class="sb_count">${extras ? '' : `${offset + 1}-${offset + count} of `}About ${total.toLocaleString('de')} results</span>
    <ol id="b_results">
      ${extras ? '<li class="b_ad b_adTop"><ul><li><div class="sb_add"><h2><a href="https://www.bing.com/aclick?ld=e8&amp;u=aHR0cHM">Lamps for sale</a></h2><div class="b_attribution"><cite>https://shop.example</cite></div><div class="b_caption"><p>Every lamp there is.</p></div></div></li></ul></li>' : ''}
      ${extras ? '<li class="b_ans"><div class="rwrl">It warns ships.</div><h2><a href="https://answers.example/why">Why lighthouses</a></h2></li>' : ''}
      ${entries.join('')}
      ${extras ? '<li class="b_ans"><div id="relatedQnAListDisplay"><div class="df_qn"><div class="df_qntext">Who keeps a lighthouse?</div><div class="df_ansatb">A keeper does.</div></div></div></li>' : ''}
      <li class="b_ans"><div class="b_rs"><ul><li><a href="/search?q=a">tall lighthouse</a></li><li><a href="/search?q=b">old lighthouse</a></li></ul></div></li>
      ${isLast ? '' : '<li class="b_pag"><a class="sb_pagN" title="Next page" href="/search?first=11">Next</a></li>'}
    </ol>
    ${extras ? '<aside id="b_context"><div class="b_entityTP"><h2 class="b_entityTitle">Lighthouse</h2><div class="b_entitySubTitle">Building</div><div class="b_snippet">A tower with a light. <a href="https://encyclopedia.example/Lighthouse">Encyclopedia</a></div><ul class="b_vList"><li><b>Height</b>: <span>up to 130 m</span></li></ul></div></aside>' : ''}`)
}

export const emptyPage = page(
  '<ol id="b_results"><li class="b_no"><h1>There are no results for <strong>zzqx</strong></h1></li></ol>',
)

export const captchaPage = page(
  '<div class="captcha"><form action="/challenge/verify" method="post"><input type="hidden" name="t"></form></div>',
)

export function unknownPage({ words, offset, count }: StubSearch): string {
  const entries = found(words, offset, count).map(
    ({ url, title, snippet }) =>
      `<article class="zz"><a href="${url}"><b>${title}</b></a><div>${snippet} ${'It goes on. '.repeat(20)}</div></article>`,
  )
  return page(`<main>${entries.join('')}</main>`)
}
