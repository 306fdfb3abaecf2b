/** Pages with the structure of Google's and invented contents. */
import { found, type StubSearch } from './stub-contract.ts'

const page = (body: string, title = 'search'): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

/** Wraps a link as Google does for clients without scripts. */
const wrapped = (url: string): string => `/url?q=${encodeURIComponent(url)}&amp;sa=U&amp;ved=2ahUKE&amp;usg=AOvVaw`

const desktopEntry = (url: string, title: string, snippet: string): string => `
  <div class="MjjYud"><div class="g tF2Cxc"><div class="yuRUbf">
    <a jsname="UWckNb" href="${url}"><br><h3 class="LC20lb MBeuO DKV0Md">${title}</h3>
      <cite class="qLRx3b">${new URL(url).host} › <span>path</span></cite></a></div>
    <div class="VwiC3b yXK7lf"><em>About</em> ${snippet}</div></div></div>`

const ad = `
  <div id="tads"><div data-text-ad="1" class="uEierd"><a data-rw="https://www.google.com/aclk?sa=l"
    href="https://www.google.com/aclk?sa=l&amp;ai=DChc&amp;adurl=https://shop.example/lamps"><div role="heading"><span>Lamps for sale</span></div></a>
    <span class="x2VHCd">https://shop.example</span><div class="MUxGbd yDYNvb">Every lamp there is.</div></div></div>`

const questions = `
  <div class="MjjYud"><div class="related-question-pair" data-q="q1"><div role="button"><span class="CSkcDe">Who keeps a lighthouse?</span></div>
    <div class="hgKElc">A keeper does.</div><a href="https://answers.example/keeper"><h3>Keepers</h3></a></div>
    <div class="related-question-pair"><div role="button"><span class="CSkcDe">How tall are they?</span></div></div></div>`

const panel = `
  <div id="rhs"><div class="kp-wholepage"><div data-attrid="title">Lighthouse</div><div data-attrid="subtitle">Building</div>
    <g-img><img src="https://images.example/l.png"></g-img>
    <div class="kno-rdesc"><span>A tower with a light.</span> <a href="https://encyclopedia.example/Lighthouse">Encyclopedia</a></div>
    <a class="ab_button" href="https://lighthouse.example/">Website</a>
    <div class="rVusze"><span class="w8qArf">First built: </span><span class="kno-fv">280 BC</span></div>
    <div class="rVusze"><span class="w8qArf">Height: </span><span class="LrzXr">up to 130 m</span></div></div></div>`

const answer = `
  <div class="xpdopen"><div class="hgKElc">It warns ships.</div><a href="https://answers.example/why"><h3>Why lighthouses</h3></a></div>`

/** The page that a client with a browser gets. */
export function desktopPage({ words, offset, count, total, isLast }: StubSearch): string {
  const entries = found(words, offset, count).map(({ url, title, snippet }) => desktopEntry(url, title, snippet))
  const extras = offset === 0
  return page(`
    <div id="result-stats">About ${total.toLocaleString('en')} results<nobr> (0.42 seconds)</nobr></div>
    ${extras ? ad : ''}
    <div id="search"><div id="rso">${extras ? answer : ''}${entries.join('')}${extras ? questions : ''}
      <div class="MjjYud"><div class="g tF2Cxc"><a href="/search?q=more"><h3>More from here</h3></a></div></div></div></div>
    ${extras ? panel : ''}
    <div id="botstuff"><a href="/search?q=a"><div class="s75CSd">tall lighthouse</div></a><a href="/search?q=b"><div class="s75CSd">old lighthouse</div></a></div>
    ${isLast ? '' : '<a id="pnext" href="/search?start=10">Next</a>'}`)
}

/** The page for clients without scripts, with every link wrapped. */
export function wrappedPage({ words, offset, count, isLast }: StubSearch): string {
  const entries = found(words, offset, count).map(
    ({ url, title, snippet }) => `
    <div class="ezO2md"><div><div><a class="fuLhoc ZWRArf" href="${wrapped(url)}"><span class="CVA68e qXLe6d fuLhoc ZWRArf">${title}</span>
      <span class="qXLe6d dXDvrc"><span class="fYyStc">${new URL(url).host}</span></span></a></div>
      <div class="Dks9wf"><span class="qXLe6d FrIlee"><span class="fYyStc">${snippet}</span></span></div></div></div>`,
  )
  return page(
    `<div>${entries.join('')}</div>${isLast ? '' : '<footer><a class="nBDE1b" href="/search?q=x&amp;start=10&amp;sa=N">Next</a></footer>'}`,
  )
}

export const emptyPage = page(
  '<div id="topstuff"><div class="mnr-c"><p>Your search - <em>zzqx</em> - did not match any documents.</p></div></div><div id="search"></div>',
)

export const captchaPage = page(
  '<form id="captcha-form" action="index" method="post"><div id="recaptcha" class="g-recaptcha" data-sitekey="k"></div></form><div id="infoDiv">Our systems have detected unusual traffic. google.com/policies/terms</div>',
  'https://www.google.com/search',
)

export const consentPage = page(
  '<h1>Before you continue</h1><form action="https://consent.google.com/save" method="post"><button>Accept all</button></form>',
)

/** Results in a layout that no selector matches. */
export function unknownPage({ words, offset, count }: StubSearch): string {
  const entries = found(words, offset, count).map(
    ({ url, title, snippet }) =>
      `<section class="n1x"><x-title><a href="${url}">${title}</a></x-title><p class="n2y">${snippet} ${'It goes on. '.repeat(20)}</p></section>`,
  )
  return page(`<main>${entries.join('')}</main>`)
}

/** The page for clients that run no scripts when Google requires them. */
export const shellPage = page(
  '<noscript><style>table,div,span,p{display:none}</style><meta content="0;url=/httpservice/retry/enablejs?sei=x" http-equiv="refresh"><div>Please click <a href="/httpservice/retry/enablejs?sei=x">here</a> if you are not redirected.</div></noscript><script>render()</script>',
)
