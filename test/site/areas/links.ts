/**
 * /links/: links in every form: relative, with a base, in capitals, encoded, with fragments and queries, and from
 * elements other than `a`.
 */
import { linkList, pageRoute, prosePage } from '../compose.ts'
import { heading, link, markup, paragraph, picture } from '../page.ts'
import type { Link, Page } from '../page.ts'
import type { Area, PageRoute } from '../route.ts'

const home = link('/', 'Home')
const index = link('/links/', 'Odds and ends')
const trail = [home, index]

const plain = (path: string, title: string, subject: string, extra: Partial<Page> = {}): PageRoute =>
  pageRoute(path, prosePage(path, title, subject, { trail, ...extra }))

const spellings: Link[] = [
  link('/links/mill', 'mill'),
  link('/links/Mill', 'Mill: a capital makes another page'),
  link('/links/ferry', 'ferry'),
  link('/links/ferry/', 'ferry/: a slash makes another page'),
  link('/links/~tide', 'A tilde'),
  link('/links/%7Etide', 'The tilde encoded: the same page'),
  link('/links/caf%c3%a9', 'Lower-case hex'),
  link('/links/caf%C3%A9', 'Upper-case hex: the same page'),
  link('/links/café', 'No hex at all: the same page'),
  link('/links/two words', 'A plain space', '/links/two%20words'),
  link('/links/two%20words', 'The space encoded: the same page'),
  link('/links/ferry?', 'An empty query: the same page'),
  link('/links/ferry;jsessionid=0123456789ABCDEF', 'A session id: the same page'),
  link('/links/./crumbs/../mill', 'Dots: the same page', '/links/mill'),
]

const queries: Link[] = [
  link('/links/table?a=1&b=2', 'Two parameters'),
  link('/links/table?b=2&a=1', 'The other order: the same page'),
  link('/links/table?a=2&b=1', 'Other values: another page'),
  link('/links/table?a=1&b=2&gclid=x1', 'A click id: the same page'),
  link('/links/letter?utm_source=journal', 'First seen with tracking'),
  link('/links/letter', 'Then without: the same page'),
  link('/links/letter?utm_medium=mail&utm_source=list', 'Other tracking: the same page'),
  link('/links/table?print=yes', 'Forbidden by robots.txt'),
]

const fragments: Link[] = [
  link('#spellings', 'Up on this page', '/links/#spellings'),
  link('/links/mill#wheel', 'The wheel'),
  link('/links/only-by-fragment#deep', 'A page linked with a fragment only'),
  link('', 'This page', '/links/'),
]

const elsewhere: Link[] = [
  link('{{origin}}/links/by-origin', 'With our own origin', '/links/by-origin'),
  link('//{{host}}/links/by-host', 'Without a scheme', '/links/by-host'),
  link('https://www.stowmouth.invalid/', 'Another host'),
  link('http://127.0.0.1:9/links/', 'Another port'),
  link('javascript:void(0)', 'A script', null),
  link('data:text/plain,ahoy', 'Data', null),
  link('mailto:bell@hallowford.example', 'Mail', null),
]

const elements = markup(
  `<p><map name="bank"><area shape="rect" coords="0,0,9,9" href="/links/by-area" alt="The bank"></map>
<iframe src="/links/by-frame" title="Framed"></iframe></p>
<!-- <a href="/links/in-a-comment">no link</a> -->
<script>const text = '<a href="/links/in-a-script">no link</a>'</script>
<template><p>Nothing to see</p></template>
<A HREF='/links/by-capitals' CLASS=plain>Capitals</A> <a href=/links/unquoted>No quotes</a> <a name="spot">No address</a>`,
  link('/links/by-area', 'The bank'),
  link('/links/by-frame', 'Framed'),
  link('/links/by-capitals', 'Capitals'),
  link('/links/unquoted', 'No quotes'),
)

const indexPage = prosePage('/links/', 'Odds and ends', 'the drawer of odds and ends', {
  trail: [home],
  blocks: [
    ...linkList('Spellings', spellings),
    ...linkList('Queries', queries),
    ...linkList('Fragments', fragments),
    ...linkList('Elsewhere', elsewhere),
    heading('Elements'),
    elements,
    ...linkList('Pages of their own kind', [
      link('relative/', 'Relative links', '/links/relative/'),
      link('/links/based', 'A base'),
      link('/links/based-elsewhere', 'A base with an origin'),
      link('/links/refresh', 'A page that moves on'),
      link('/links/packed-gzip', 'Sent as gzip'),
      link('/links/packed-deflate', 'Sent as deflate'),
      link('/links/packed-br', 'Sent as brotli'),
    ]),
  ],
})

const relative = plain('/links/relative/', 'Relative links', 'the short way', {
  blocks: linkList('Around here', [
    link('below', 'Below', '/links/relative/below'),
    link('./deeper/still', 'Deeper', '/links/relative/deeper/still'),
    link('../mill', 'Up one', '/links/mill'),
    link('../../town/weir', 'Up two', '/town/weir'),
    link('../../../../town/mill', 'Up too far', '/town/mill'),
  ]),
})

const based = plain('/links/based', 'A base', 'the base', {
  base: '/links/depot/',
  blocks: linkList('In the depot', [
    link('crate', 'A crate', '/links/depot/crate'),
    link('../mill', 'The mill', '/links/mill'),
    link('#lid', 'A lid', '/links/depot/#lid'),
  ]),
})

const basedElsewhere = plain('/links/based-elsewhere', 'A base with an origin', 'the other base', {
  base: '{{origin}}/links/depot/barrel',
  blocks: [
    paragraph('In the same depot: ', link('sack', 'a sack', '/links/depot/sack'), '.'),
    picture('/pictures/tollbridge.png', 'The depot', 'The depot'),
  ],
})

const refresh = plain('/links/refresh', 'A page that moves on', 'the sign', {
  refresh: { ...link('/links/by-refresh', 'On'), seconds: 30 },
})

const packed = (['gzip', 'deflate', 'br'] as const).map((coding): PageRoute => {
  return { ...plain(`/links/packed-${coding}`, `Sent as ${coding}`, 'the parcel'), packed: coding }
})

/** Targets of the links above; ordinary pages. */
const targets: [segment: string, title: string][] = [
  ['mill', 'The small mill'],
  ['Mill', 'The capital mill'],
  ['ferry', 'The ferry'],
  ['ferry/', 'The ferry landing'],
  ['~tide', 'The tide'],
  ['café', 'The café'],
  ['two%20words', 'Two words'],
  ['table', 'The table'],
  ['letter', 'The letter'],
  ['only-by-fragment', 'Only by fragment'],
  ['by-origin', 'By origin'],
  ['by-host', 'By host'],
  ['by-area', 'By area'],
  ['by-frame', 'By frame'],
  ['by-capitals', 'By capitals'],
  ['unquoted', 'Unquoted'],
  ['by-refresh', 'By refresh'],
  ['relative/below', 'Below'],
  ['relative/deeper/still', 'Deeper still'],
  ['depot/', 'The depot'],
  ['depot/crate', 'The crate'],
  ['depot/sack', 'The sack'],
  ['ferry;jsessionid=0123456789ABCDEF', 'The ferry'],
]

export const linksArea: Area = {
  routes: [
    pageRoute('/links/', indexPage),
    relative,
    based,
    basedElsewhere,
    refresh,
    ...packed,
    ...targets.map(([segment, title]) => plain(`/links/${segment}`, title, title.toLowerCase())),
  ],
}
