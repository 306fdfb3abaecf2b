import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseMainContent, wholePage } from './main-content.ts'
import { toMarkdown } from './markdown/to-markdown.ts'
import { parseTree } from '../html/parse-tree.ts'
import { createUrlResolver } from '../html/urls.ts'

const pageUrl = 'https://example.org/blog/2024/how-glass-is-made'
const urls = createUrlResolver(pageUrl, null)

/** Returns the extractor, the confidence and whether each of the words is in the content. */
function chosen(
  html: string,
  url = pageUrl,
): { extractor: string; confidence: number; has: (word: string) => boolean } {
  const content = chooseMainContent(parseTree(html).document, url)
  const markdown = toMarkdown(content, urls)
  return { extractor: content.extractor, confidence: content.confidence, has: (word) => markdown.includes(word) }
}

const sentences = [
  'Glass begins as sand, soda ash and limestone, which are weighed, mixed and carried to the furnace by a belt.',
  'At fifteen hundred degrees the mixture melts within a day, and bubbles of gas rise slowly through the thick liquid.',
  'The workers watch the colour of the flame, because it tells them how much air the burners need at that moment.',
  'From the furnace the melt flows onto a bath of tin, where it spreads until both of its sides are perfectly flat.',
  'A ribbon of glass leaves the bath, cools down over a hundred metres and is cut into sheets at the end of the line.',
  'Nobody in the town remembers a winter in which the furnace was cold, and nobody would like to see one.',
]
const paragraphs = sentences.map((sentence, at) => `<p>${sentence} ${sentences[(at + 2) % sentences.length]}</p>`)
const menu =
  '<nav class="main-menu"><ul><li><a href=/>Home</a><li><a href=/shop>MENU</a><li><a href=/about>About us</a></ul></nav>'
const footer =
  '<footer class="site-footer"><a href=/privacy>Privacy policy</a> <a href=/terms>Terms of use</a><p>© 2024 FOOT. All rights reserved.</p></footer>'

const article = (inside: string): string =>
  `<!doctype html><html lang=en><head><title>How glass is made | Example</title></head><body>
  <header class="site-header"><a href=/ class=logo>LOGO</a>${menu}</header>
  <main><article class="post"><h1>How glass is made</h1>${inside}</article></main>
  <aside class="sidebar"><h3>Related posts</h3><ul><li><a href=/a>RELATED one</a><li><a href=/b>Another story</a></ul></aside>
  ${footer}</body></html>`

describe('chooseMainContent', () => {
  it('takes an article without what surrounds it', () => {
    const { extractor, confidence, has } = chosen(article(paragraphs.join('')))
    assert.equal(extractor, 'blocks')
    assert.ok(confidence > 0.8, `confidence ${confidence}`)
    for (const sentence of sentences) assert.ok(has(sentence), sentence)
    for (const word of ['MENU', 'FOOT', 'RELATED', 'LOGO']) assert.ok(!has(word), word)
  })

  it('keeps the title of the article', () => assert.ok(chosen(article(paragraphs.join(''))).has('# How glass is made')))

  it('keeps headings with what they head, lists and tables', () => {
    const { has } = chosen(
      article(
        `${paragraphs.slice(0, 3).join('')}<h2>What the sand must be like</h2>${paragraphs[3]}
        <ul><li>It has to be free of iron, which would colour the glass green.<li>It has to be fine and of even grain.</ul>
        ${paragraphs[4]}<table><tr><th>Part<th>Share<tr><td>Sand<td>72 %<tr><td>Soda<td>14 %</table>${paragraphs[5]}`,
      ),
    )
    for (const words of ['## What the sand', 'free of iron', 'even grain', 'Share', '14 %'])
      assert.ok(has(words), words)
  })

  it('finds an article whose markup names nothing', () => {
    const { has } = chosen(
      `<div><div><a href=/a>MENU</a> <a href=/b>Shop</a> <a href=/c>Contact</a></div><div><div>How glass is made</div>
      ${paragraphs.join('')}</div><div><a href=/p>FOOT</a></div></div>`,
    )
    for (const sentence of sentences) assert.ok(has(sentence), sentence)
    assert.ok(!has('MENU') && !has('FOOT'))
  })

  it('keeps every answer of a thread', () => {
    const answers = sentences.map(
      (sentence, at) =>
        `<div class="post message" id=p${at}><div class="author"><a href=/u/${at}>user${at}</a></div><div class="post-body"><p>${sentence}</p></div></div>`,
    )
    const { has } = chosen(
      `<html><head><title>How do they make glass? - Forum</title></head><body>${menu}<div class="thread">${answers.join('')}</div>${footer}`,
      'https://forum.example.org/threads/how-do-they-make-glass.12',
    )
    for (const sentence of sentences) assert.ok(has(sentence), sentence)
    assert.ok(!has('FOOT'))
  })

  it('keeps the whole list of a page of topics, and the posts of a category', () => {
    const page = (title: string, list: string): string =>
      `<title>${title} | Example</title>${menu}<main><h1>${title}</h1>${list}</main>${footer}`
    const links = (name: string): string[] =>
      Array.from({ length: 30 }, (_, at) => `<a href=/${name}/${at}>Harbour ferries number ${at}</a>`)
    const topics = chosen(page('Topics', `<ul><li>${links('t').join('<li>')}</ul>`), 'https://example.org/topics/')
    const posts = chosen(
      page('Category: Ferries', `<h2>${links('p').join('</h2><h2>')}</h2>`),
      'https://example.org/c/',
    )
    for (const { has } of [topics, posts]) {
      assert.ok(has('[Harbour ferries number 0]'))
      assert.ok(has('[Harbour ferries number 29]'))
    }
  })

  it('shows content that is written for readers without scripts', () => {
    const { has } = chosen(
      `<body><div id=app></div><noscript><main><h1>How glass is made</h1>${paragraphs.join('')}</main></noscript>`,
    )
    for (const sentence of sentences) assert.ok(has(sentence), sentence)
  })

  it('shows content that a script of the page would move to its place', () => {
    const { has } = chosen(
      `<body><main><div>Loading</div></main><div hidden id="S:0"><article>${paragraphs.join('')}</article></div>`,
    )
    for (const sentence of sentences) assert.ok(has(sentence), sentence)
  })

  it('uses rules where there is next to no text', () => {
    const { extractor, has } = chosen('<nav>NAV</nav><main><p>A short note.</p></main>')
    assert.deepEqual([extractor, has('short note'), has('NAV')], ['main-element', true, false])
  })

  it('uses rules where there are too many blocks', () => {
    const { extractor, has } = chosen(
      `<nav>NAV</nav><main>${'<p>many words of text in small blocks'.repeat(20_001)}</main>`,
    )
    assert.deepEqual([extractor, has('many words'), has('NAV')], ['main-element', true, false])
  })

  it('never comes back without text from a page that has some', () => {
    for (const html of [
      `<footer>${paragraphs.join('')}</footer>`,
      `<div class="cookie-banner">${paragraphs.join('')}</div>`,
      menu.repeat(30),
    ]) {
      assert.notEqual(toMarkdown(chooseMainContent(parseTree(html).document, pageUrl), urls), '')
    }
  })

  it('leaves the tree as it was', () => {
    const { document } = parseTree(article(paragraphs.join('')))
    chooseMainContent(document, pageUrl)
    assert.ok(toMarkdown(wholePage(document), urls).includes('MENU'))
  })
})
