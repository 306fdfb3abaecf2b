import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropFurnitureLines } from './furniture-lines.ts'
import { leftOf } from '../testing/all-kept.ts'

const prose =
  'The ferry leaves the harbour at six, and the boats that are still on the water come back before it is dark. You can buy a ticket at the office by the bridge, which closes at five, or on board from the mate.'

/** Returns whether a part stays in an article between two paragraphs. */
function stays(part: string): boolean {
  const before = `<h1>The harbour</h1><p>${prose}</p>`
  const left = leftOf(`${before}${part}<p>${prose}</p>`, dropFurnitureLines)
  return left.length > 3
}

describe('dropFurnitureLines', () => {
  const furniture: [kind: string, html: string][] = [
    ['a share line', '<p>Share this article</p>'],
    ['a share line with a network', '<div>→ Share on Facebook</div>'],
    ['a share line in German', '<p>Beitrag teilen</p>'],
    ['a share line in Japanese', '<p>シェアする</p>'],
    ['a caption of an embedded post', '<p>A post shared by The Harbour (@harbour)</p>'],
    ['a subscription', '<p>Sign up for our weekly newsletter.</p>'],
    ['a subscription in Italian', '<p>Iscriviti alla nostra newsletter</p>'],
    ['a link to another article', '<p>Read more: <a href=/b>Who owns the bridge?</a></p>'],
    ['a link to another article in Russian', '<p>Читайте также: <a href=/b>Чей это мост?</a></p>'],
    ['the heading of a comment form', '<h3>Leave a reply</h3>'],
    ['a note on comments', '<p>Your email address will not be published.</p>'],
    ['a notice on cookies', '<p>We use cookies to improve your visit.</p>'],
    ['a notice on cookies in French', '<p>Nous utilisons des cookies pour améliorer votre visite.</p>'],
    ['an app', '<p>Download our free app</p>'],
    ['a wall', '<p>Create a free account to continue reading</p>'],
    ['a label of an advertisement', '<p>Advertisement</p>'],
    ['a label of an advertisement in Arabic', '<p>إعلان</p>'],
  ]
  for (const [kind, html] of furniture) it(`drops ${kind}`, () => assert.equal(stays(html), false))

  const endings: [kind: string, html: string][] = [
    ['a list of other articles', '<h3>Related articles</h3><ul><li><a href=/b>Bridge</a><li><a href=/c>Mill</a></ul>'],
    ['tags', '<p>Tags: <a href=/t>ferries</a>, <a href=/u>harbours</a></p>'],
    ['tags below their label', '<p>Schlagwörter:</p><p><a href=/t>Fähren</a></p>'],
    ['a note on the author', '<h3>About the author</h3><p>Ana Lima writes about ferries.</p>'],
    ['a note on the author with a name', '<h3>About the author</h3><p>Ana Lima</p><p>She writes about ferries.</p>'],
    ['a note below a noun', '<h3>L’autrice</h3><p>Ana Lima scrive di fiumi.</p>'],
  ]
  for (const [kind, html] of endings) {
    it(`drops ${kind} behind the text`, () => {
      assert.deepEqual(leftOf(`<h1>The harbour</h1><p>${prose}</p>${html}`, dropFurnitureLines), ['The harbour', prose])
    })
    it(`keeps ${kind} between paragraphs`, () => {
      const page = `<h1>The harbour</h1><p>${prose}</p>${html}<p>${prose}</p>`
      assert.deepEqual(
        leftOf(page, dropFurnitureLines),
        leftOf(page, () => {}),
      )
    })
  }

  const whole: [kind: string, html: string, url?: string][] = [
    ['headings of one word', ['Share', 'Print', 'Save', 'Email', 'Bookmark', 'Copy link', 'Drucken', 'Advertisement'].map((word) => `<h2>${word}</h2><p>${prose}</p>`).join('')],
    ['words of documentation', `<p>${prose}</p><p>Share</p><p>${prose}</p>`, 'https://example.org/docs/editor'],
    ['a section on authors', `<p>${prose}</p><h2>About the authors</h2><p>Nobody knows who wrote the gospels.</p><p>${prose}</p>`],
    ['a section on authors before another', `<p>${prose}</p><h2>作者</h2><p>夏目漱石は1867年に江戸で生まれた。</p><h2>あらすじ</h2><p>${prose}</p>`],
    ['a section on an author with further text', `<p>${prose}</p><h3>著者</h3><p>夏目漱石</p><p>${prose}</p>`],
    ['a label that is a noun', `<p>${prose}</p><p>作者：</p><p>夏目漱石</p>`],
    ['further reading', `<p>${prose}</p><h2>Further reading</h2><ul><li><a href=https://x.example/a>A book</a></ul>`],
    ['a list of articles elsewhere', `<p>${prose}</p><h2>Related articles</h2><ul><li><a href=https://x.example/a>A book</a></ul>`],
    ['a link to an article elsewhere', `<p>${prose}</p><p>Read more: <a href=https://x.example/a>A book</a></p>`],
    ['topics between paragraphs', `<p>${prose}</p><h2>Topics</h2><ul><li><a href=/1>Chapter 1</a><li><a href=/2>Chapter 2</a></ul><p>${prose}</p>`],
    ['keywords of a language', `<p>${prose}</p><p>Keywords: <a href=/c>const</a>, <a href=/l>let</a></p>`],
    ['a heading that begins as rights', `<p>${prose}</p><h2>Copyright 1976</h2><ul><li>Right one</ul>`],
    ['dates of a diary', ['Monday, 12 May 2021', 'Tuesday, 13 May 2021'].map((day) => `<h2>${day}</h2><p>${prose}</p>`).join('')],
    ['dates of versions', ['12 May 2021', '3 March 2020'].map((day) => `<p>${prose}</p><h2>Version</h2><p>Published ${day}</p>`).join('')],
    ['the date of a version', `<p>${prose}</p><h2>Version 2</h2><p>Published 12 May 2021</p><p>${prose}</p>`],
    ['places and dates of events', `<p>Friday, 12 May 2026, 20:00 Uhr</p><p>Royal Albert Hall, 14 May 2026</p><p>${prose}</p>`],
    ['a place and a date', `<p>Berlin, 12 May 2021</p><p>${prose}</p>`],
    ['the text of a policy on cookies', `<p>This website uses cookies that are necessary.</p><p>${prose}</p>`, 'https://example.org/legal/cookies'],
    ['a page with several statements on cookies', `<p>We use cookies.</p><p>${prose}</p><p>Our website uses cookies for three purposes.</p>`],
  ] // prettier-ignore
  for (const [kind, html, url] of whole) {
    it(`keeps ${kind}`, () => {
      const page = `<h1>The harbour</h1>${html}`
      assert.deepEqual(
        leftOf(page, dropFurnitureLines, url),
        leftOf(page, () => {}),
      )
    })
  }

  it('drops a labelled date that the page states', () => {
    const page = (day: string): string =>
      `<meta property=article:modified_time content=${day}T10:00:00Z><h1>The harbour</h1><p>${prose}</p><p>Last updated: 4 May 2025</p>`
    assert.equal(leftOf(page('2025-05-04'), dropFurnitureLines).length, 2)
    assert.equal(leftOf(page('2025-06-04'), dropFurnitureLines).length, 3)
  })

  const content: [kind: string, html: string][] = [
    ['a sentence about shares', '<p>Share prices fell on Monday.</p>'],
    ['a step of a guide', '<p>Share the folder with your team and wait.</p>'],
    ['a recipe', '<p>We baked cookies for the whole crew.</p>'],
    ['a step with an app', '<p>Open the app and tap Settings.</p>'],
    ['another step with an app', '<p>Install the Docker app and start it.</p>'],
    ['a step with an account', '<p>Log in to your dashboard to access the settings.</p>'],
    ['a comment in code', '<p>Add a comment to the top of the file.</p>'],
    ['an appointment', '<p>Register for the exam by May.</p>'],
    [
      'a link in a sentence',
      '<p>Read more than one of the <a href=/b>old logs</a> and you will see that the ferry was never late.</p>',
    ],
    ['a list of its own', '<h3>Also see</h3><ul><li>The bridge<li>The mill</ul>'],
    ['related work without links', '<p>Related work is discussed in the next section.</p>'],
    ['tags without links', '<p>Tags: what they are and how to use them</p>'],
    ['a quotation of a button', '<p>The button says “Share”, and nobody knows what it does.</p>'],
    ['a cell', '<table><tr><td>Share</td></tr></table>'],
    ['code', '<pre>share()</pre>'],
    ['a long text about the author', `<h3>About the author</h3>${`<p>${prose}</p>`.repeat(4)}`],
    ['a date in the text', '<p>On 4 May 2025 the ferry sank.</p>'],
  ]
  const sentences = [
    'No comments were made by the ministry on Friday, and the ambassador declined to speak.',
    'Comments off the record suggest the minister will resign next week.',
    'Comments are closed by the first arrow that the parser meets.',
    'Leave a comment in the code so that the next developer knows why the lock is needed.',
    'Leave a comment in the code.',
    'Sign in to your Google account to unlock the device, then choose Settings.',
    'Create an account to read this register.',
    'To continue reading the file after the error, call resume() on the stream.',
    'To keep reading the sensor without blocking, set the timeout to zero.',
    'We set session cookies in the response with the Set-Cookie header, and the client returns them.',
    'We use cookies in this recipe because the dough has chocolate in it and needs a nice crunch.',
    'Join the discussion in our forum: every Monday at six the ferry workers meet there.',
    'This story is for the members of the crew who lost their lives in the storm.',
    'Install our company app on the phone: open Settings, then Enterprise, and enter the code 1234.',
    'Subscribe to the newsletter endpoint with a POST request; the server answers 201.',
    'Receive the latest news by email newsletter or the app was what 60 percent of readers wanted.',
    'Vi bruker cookies for å lagre innstillingene i spillet, og de slettes når du logger ut.',
  ]
  for (const sentence of sentences) {
    it(`keeps “${sentence}”`, () => assert.equal(stays(`<p>${sentence}</p>`), true))
    it(`keeps “${sentence}” at the end`, () => {
      const left = leftOf(`<h1>The harbour</h1><p>${prose}</p><p>${sentence}</p>`, dropFurnitureLines)
      assert.equal(left.at(-1), sentence)
    })
  }

  it('drops a long notice behind the text in a box of its own', () => {
    const box =
      '<div><div><p>We use cookies to give you the best experience on our website and at our partners.</p></div></div>'
    assert.equal(leftOf(`<h1>The harbour</h1><p>${prose}</p>${box}`, dropFurnitureLines).length, 2)
  })

  for (const [kind, html] of content) it(`keeps ${kind}`, () => assert.equal(stays(html), true))

  const bylines: [line: string, isDropped: boolean][] = [
    ['By Ana Lima', true],
    ['Von Ana Lima und Bo Li', true],
    ['Ana Lima · 4 May 2025 · 5 min read', true],
    ['Publié le 4 mai 2025', true],
    ['2025年5月4日', true],
    ['By the bridge', false],
    ['4 May 2025 was a fine day.', false],
    ['Chapter 4', false],
  ]
  for (const [line, isDropped] of bylines) {
    it(`${isDropped ? 'drops' : 'keeps'} “${line}” below the title`, () => {
      const left = leftOf(`<h1>The harbour</h1><p>${line}</p><p>${prose}</p>`, dropFurnitureLines)
      assert.equal(!left.includes(line), isDropped)
    })
  }

  it('keeps the names and dates of the entries of a list with excerpts', () => {
    const list = `<h2>A ferry</h2><div class=by>By Ana Lima</div><p>${prose}</p>`.repeat(3)
    assert.equal(leftOf(`<h1>News</h1>${list}`, dropFurnitureLines).length, 10)
    const article = `<h1>A ferry</h1><p class=by>By Ana Lima</p><p>${prose}</p>`
    assert.equal(leftOf(article + '<div>By Bo Li</div>'.repeat(3), dropFurnitureLines).length, 5)
  })

  it('keeps dates of a page that is no text', () => {
    const rows = '<p>4 May 2025</p><p>Ana – Bo</p>'.repeat(4)
    assert.equal(leftOf(`<h1>Games</h1>${rows}`, dropFurnitureLines).length, 9)
  })

  it('keeps lists of articles on a page that is one', () => {
    const list = '<h3>Popular articles</h3><ul><li><a href=/b>The bridge at night</a><li><a href=/c>The mill</a></ul>'
    assert.equal(leftOf(`<h1>News</h1>${list}${list}`, dropFurnitureLines).length, 7)
  })

  const entries = (count: number): string =>
    Array.from({ length: count }, (_, at) => `<li><a href=/n/${at}>Old ferries return to harbour</a>`).join('')
  const sentences31 = 'The harbour is open every day of the year. '.repeat(4)
  const hubs: [kind: string, html: string][] = [
    ['all topics of a list of topics', `<h1>Topics</h1><ul>${entries(30)}</ul>`],
    ['the posts of a category', `<h1>Category: Ferries</h1>${'<h2><a href=/p>Post title of six words here</a></h2>'.repeat(10)}`],
    ['few posts of a category', '<h1>Category: Ferries</h1><h2><a href=/p>One post</a></h2><h2><a href=/q>Another</a></h2>'],
    ['the categories of a hub', `<h1>Harbour</h1><p>${sentences31}</p><h2>Categories</h2><ul>${entries(10)}</ul>`],
    ['a long list of topics behind an introduction', `<h1>Harbour</h1><p>${sentences31}</p><h2>Topics</h2><ul>${entries(30)}</ul>`],
    ['topics between title and introduction', `<h1>Harbour</h1><p>Topics:</p><ul>${entries(30)}</ul><p>${prose}</p>`],
    ...['Latest articles', 'Featured stories', 'Popular posts', 'Neueste Artikel', 'Weitere Artikel'].map((label): [string, string] => [
      `“${label}” of a hub`,
      `<h1>Harbour news</h1><p>${sentences31}</p><h2>${label}</h2><ul>${entries(10)}</ul>`,
    ]),
    ['titles of a listing that begin as links to other articles', `<h1>News</h1>${['Don’t miss the ferry festival on Saturday', 'Latest news coverage wins the harbour prize'].map((title) => `<h2><a href=/a>${title}</a></h2>`).join('')}`],
    ['a page on its author', '<h1>About the author</h1><p>Ana Lima writes about ferries.</p>'],
    ['the authors of a hub', `<h1>News</h1><ul>${entries(10)}</ul><h2>Meet the authors</h2><p>Ana Lima</p><p>Bo Li</p>`],
  ] // prettier-ignore
  for (const [kind, html] of hubs) {
    it(`keeps ${kind}`, () => {
      assert.deepEqual(
        leftOf(html, dropFurnitureLines),
        leftOf(html, () => {}),
      )
    })
  }

  it('drops the same lists behind a long text, and behind a short one of a page that states to be an article', () => {
    const list = `<h2>Latest articles</h2><ul>${entries(10)}</ul>`
    const long = `<h1>Harbour news</h1>${`<p>${sentences31}</p>`.repeat(10)}`
    assert.equal(leftOf(long + list, dropFurnitureLines).length, 11)
    const stated = '<meta property=og:type content=article>'
    const short = `<h1>Harbour news</h1><p>${sentences31}</p>`
    assert.equal(leftOf(stated + short + list, dropFurnitureLines).length, 2)
    assert.equal(
      leftOf(`${stated}${short}<h2>Latest articles</h2><ul>${entries(13)}</ul>`, dropFurnitureLines).length,
      16,
    )
  })

  it('drops a linked label beside text, and a button anywhere', () => {
    const link = '<p><a href=/b>Read more about the old bridge at night</a></p>'
    assert.equal(leftOf(`<h1>News</h1><p>${prose}</p>${link}`, dropFurnitureLines).length, 2)
    assert.equal(leftOf(`<h1>News</h1>${'<p><a href=/b>Read more</a></p>'.repeat(3)}`, dropFurnitureLines).length, 1)
  })

  it('drops a statement of rights behind the text, and keeps one in it', () => {
    const page = (end: string): string => `<h1>The harbour</h1><p>${prose}</p><p>© 2024 The Harbour</p>${end}`
    assert.equal(leftOf(page(''), dropFurnitureLines).length, 2)
    assert.equal(leftOf(page(`<p>${prose}</p>`), dropFurnitureLines).length, 4)
  })

  it('keeps what a shop says about the author of a book', () => {
    const html = `<h1>The harbour</h1><p>${prose}</p><h3>About the author</h3><p>Ana Lima writes about ferries.</p>`
    assert.equal(leftOf(html, dropFurnitureLines, 'https://example.org/dp/123').length, 4)
    assert.equal(leftOf(html, dropFurnitureLines, 'https://example.org/blog/123').length, 2)
  })

  it('never drops the title', () => {
    assert.deepEqual(leftOf(`<h1>Advertisement</h1><p>${prose}</p>`, dropFurnitureLines), ['Advertisement', prose])
  })
})
