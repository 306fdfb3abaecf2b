/** Changes from request to request that are no edits: one class of noise per page. */
import type { Draws } from './draws.ts'

/** Noise of one request. All parts are HTML. */
export interface PageNoise {
  /** In the head of the document. */
  head?: string
  /** Before and after the page's own content, inside its main element. */
  before?: string
  after?: string
  /** After the main element. */
  outside?: string
}

export interface NoiseClass {
  name: string
  /** @param round number of the run; times go on with it. */
  make: (round: number, draws: Draws) => PageNoise
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const german = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]

const dayMs = 86_400_000
const dateOf = (round: number): Date => new Date(Date.UTC(2026, 10, 3) + round * dayMs)
const two = (number: number): string => String(number).padStart(2, '0')
const long = (date: Date): string => `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
const american = (date: Date): string =>
  `${months[date.getUTCMonth()]!.slice(0, 3)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
const iso = (date: Date): string => date.toISOString().slice(0, 10)
const clock = (draws: Draws): string => `${two(draws.number(24))}:${two(draws.number(60))}`
const grouped = (number: number): string => number.toLocaleString('en-US')

const card = (draws: Draws, tag: string): string => {
  const no = draws.number(5_000)
  return `<${tag}><a href="/stories/${no}?ref=${draws.hex(6)}">Story ${no} about the ${draws.one(['coast', 'market', 'museum', 'bridge', 'orchard'])}</a></${tag}>`
}

const cards = (draws: Draws, count: number, tag: string): string =>
  Array.from({ length: count }, () => card(draws, tag)).join('')

const tools = ['Hammers', 'Saws', 'Chisels', 'Planes', 'Files', 'Vices', 'Drills']
const nested = ['Oak', 'Beech', 'Ash']

/** All classes. */
export const noiseClasses: readonly NoiseClass[] = [
  {
    name: 'relative-times',
    make: (round, draws) => ({
      before: `<p class="meta">Posted ${2 + round} hours ago · ${3 + draws.number(5)} min ago edited</p>`,
      after: `<p>Last seen ${draws.one(['just now', 'a minute ago', '5 minutes ago', 'an hour ago', 'yesterday'])}</p>`,
    }),
  },
  {
    name: 'german-times',
    make: (round, draws) => ({
      before: `<p>vor ${2 + round} Stunden</p>`,
      after: `<p>Stand: ${two(dateOf(round).getUTCDate())}.${two(dateOf(round).getUTCMonth() + 1)}.2026, ${clock(draws)} Uhr</p><p>Zuletzt geändert am ${dateOf(round).getUTCDate()}. ${german[dateOf(round).getUTCMonth()]} ${dateOf(round).getUTCFullYear()}</p>`,
    }),
  },
  {
    name: 'update-dates',
    make: (round, draws) => ({
      before: `<p>Last updated: <time datetime="${dateOf(round).toISOString()}">${long(dateOf(round))}</time></p>`,
      after: `<p>Page last modified on ${american(dateOf(round))} at ${clock(draws)} UTC</p>`,
    }),
  },
  {
    name: 'today',
    make: (round, draws) => ({
      before: `<p>Today is ${['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][dateOf(round).getUTCDay()]}, ${long(dateOf(round))}</p>`,
      after: `<p>Server time: ${iso(dateOf(round))} ${clock(draws)}:${two(draws.number(60))}</p><p>Generated ${dateOf(round).toISOString()} in ${1 + draws.number(300)} ms</p>`,
    }),
  },
  {
    name: 'copyright-clock',
    make: (round, draws) => ({
      after: `<p>Prices checked ${iso(dateOf(round))}, ${clock(draws)}</p><p>Updated ${1 + draws.number(58)} minutes ago</p>`,
      outside: `<footer><p>© 1998–${2026 + Math.floor(round / 10)} Harbour Works. Rendered in 0.${draws.number(900)} seconds.</p></footer>`,
    }),
  },
  {
    name: 'view-counters',
    make: (round, draws) => ({
      before: `<p>${grouped(12_000 + round * 37 + draws.number(30))} views · ${40 + round} comments · ${3 + round / 10}K likes</p>`,
      after: `<p>Views: ${grouped(900 + round * 3)}</p><p>Seen by ${round * 9 + 120} people</p>`,
    }),
  },
  {
    name: 'visitor-counters',
    make: (round, draws) => ({
      before: `<p>You are visitor number ${grouped(104_233 + round * 61)}</p>`,
      after: `<p>${3 + draws.number(90)} people are viewing this right now</p><p>${12 + draws.number(80)} users online</p>`,
    }),
  },
  {
    name: 'social-counters',
    make: (round, draws) => ({
      before: `<ul class="share"><li>${210 + round} shares</li><li>${80 + draws.number(5)} retweets</li><li>${1_400 + round * 2} followers</li></ul>`,
      after: `<h2>Comments (${15 + round})</h2><p><strong>${4 + round}</strong> upvotes, <b>${draws.number(9)}</b> replies</p><p>Rated by ${300 + round} readers</p>`,
    }),
  },
  {
    name: 'nonces',
    make: (_round, draws) => ({
      head: `<meta name="csp-nonce" content="${draws.hex(24)}"><script nonce="${draws.hex(16)}">window.nonce="${draws.hex(32)}"</script>`,
      before: `<div id="w-${draws.hex(8)}" class="css-${draws.hex(6)}" data-nonce="${draws.hex(16)}"></div><!-- ${draws.hex(30)} -->`,
      after: `<script type="application/json">{"request":"${draws.hex(20)}"}</script>`,
    }),
  },
  {
    name: 'csrf-tokens',
    make: (_round, draws) => ({
      head: `<meta name="csrf-token" content="${draws.hex(40)}">`,
      before: `<form action="/search?csrf_token=${draws.hex(32)}"><input type="hidden" name="authenticity_token" value="${draws.hex(40)}"><label>Search <input name="q"></label><button>Go</button></form>`,
      after: `<p><a href="/sign-out?_csrf=${draws.hex(32)}&amp;next=%2F">Sign out</a> <a href="/page?token=${draws.hex(24)}">Print</a></p>`,
    }),
  },
  {
    name: 'session-links',
    make: (_round, draws) => ({
      before: `<p><a href="/terms;jsessionid=${draws.hex(32)}">Terms</a> and <a href="/delivery?PHPSESSID=${draws.hex(26)}">delivery</a></p>`,
      after: `<p><a href="/news?utm_source=${draws.hex(5)}&amp;utm_campaign=${draws.hex(4)}&amp;gclid=${draws.hex(20)}">News of the harbour</a></p>`,
    }),
  },
  {
    name: 'build-hashes',
    make: (_round, draws) => ({
      head: `<link rel="stylesheet" href="/assets/main.${draws.hex(8)}.css"><script src="/assets/app-${draws.hex(10)}.js" defer></script>`,
      before: `<p><img src="/assets/boat-${draws.hex(8)}.webp" alt="A boat in the harbour"></p>`,
      after: `<p>Build ${draws.hex(7)}a1</p><p>Commit: <code>${draws.hex(39)}7</code></p><p>Request ID: ${draws.hex(8)}-${draws.hex(4)}-${draws.hex(12)}</p>`,
    }),
  },
  {
    name: 'asset-links',
    make: (round, draws) => ({
      before: `<p><a href="/files/quay-large.${draws.hex(12)}.jpg?v=${round}">Large picture</a></p><figure><a href="/assets/map.${draws.hex(10)}.png"><img src="/assets/map-small.${draws.hex(10)}.png?cb=${draws.hex(8)}" alt="Map"></a><figcaption>The quay</figcaption></figure>`,
    }),
  },
  {
    name: 'related-list',
    make: (_round, draws) => ({
      after: `<section class="related"><h2>Related articles</h2><ul>${cards(draws, 5, 'li')}</ul></section>`,
    }),
  },
  {
    name: 'related-cards',
    make: (_round, draws) => ({
      after: `<div class="grid"><h3>You may also like</h3>${cards(draws, 4, 'div')}</div>`,
      outside: `<aside><h3>Most read</h3><ol>${cards(draws, 5, 'li')}</ol></aside>`,
    }),
  },
  {
    name: 'related-names',
    make: (_round, draws) => ({
      before: `<div class="teaser"><p><strong>Read also:</strong></p><ul>${cards(draws, 2, 'li')}</ul></div><h2>About the works</h2><p>The works were founded by two brothers.</p>`,
      after: `<h2>More stories</h2>${cards(draws, 3, 'p')}<h2>Recommended for you</h2>${cards(draws, 3, 'p')}`,
    }),
  },
  {
    name: 'popular',
    make: (_round, draws) => ({
      after: `<h2>Trending now</h2><ol>${cards(draws, 5, 'li')}</ol><h2>Customers who bought this also bought</h2><ul>${cards(draws, 4, 'li')}</ul>`,
    }),
  },
  {
    name: 'list-order',
    make: (_round, draws) => ({
      before: `<p>In the workshop:</p><ul>${draws
        .shuffled(tools)
        .map((tool) => `<li><a href="/tools/${tool.toLowerCase()}">${tool}</a></li>`)
        .join('')}</ul>`,
    }),
  },
  {
    name: 'nested-order',
    make: (_round, draws) => ({
      after: `<p>Wood in store:</p><ul>${draws
        .shuffled(nested)
        .map(
          (wood) =>
            `<li><p>${wood}</p><ul>${draws
              .shuffled(['boards', 'beams', 'veneer'])
              .map((form) => `<li>${wood} ${form}</li>`)
              .join('')}</ul></li>`,
        )
        .join('')}</ul>`,
    }),
  },
  {
    name: 'cookie-banner',
    make: (round) => ({
      before:
        round % 2 === 0
          ? ''
          : '<div class="notice"><p>We use cookies to give you the best experience. By continuing to browse you accept our use of cookies.</p><button>Accept all</button><button>Reject</button></div>',
    }),
  },
  {
    name: 'consent-dialog',
    make: (round) => ({
      outside:
        round % 3 === 0
          ? ''
          : '<div id="cookie-consent" role="dialog" aria-label="Cookie consent"><h2>Your privacy choices</h2><p>We and our 842 partners store and access information on your device.</p><button>Accept</button></div>',
      before:
        round % 3 === 1
          ? '<div class="banner"><p>This website uses cookies to improve your experience. <a href="/privacy">Learn more</a></p></div>'
          : '',
    }),
  },
  {
    name: 'german-banner',
    make: (round) => ({
      before:
        round % 2 === 1
          ? ''
          : '<div class="hinweis"><p>Wir verwenden Cookies, um Ihnen das beste Erlebnis zu bieten. Mit der Nutzung dieser Seite stimmen Sie dem zu.</p><button>Alle akzeptieren</button></div>',
    }),
  },
  {
    name: 'markup',
    make: (_round, draws) => ({
      before: `<div class="${draws.hex(6)}" style="order:${draws.number(9)}"><p>The${' '.repeat(1 + draws.number(4))}slipway${draws.one(['', '\u00ad', '\u200b'])} opens${draws.one([' ', '&nbsp;', '\n'])}early.</p></div>`,
    }),
  },
]
