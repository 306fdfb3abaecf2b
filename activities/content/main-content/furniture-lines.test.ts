import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropFurnitureLines } from './furniture-lines.ts'
import { leftOf } from './testing/all-kept.ts'

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
    ['a list of other articles', '<h3>Related articles</h3><ul><li><a href=/b>Bridge</a><li><a href=/c>Mill</a></ul>'],
    ['tags', '<p>Tags: <a href=/t>ferries</a>, <a href=/u>harbours</a></p>'],
    ['tags below their label', '<p>Schlagwörter:</p><p><a href=/t>Fähren</a></p>'],
    ['the heading of a comment form', '<h3>Leave a reply</h3>'],
    ['a note on comments', '<p>Your email address will not be published.</p>'],
    ['a notice on cookies', '<p>We use cookies to improve your visit.</p>'],
    ['a notice on cookies in French', '<p>Nous utilisons des cookies pour améliorer votre visite.</p>'],
    ['an app', '<p>Download our free app</p>'],
    ['a wall', '<p>Create a free account to continue reading</p>'],
    ['a label of an advertisement', '<p>Advertisement</p>'],
    ['a label of an advertisement in Arabic', '<p>إعلان</p>'],
    ['a note on the author', '<h3>About the author</h3><p>Ana Lima writes about ferries.</p>'],
    ['a labelled date', '<p>Last updated: 4 May 2025</p>'],
  ]
  for (const [kind, html] of furniture) it(`drops ${kind}`, () => assert.equal(stays(html), false))

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

  it('keeps dates of a page that is no text', () => {
    const rows = '<p>4 May 2025</p><p>Ana – Bo</p>'.repeat(4)
    assert.equal(leftOf(`<h1>Games</h1>${rows}`, dropFurnitureLines).length, 9)
  })

  it('keeps lists of articles on a page that is one', () => {
    const list = '<h3>Popular articles</h3><ul><li><a href=/b>The bridge at night</a><li><a href=/c>The mill</a></ul>'
    assert.equal(leftOf(`<h1>News</h1>${list}${list}`, dropFurnitureLines).length, 7)
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
