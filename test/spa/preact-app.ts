/** A Preact application with a history router: the server has only one page, without content. */

/** The page served for every path. */
export const preactShell = (base: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Survey</title>
<script type="module" src="${base}/app.js"></script></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`

/** The script; it requests its data and displays it. */
export const preactScript = (base: string): string => `
import { h, render } from '/vendor/preact.mjs'
const root = document.getElementById('root')
const path = location.pathname.slice('${base}'.length)
render(h('p', null, 'Loading…'), root)
const link = (to, text) => h('a', { href: '${base}' + to }, text)
const navigation = h('nav', null, link('/', 'Start'), ' ', link('/about', 'About'))
const show = (title, ...content) => {
  document.title = title
  render(h('div', null, navigation, h('main', null, h('h1', null, title), ...content)), root)
}
const id = /^\\/item\\/(\\d+)$/.exec(path)?.[1]
if (path === '/' || path === '') {
  const items = await (await fetch('${base}/api/items')).json()
  show('Survey of things', h('ul', null, items.map((item) => h('li', null, link('/item/' + item.id, item.name)))))
} else if (id !== undefined) {
  const item = await (await fetch('${base}/api/items/' + id)).json()
  show(item.name, h('p', null, item.text))
} else if (path === '/about') {
  show('About', h('p', null, 'This survey was written by hand over many winters, and is kept by those who walk.'))
} else {
  show('Not found', h('p', null, 'There is nothing here.'))
}
`
