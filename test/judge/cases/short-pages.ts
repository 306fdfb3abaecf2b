/** Pages with little content that are complete. */
import { empty, served, type JudgeCase } from './case.ts'
import { analytics, cards, html, inline, prose, script, siteFooter, siteNav } from './parts.ts'

const pictures = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `<a href="/photo/${index}"><img src="/thumbs/${index}.jpg" width="200" height="150"></a>`,
  ).join('\n')

const links = (count: number): string =>
  `<ul>${Array.from({ length: count }, (_, index) => `<li><a href="/notes/${index}.html">Note number ${index}</a></li>`).join('')}</ul>`

export const shortPages: readonly JudgeCase[] = [
  served('one line', '<p>It works!</p>'),
  served('text without markup', 'pong'),
  served('a heading and nothing else', html('<h1>Coming soon</h1>')),
  served('a heading with analytics', html('<h1>Coming soon</h1><p>We open in May.</p>', analytics)),
  served(
    'a heading with a library and a script',
    html(`<h1>We open in May</h1>${script('/js/jquery.min.js')}${script('/js/script.js')}`),
  ),
  served('a note of fifty words', html(`<h1>Notice</h1><p>${prose(3)}</p>`)),
  served(
    'a note of fifty words with scripts of a theme',
    html(
      `<h1>Notice</h1><p>${prose(3)}</p>${script('/js/bootstrap.bundle.min.js')}${script('/js/theme.js')}`,
      analytics,
    ),
  ),
  served(
    'a short note of a built website',
    html(
      `<main><h1>Contact</h1><p>Harbour Street 12, open daily from nine to five. Call 020 7946 0000.</p></main>${script('/assets/main-1a2b.js', 'type="module"')}`,
    ),
  ),
  served(
    'a login form',
    html(
      `<form action="/login" method="post"><h1>Log in</h1><label>Name <input name="user"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>${script('/js/login.js')}`,
    ),
  ),
  served(
    'a login form of an application',
    html(
      `<div id="app"><form method="post"><input type="email" name="email" placeholder="E-mail"><input type="password" name="password"><button type="submit">Sign in</button></form></div>${script('/build/app.js', 'defer')}`,
    ),
  ),
  served(
    'a search page',
    html(
      `<center><img src="/river.png" alt="River"><form action="/search"><input name="q"><input type="submit" value="Search"></form></center>${inline('document.forms[0].q.focus()')}`,
    ),
  ),
  served('a list of links', html(`<h1>Notes</h1>${links(20)}`)),
  served('a list of links with scripts', html(`${links(30)}${script('/js/app.js')}`)),
  served(
    'the index of a directory',
    '<html><head><title>Index of /pub</title></head><body><h1>Index of /pub</h1><hr><pre><a href="../">../</a>\n<a href="a.tar.gz">a.tar.gz</a>   12-Mar-2026 10:00   1204\n<a href="b.tar.gz">b.tar.gz</a>   12-Mar-2026 10:00   904\n</pre><hr></body></html>',
  ),
  served('a page of pictures', html(`<div class="gallery">${pictures(12)}</div>${script('/js/lightbox.js')}`)),
  served(
    'a page of pictures and a script of its own',
    html(`<div id="gallery">${pictures(20)}</div>${script('/js/gallery.js')}`),
  ),
  served('one picture', html('<img src="/map.png" alt="">')),
  served(
    'a frameset',
    '<html><head><title>Manual</title></head><frameset cols="20%,80%"><frame src="toc.html"><frame src="intro.html" name="main"><noframes>Your browser does not show frames.</noframes></frameset></html>',
  ),
  served(
    'a page that is a frame',
    html('<iframe src="https://player.example.net/embed/1" width="800" height="600"></iframe>'),
  ),
  served('a video', html(`<video controls src="/film.mp4"></video><h1>Film</h1>${script('/js/player.js')}`)),
  served(
    'a redirect stub with a plain link',
    html(
      '<h1>Redirecting…</h1><a href="/new/">Click here if you are not redirected.</a>',
      '<link rel="canonical" href="/new/"><script>location="/new/"</script><meta http-equiv="refresh" content="0; url=/new/">',
      'Redirecting…',
    ),
  ),
  served(
    'a page that has moved',
    html(
      '<p>This page has moved to <a href="/new/">its new address</a>.</p>',
      '<meta http-equiv="refresh" content="5; url=/new/">',
    ),
  ),
  served(
    'a price list',
    html(
      `<h1>Prices</h1><table><tr><th>Ticket</th><th>Price</th></tr>${'<tr><td>Single</td><td>4.20</td></tr>'.repeat(6)}</table>`,
    ),
  ),
  served(
    'a listing of cards with a bundle',
    html(`${siteNav}<main><ul>${cards(9)}</ul></main>${siteFooter}${script('/assets/application-1a2b.js', 'defer')}`),
  ),
  served('a poem', html(`<h1>River</h1><pre>${'the river goes\nwhere nobody knows\n'.repeat(6)}</pre>`)),
  served(
    'an old page without a document type',
    '<HTML><HEAD><TITLE>Home</TITLE></HEAD><BODY BGCOLOR="#FFFFFF"><CENTER><FONT SIZE=5>Welcome to my home page</FONT><BR><IMG SRC="welcome.gif"></CENTER><SCRIPT LANGUAGE="JavaScript">document.write("Last changed: " + document.lastModified)</SCRIPT></BODY></HTML>',
  ),
  served(
    'a landing page in a header',
    html(
      `<header class="masthead"><h1>Keeper</h1><p>Builder of small wooden boats. Workshops every second weekend between March and October.</p><a href="mailto:k@example.org">Write to me</a></header>${script('/js/scripts.js')}`,
    ),
  ),
  served(
    'a card of a person',
    html(
      `<div class="container"><h1>A. Keeper</h1><h2>Harbour master</h2><a href="https://example.org/k">Profile</a></div>${script('/app.js')}`,
    ),
  ),
  served('nothing for a 204', '', { status: 204 }),
  served(
    'text with a selector that was found',
    html(`<div id="app"><h1>Lamps</h1><p>${prose(4)}</p></div>${script('/app.js')}`),
    { waitSelectorFound: true },
  ),
  empty('nothing at all', ''),
  empty('white space', ' \n\n '),
  empty('an empty document', '<html><head></head><body></body></html>'),
  empty('a document with a title alone', html('')),
  empty('a document with nothing but analytics', html('', analytics)),
  empty(
    'a document of comments and empty boxes',
    html('<!-- begin --><div class="a"><div class="b"> &nbsp; </div></div><!-- end -->'),
  ),
  empty(
    'a document with nothing but styles',
    html('', '<style>body{color:red}</style><link rel="stylesheet" href="/a.css">'),
  ),
]

const sorry = (words: string): string => html(`<h1>${words}</h1><p>Sorry about that.</p>`, '', words)

export const errorPages: readonly JudgeCase[] = [
  served('its own 404', sorry('Page not found'), { status: 404 }),
  served('an empty 404', '', { status: 404 }),
  served('a 404 that an application draws', html(`<div id="root"></div>${script('/static/js/main.js')}`), {
    status: 404,
  }),
  served(
    'a 500 with a trace',
    html(`<h1>NullPointerException</h1><pre>${'at river.Ferry.leave(Ferry.java:12)\n'.repeat(10)}</pre>`),
    { status: 500 },
  ),
  served('an empty 500', '', { status: 500 }),
  served('maintenance', sorry('We will be back soon'), { status: 503 }),
  served('maintenance that says when to come again', sorry('We will be back soon'), {
    status: 503,
    headers: { 'retry-after': '3600' },
  }),
  served('a plain 403', sorry('Forbidden'), { status: 403 }),
  served('a 401 that asks for a password', sorry('Unauthorized'), {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="x"' },
  }),
  served('a 410', sorry('Gone'), { status: 410 }),
  served('a 405', sorry('Method Not Allowed'), { status: 405 }),
  served('a 451', html(`<h1>Unavailable for legal reasons</h1><p>${prose(3)}</p>`), { status: 451 }),
  served(
    "a server's default page",
    '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>',
    { status: 502 },
  ),
]
