/** A small website for tests of clients. */
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'

const words = 'Rivers run to the sea. '.repeat(20)

/** Number of pages below `/list/`, its own page included: more than one answer has. */
export const listPages = 131

const listPage = (number: number): string =>
  `<title>Entry ${number}</title><main><h1>Entry ${number}</h1><p>Entry ${number} of the list.</p></main>`

const listRoutes = Object.fromEntries(
  Array.from({ length: listPages - 1 }, (_, index) => [`/list/${index + 1}`, html(listPage(index + 1))] as const),
)

/** Starts the site: pages that link each other, one that hangs, one that is gone, one that redirects to a private address. */
export const startClientSite = async (): Promise<Fixture> =>
  await startFixture({
    '/': html('<title>Home</title><main><h1>Home</h1><a href="/rivers">Rivers</a> <a href="/boats">Boats</a></main>'),
    '/rivers': html(
      `<html lang="en"><title>Of rivers</title><meta name="description" content="About rivers">
       <meta property="og:site_name" content="Waters"><meta property="og:locale:alternate" content="de_DE">
       <script type="application/ld+json">{"@type":"Product","name":"Boat","sku":"B-1"}</script>
       <nav>Menu <a href="/">Home</a></nav><main><h1>Of rivers</h1><p>${words}</p><p class="note">A remark.</p></main></html>`,
    ),
    '/boats': html('<title>Boats</title><main><h1>Boats</h1><p>Boats swim on rivers.</p></main>'),
    '/form': html(
      `<input id="name"><button onclick="document.body.append('Hello ' + document.getElementById('name').value)">Say</button>`,
    ),
    '/echo': (request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(request.headers)),
    '/gone': (_request, response) =>
      response.writeHead(410, { 'content-type': 'text/html' }).end('<h1>Gone for good</h1><p>Nothing is here.</p>'),
    '/hang': () => {},
    '/large': html(
      `<title>Large</title><script type="text/plain">${'x'.repeat(1_500_000)}</script><main><h1>Large</h1><p>A short text in a large page.</p></main>`,
    ),
    '/list/': html(
      `<title>List</title><main><h1>List</h1>${Object.keys(listRoutes)
        .map((path) => `<a href="${path}">${path}</a>`)
        .join(' ')}</main>`,
    ),
    ...listRoutes,
    '/mixed/': html(
      '<title>Mixed</title><h1>Mixed pages</h1><a href="/mixed/good">Good</a> <a href="/mixed/broken">Broken</a> <a href="/mixed/secret">Secret</a>',
    ),
    '/mixed/good': html('<title>Good</title><h1>Good</h1><p>This page is good.</p>'),
    '/mixed/broken': (_request, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Broken</h1>'),
    '/robots.txt': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /mixed/secret'),
    '/slow/': html('<title>Slow</title><h1>Slow pages</h1><a href="/slow/1">One</a> <a href="/hang">Hang</a>'),
    '/slow/1': () => {},
    '/to-forbidden': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  })
