/** A Mithril application with routes after `#!`: the server sees a single page. */

/** That page. @param base path of the application, without a trailing slash. */
export const mithrilShell = (base: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Ledger</title></head>
<body><div id="app"></div>
<script src="/vendor/mithril.js"></script>
<script>
const load = (path) => m.request({ url: '${base}/api' + path })
const Page = () => {
  let content = null
  return {
    oninit: ({ attrs }) => load(attrs.id ? '/items/' + attrs.id : '/items').then((data) => { content = data }),
    view: ({ attrs }) => content === null ? m('p', 'Loading…') : m('main',
      m(m.route.Link, { href: '/' }, 'Start'),
      attrs.id
        ? [m('h1', content.name), m('p', content.text)]
        : [m('h1', 'Ledger of things'), m('ul', content.map((item) => m('li', m(m.route.Link, { href: '/item/' + item.id }, item.name))))]),
  }
}
m.route(document.getElementById('app'), '/', { '/': Page, '/item/:id': { render: ({ attrs }) => m(Page, { key: attrs.id, id: attrs.id }) } })
</script></body></html>`
