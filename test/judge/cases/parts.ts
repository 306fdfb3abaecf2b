/** Building blocks for the pages of the cases. */

/** A document. */
export const html = (body: string, head = '', title = 'Riverside', bodyAttributes = ''): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body${bodyAttributes === '' ? '' : ` ${bodyAttributes}`}>
${body}
</body>
</html>
`

const sentences = [
  'The ferry leaves the northern pier at seven and reaches the island before the shops open.',
  'Most of the orchard was planted by hand after the flood, one row every spring.',
  'Visitors are asked to leave their boots at the door and to close the gate behind them.',
  'In the archive there are letters, maps and a ledger that nobody has yet been able to read.',
  'Bread is baked twice a day, and what is left in the evening goes to the neighbours.',
  'The lighthouse keeper wrote down the weather every morning for more than forty years.',
  'A narrow path follows the stream through the woods and comes out above the old mill.',
  'Tickets can be bought at the counter; children under six and dogs travel free.',
]

/** Sentences of about 85 characters. */
export const prose = (count: number): string =>
  Array.from({ length: count }, (_, index) => sentences[index % sentences.length] ?? '').join(' ')

/** Paragraphs of four sentences, about 340 characters each. */
export const paragraphs = (count: number): string => `<p>${prose(4)}</p>\n`.repeat(count)

/** A script from another URL. */
export const script = (src: string, attributes = ''): string =>
  `<script src="${src}"${attributes === '' ? '' : ` ${attributes}`}></script>`

/** An inline script. */
export const inline = (code: string): string => `<script>${code}</script>`

/** Minified code as a bundler inlines it, a few thousand characters. */
export const runtimeCode = (length = 4_000): string =>
  '!function(e){var t={};function n(r){if(t[r])return t[r].exports;var o=t[r]={i:r,l:!1,exports:{}};return e[r].call(o.exports,o,o.exports,n),o.l=!0,o.exports}n.m=e;n.c=t;n.d=function(e,t,r){n.o(e,t)||Object.defineProperty(e,t,{enumerable:!0,get:r})};n.p="/";n(n.s=12)}([]);'
    .repeat(Math.ceil(length / 270))
    .slice(0, length)

/** Scripts for web analytics. */
export const analytics = `${script('https://www.googletagmanager.com/gtag/js?id=G-1A2B3C', 'async')}
${inline("window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config','G-1A2B3C');")}`

/** The navigation of a website. */
export const siteNav = `<header class="site-header"><a class="brand" href="/">Riverside</a>
<nav><ul><li><a href="/">Home</a></li><li><a href="/products">Products</a></li><li><a href="/stories">Stories</a></li><li><a href="/about">About us</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>`

/** The same navigation without semantic elements. */
export const divNav = `<div class="topbar"><div class="navbar-inner"><a href="/">Riverside</a><ul class="nav"><li><a href="/products">Products</a></li><li><a href="/stories">Stories</a></li><li><a href="/about">About us</a></li><li><a href="/login">Log in</a></li></ul></div></div>`

/** The footer of a website. */
export const siteFooter = `<footer><p>Riverside Trading Ltd, 12 Harbour Street. Registered in England, number 01234567. All prices include tax.</p>
<ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy policy</a></li><li><a href="/terms">Terms of service</a></li></ul><p>© 2026 Riverside. All rights reserved.</p></footer>`

/** A cookie consent banner. */
export const cookieBanner = `<div class="cookie-banner" role="dialog" aria-label="Cookies"><p>We use cookies and similar technologies to provide our services, to measure how they are used and to show you offers that may be of interest to you. You can change your choice at any time in the settings. By clicking "Accept all" you agree to the storing of cookies on your device.</p><button>Accept all</button><button>Reject</button></div>`

/** A page with an article, as a server renders it. */
export const article = (count = 6): string =>
  `<article><h1>The ferry to the island</h1>\n${paragraphs(count)}</article>`

/** Cards of a listing. */
export const cards = (count: number, className = 'card'): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `<li class="${className}"><a href="/products/${index}"><img src="/img/${index}.jpg" alt="Lamp ${index}"><h3>Oak lamp ${index}</h3></a><span class="price">£${20 + index}.00</span></li>`,
  ).join('\n')
