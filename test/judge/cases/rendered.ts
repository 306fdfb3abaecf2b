/** Pages of the same frameworks, rendered by a server. */
import { served, type JudgeCase } from './case.ts'
import { article, cards, html, inline, paragraphs, prose, script, siteFooter, siteNav } from './parts.ts'

const nextScripts = `${script('/_next/static/chunks/webpack-1a2b.js', 'defer')}${script('/_next/static/chunks/main-3c4d.js', 'defer')}`
const nextData = (props: unknown): string =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: props }, page: '/', buildId: 'kX2' })}</script>`

export const rendered: readonly JudgeCase[] = [
  served(
    'Next.js with its article',
    html(
      `<div id="__next">${siteNav}<main>${article()}</main>${siteFooter}</div>${nextData({ body: prose(20) })}`,
      nextScripts,
    ),
  ),
  served(
    'Next.js whose text is in its data alone',
    html(`<div id="__next"></div>${nextData({ post: { title: 'The ferry', body: prose(16) } })}`, nextScripts),
  ),
  served(
    'Next.js whose data holds paragraphs of HTML',
    html(
      `<div id="__next"></div>${nextData({ content: Array.from({ length: 5 }, () => `<p>${prose(3)}</p>`) })}`,
      nextScripts,
    ),
  ),
  served(
    'Next.js with little to say',
    html(
      `<div id="__next"><main><h1>Thank you</h1><p>We have received your order and will write to you as soon as it has left the harbour.</p><a href="/">Back to the shop</a></main></div>${nextData({})}`,
      nextScripts,
    ),
  ),
  served(
    'Next.js app router',
    html(
      `${siteNav}<main class="mx-auto">${article()}</main>${siteFooter}${inline('(self.__next_f=self.__next_f||[]).push([0])')}${inline(`self.__next_f.push([1,${JSON.stringify(prose(8))}])`)}`,
      nextScripts,
    ),
  ),
  served(
    'Next.js that streams its content to the end of the document',
    html(
      `${siteNav}<main><!--$?--><template id="B:0"></template><div class="skeleton"></div><!--/$--></main><div hidden id="S:0">${article(4)}</div>${inline('$RC("B:0","S:0")')}`,
      nextScripts,
    ),
  ),
  served(
    'React rendered by a server, in its known node',
    html(
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root" data-reactroot="">${siteNav}<main>${article()}</main></div>${script('/static/js/main.1d.js')}`,
    ),
  ),
  served(
    'React that says hello',
    html(`<div id="root"><h1>Hello, world</h1><p>It works.</p></div>${script('/static/js/main.1d.js')}`),
  ),
  served(
    'React Router with a loader',
    html(
      `${siteNav}<main>${paragraphs(3)}</main>${inline('window.__remixContext={"state":{"loaderData":{}}}')}<script type="module" async>import "/assets/manifest-1a.js";import * as route0 from "/assets/root-2b.js";</script>`,
    ),
  ),
  served(
    'Gatsby',
    html(
      `<div id="___gatsby"><div id="gatsby-focus-wrapper">${siteNav}${article(3)}${siteFooter}</div></div>${script('/app-99aa.js', 'async')}`,
    ),
  ),
  served(
    'Nuxt with its article',
    html(
      `<div id="__nuxt"><div id="__layout">${siteNav}<main>${article()}</main></div></div>${inline('window.__NUXT__=(function(a,b){return {layout:"default",data:[{}],serverRendered:true}}(0,1))')}${script('/_nuxt/app.js', 'defer')}`,
    ),
  ),
  served(
    'Nuxt 3 whose text is in its data alone',
    html(
      `<div id="__nuxt"></div><script type="application/json" id="__NUXT_DATA__">${JSON.stringify([{ story: 1 }, prose(10)])}</script>`,
      script('/_nuxt/DkZ2a.js', 'type="module"'),
    ),
  ),
  served(
    'Vue rendered by a server',
    html(
      `<div id="app" data-server-rendered="true">${siteNav}<ul class="grid">${cards(12)}</ul>${siteFooter}</div>${script('/js/app.9b1c.js')}`,
    ),
  ),
  served(
    'VitePress',
    html(
      `<div id="app"><div class="Layout">${siteNav}<div class="VPContent" id="VPContent"><main class="main"><div class="vp-doc"><h1>Getting started</h1>${paragraphs(3)}</div></main></div></div></div>`,
      script('/assets/app.1a.js', 'type="module"'),
    ),
  ),
  served(
    'Angular rendered by a server',
    html(
      `<app-root ng-version="17.0.0" ng-server-context="ssr"><app-header><nav><a href="/">Riverside</a></nav></app-header><router-outlet></router-outlet><app-story>${article(4)}</app-story></app-root><script id="ng-state" type="application/json">{"1":{"b":[]}}</script>${script('main.77aa.js', 'type="module"')}`,
    ),
  ),
  served(
    'SvelteKit',
    html(
      `<div style="display: contents">${siteNav}<main>${article(3)}</main><script>{__sveltekit_1x={base:""};Promise.all([import("/_app/immutable/entry/start.a1.js")]).then(([kit])=>{kit.start()})}</script></div>`,
    ),
  ),
  served(
    'SolidStart',
    html(
      `<div id="app" data-hk="0"><main data-hk="1">${paragraphs(4)}</main></div>${script('/_build/assets/client-1a.js', 'type="module"')}`,
    ),
  ),
  served(
    'Ember with FastBoot',
    html(
      `<script type="x/boundary" id="fastboot-body-start"></script><div id="ember1" class="ember-view">${siteNav}${article(4)}</div><script type="x/boundary" id="fastboot-body-end"></script>${script('/assets/vendor-11ab.js')}`,
    ),
  ),
  served(
    'Astro with islands',
    html(
      `${siteNav}<main>${article(3)}<astro-island uid="1a" component-url="/_astro/Counter.1.js" client="visible" ssr=""></astro-island></main>${siteFooter}${script('/_astro/hoisted.1a.js', 'type="module"')}`,
    ),
  ),
  served(
    'Qwik',
    html(
      `<div q:container="paused">${siteNav}<main>${paragraphs(3)}</main></div><script type="qwik/json">{"ctx":{}}</script>${script('/build/q-1a.js')}`,
    ),
  ),
  served(
    'Blazor rendered by its server',
    html(
      `<div class="page"><div class="sidebar"><a href="/">Riverside</a></div><main><article class="content px-4"><h1>Weather</h1><table class="table"><thead><tr><th>Date</th><th>Temp.</th><th>Summary</th></tr></thead><tbody>${'<tr><td>12/03/2026</td><td>14</td><td>Mild, with rain towards the evening</td></tr>'.repeat(8)}</tbody></table></article></main></div>${script('_framework/blazor.web.js')}`,
    ),
  ),
  served(
    'web components with declarative shadow roots',
    html(
      `<river-page><template shadowrootmode="open"><header><slot name="title"></slot></header><main>${paragraphs(3)}</main></template><h1 slot="title">The ferry</h1></river-page>${script('/elements.js', 'type="module"')}`,
    ),
  ),
  served(
    'web components around text',
    html(
      `<river-layout><river-heading>The ferry to the island</river-heading><river-text>${prose(10)}</river-text></river-layout>${script('/dist/elements.bundle.js', 'type="module"')}`,
    ),
  ),
  served(
    'a complete page that htmx makes livelier',
    html(
      `${siteNav}<main><h1>Stories</h1>${paragraphs(2)}<button hx-get="/more" hx-target="#more">More</button><div id="more"></div></main>`,
      script('https://unpkg.com/htmx.org@1.9.10'),
    ),
  ),
  served(
    'an application whose text for readers without scripts is in noscript',
    html(
      `<section id="d-splash"><div class="preloader-image"></div></section><discourse-assets></discourse-assets><div id="main"></div><noscript data-path="/t/1"><header><a href="/">Forum</a></header><div id="main-outlet"><h1>Which telescope?</h1>${paragraphs(4)}</div></noscript>${script('/assets/start-discourse.js', 'defer')}`,
    ),
  ),
  served(
    'a shop that a server rendered, with empty nodes for its widgets',
    html(
      `${siteNav}<div id="root"></div><main id="content"><h1>Lamps</h1><ul class="products">${cards(24)}</ul></main><div id="modal-root"></div><div id="app-reviews"></div>${siteFooter}${script('/assets/theme.js', 'defer')}${script('/assets/vendor.js', 'defer')}`,
    ),
  ),
  served(
    'an article with an empty node of an application for its comments',
    html(`${siteNav}${article(5)}<div id="app"></div>${siteFooter}${script('/js/comments.bundle.js')}`),
  ),
  served(
    'an article with linked data and a splash screen over it',
    html(
      `<div id="preloader"><div class="spinner"></div>Loading…</div>${siteNav}${article(4)}${siteFooter}<script type="application/ld+json">{"@type":"Article","articleBody":${JSON.stringify(prose(12))}}</script>${script('/js/main.js')}`,
    ),
  ),
  served(
    'an article in linked data alone',
    html(
      `<div id="root"></div><script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"The ferry","articleBody":${JSON.stringify(prose(14))}}</script>${script('/static/js/main.js')}`,
    ),
  ),
  served(
    'a page that is revealed by its script',
    html(
      `<div id="page" style="visibility:hidden">${article(5)}</div>${script('/js/app.js')}`,
      '',
      'Riverside',
      'style="opacity:0"',
    ),
  ),
]
