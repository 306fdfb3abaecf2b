/**
 * /assets/: stylesheet and icon.
 */
import type { Area } from '../route.ts'

const stylesheet = `:root { color-scheme: light dark; --river: #2f6690; --bank: #6b705c; --line: #8884 }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 62rem; padding: 0 1.25rem; font: 1.05rem/1.6 Georgia, serif }
a { color: var(--river) }
h1, h2, h3 { line-height: 1.2; font-family: system-ui, sans-serif }
pre { padding: .8rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; font-size: .9rem }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .3rem .8rem; border-bottom: 1px solid var(--line); text-align: left }
figure { margin: 1.5rem 0 } img { max-width: 100%; border-radius: .4rem } figcaption { color: var(--bank) }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 4px solid var(--river) }
.site-header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; border-bottom: 3px solid var(--river) }
.brand { font-weight: bold } nav ul, nav ol, .site-footer ul { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; list-style: none }
.breadcrumb li + li::before { content: "› "; color: var(--bank) } .breadcrumb, .site-footer { font-size: .9rem }
.pager { margin: 2rem 0 } .related { padding: .1rem 1rem; background: #8881; border-radius: .4rem }
.site-footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--bank) }
`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2f6690"/><path d="M1 10q3.5-4 7 0t7 0" fill="none" stroke="#fff" stroke-width="2"/></svg>\n`

export const assetsArea: Area = {
  routes: [
    { kind: 'file', path: '/assets/site.css', contentType: 'text/css; charset=utf-8', body: () => stylesheet },
    { kind: 'file', path: '/assets/favicon.svg', contentType: 'image/svg+xml', body: () => icon },
  ],
}
