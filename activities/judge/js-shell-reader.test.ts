import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../html/parse-tree.ts'
import { pageFacts } from './js-shell-reader.ts'
import type { ShellFacts } from './js-shell-facts.ts'

const factsOf = (html: string): ShellFacts => pageFacts(html, parseTree(html))

const sentence = 'The ferry leaves the northern pier at seven and reaches the island before the shops open. '
const app = '<div id="root"></div><script src="/static/js/main.js"></script>'

describe('the facts of a page', () => {
  it('are those of what is inside an element', () => {
    const facts = factsOf(`<main><p>${sentence}</p></main><nav>${sentence}</nav><div id="list"></div>`)
    assert.equal(facts.mainSeen, true)
    assert.equal(facts.mainContent, sentence.length - 1)
    assert.ok(facts.content - facts.mainContent < sentence.length / 5)
    assert.deepEqual(facts.emptyIds, ['list'])
    assert.equal(facts.gaps.containers, 1)
    assert.equal(facts.mainGaps.containers, 0)
  })

  it('end with enough content', () => {
    assert.equal(factsOf(`<p>${sentence.repeat(30)}</p><p>a</p>`).plenty, true)
    assert.equal(factsOf('<i></i>'.repeat(30_000)).plenty, true)
    assert.equal(factsOf('<i></i>'.repeat(10_000)).plenty, false)
  })
})

describe('the scripts of a page', () => {
  it('are known, although they are not in its tree', () => {
    const { scripts, data, gaps, inlineCharacters } = factsOf(
      '<script>a()</script><body><script type=module src=" /b.js "></script><table><script type=text/x-json>[1]</script></table>' +
        '<script type="application/ld+json">{}</script><script type=text/template><p>c</p></script>',
    )
    assert.deepEqual(scripts, [
      { src: null, module: false, content: 'a()' },
      { src: '/b.js', module: true, content: '' },
    ])
    assert.deepEqual(
      data.map(({ content }) => content).toSorted((a, b) => a.localeCompare(b)),
      ['[1]', '{}'],
    )
    assert.equal(gaps.templates, 1)
    assert.equal(inlineCharacters, 3)
  })

  it('belong to the element they are in', () => {
    assert.equal(factsOf('<main><script type=text/template>a</script></main>').mainGaps.templates, 1)
    assert.equal(factsOf('<main></main><script type=text/template>a</script>').mainGaps.templates, 0)
  })

  it('count in a shadow root, and not in a template, a picture or a noscript element', () => {
    const count = (html: string): number => factsOf(html).scripts.length
    assert.equal(count('<div><template shadowrootmode=open><script>a</script></template></div>'), 1)
    assert.equal(count('<template><script>a</script></template><svg><script>a</script></svg>'), 0)
    assert.equal(count('<noscript><script>a</script></noscript>'), 0)
  })

  it('end where a browser ends them', () => {
    const [script] = factsOf('<script><!-- document.write("<script></script>") --></script><p>a').scripts
    assert.equal(script?.content, '<!-- document.write("<script></script>") -->')
  })
})

describe('a noscript element', () => {
  const plea = 'You need to enable JavaScript to run this app.'

  it('is a request to enable scripts and no content', () => {
    const { asksForScripts, content, things } = factsOf(`<noscript><p>${plea}</p><img src=a.png></noscript>`)
    assert.deepEqual({ asksForScripts, content, things }, { asksForScripts: true, content: 0, things: 0 })
    assert.equal(factsOf('<noscript><meta http-equiv=refresh content="0;url=/plain"></noscript>').refresh, false)
    assert.equal(factsOf('<noscript><meta http-equiv=refresh content="0;url=/plain"></noscript>').asksForScripts, true)
  })

  it('counts with the content it offers, inside the element it is in', () => {
    const { content, mountsFilled } = factsOf(`<div id=root><noscript><p>${sentence.repeat(6)}</p></noscript></div>`)
    assert.ok(content >= 500)
    assert.equal(mountsFilled, 1)
  })

  // The tree without scripts opens the body for what must not be in a head.
  it('is the same in the head', () => {
    const { asksForScripts, content, mountsEmpty } = factsOf(
      `<head><noscript><h1>${plea}</h1><img src=a.png></noscript><title>a</title></head><body>${app}`,
    )
    assert.deepEqual({ asksForScripts, content, mountsEmpty }, { asksForScripts: true, content: 0, mountsEmpty: 1 })
  })

  // The tree without scripts closes the paragraph, and the noscript element with it.
  it('is the same where its markup breaks out of it', () => {
    const { asksForScripts, content } = factsOf(`<p><noscript><div>${plea}</div></noscript></p>${app}`)
    assert.deepEqual({ asksForScripts, content }, { asksForScripts: true, content: 0 })
  })

  // The tree without scripts has the rest of the page inside the open element.
  it('ends with its end tag, whatever is open inside', () => {
    for (const open of [
      '<div>',
      '<p>',
      '<table><tr><td>',
      '<iframe src=/a />',
      '<style>',
      '<script>',
      '<!-- ',
      '<title>',
    ]) {
      const facts = factsOf(`<noscript>${open}${plea}</noscript><main><p>${sentence}</p></main>${app}`)
      assert.equal(facts.scripts.length, 1, open)
      assert.equal(facts.mountsEmpty, 1, open)
      assert.ok(facts.mainContent >= sentence.length - 1, open)
    }
  })
})

describe('text', () => {
  it('is counted as it is read', () => {
    assert.equal(factsOf('<p>a &amp; b</p>').readable, 'a & b'.length + 1)
    assert.equal(factsOf('<p>&nbsp;</p><p>&#8203; &zwnj;</p>').readable, 0)
    assert.equal(factsOf('<p>a&nbsp;&nbsp;\n b</p>').readable, 'a b'.length + 1)
  })

  it('names placeholders only where they are written as such', () => {
    assert.equal(factsOf('<p>{{ name }}</p><p><%= title %></p>').gaps.templates, 2)
    assert.equal(factsOf('<p>{{\r\n  a &amp;&amp; b\r\n}}</p>').gaps.templates, 1)
    const quoted = factsOf('<p>Write &#123;&#123; name }} or &lt;%= title %&gt;.</p>')
    assert.equal(quoted.gaps.templates, 0)
    assert.equal(quoted.content, 'Write {{ name }} or <%= title %>.'.length)
  })

  it('is read in frames that are not supported, without their tags', () => {
    const { readable, things } = factsOf(
      '<frameset><frame src=a><noframes><p>Use <b>this</b></p></noframes></frameset>',
    )
    assert.equal(readable, 'Use this'.length + 1)
    assert.equal(things, 1)
  })

  it('is not read in templates, titles and pictures', () => {
    const apart = '<title>a</title><template>c<template>d</template>e</template><svg><text>f</text></svg>'
    assert.equal(factsOf(apart).readable, 0)
    assert.equal(factsOf('<textarea>b</textarea>').readable, 2)
  })
})

describe('elements', () => {
  it('that are implied are no gaps', () => {
    assert.equal(factsOf('<table><tr><td></td></tr></table>').gaps.containers, 0)
    assert.equal(factsOf('<table><tbody></tbody></table>').gaps.containers, 1)
  })

  it('that are custom and self-closing are empty', () => {
    const { content, gaps } = factsOf(`<x-late class=modal /><p>${sentence}</p>`)
    assert.equal(gaps.customs, 0)
    assert.equal(content, sentence.length - 1)
    assert.equal(factsOf('<x-late></x-late>').gaps.customs, 1)
  })

  it('that draw much are pictures', () => {
    const shapes = `<path d="${'M1 1'.repeat(200)}"/>`
    assert.equal(factsOf(`<svg>${shapes}</svg>`).things, 1)
    assert.equal(factsOf('<svg><path d="M1 1"/></svg><svg/>').things, 0)
    // A sprite is one picture.
    assert.equal(
      factsOf(`<svg><symbol><svg>${shapes}</svg></symbol><symbol><svg>${shapes}</svg></symbol></svg>`).things,
      1,
    )
    assert.equal(factsOf('<math><mi>a</mi></math>').content, '<mi>a</mi>'.length / 10)
  })

  it('that continue a link are the same link', () => {
    const { links } = factsOf('<div><a href=/a>a</div><div>b</div><div>c</a></div>')
    assert.equal(links, 1)
  })

  it('have the size that their attributes give', () => {
    const things = (attributes: string): number => factsOf(`<img src=a.png ${attributes}>`).things
    for (const tiny of ['width=1', 'height="0"', 'style="width:1px"', 'style="height: 0; width: 5px"'])
      assert.equal(things(tiny), 0, tiny)
    for (const shown of ['width=100', 'style="width:100%"', 'height=10px']) assert.equal(things(shown), 1, shown)
  })
})
