import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { imageUrl, isCountingPixel } from './images.ts'
import { parseTree } from './parse-tree.ts'
import { firstElement, type TreeNode } from './tree.ts'
import { createUrlResolver } from './urls.ts'

const urls = createUrlResolver('https://example.org/', null)
const image = (html: string): TreeNode => firstElement(parseTree(html).document, 'img') as TreeNode
const placeholder = 'data:image/gif;base64,R0lGOD'

describe('imageUrl', () => {
  const cases: [title: string, html: string, expected: string | null][] = [
    ['takes src', '<img src=a.png>', 'https://example.org/a.png'],
    [
      'takes a lazy source over a placeholder',
      `<img src="${placeholder}" data-src=a.png>`,
      'https://example.org/a.png',
    ],
    ['takes a lazy source over a small preview', '<img src=small.png data-src=a.png>', 'https://example.org/a.png'],
    [
      'takes the widest of a set',
      `<img src="${placeholder}" srcset="a 320w, b 1280w, c 640w">`,
      'https://example.org/b',
    ],
    ['keeps commas inside a URL of a set', '<img data-srcset="a,w_1 1x, b,w_2 2x">', 'https://example.org/b,w_2'],
    ['takes the largest of a set over src', '<img src=a srcset="a 1x, b 2x">', 'https://example.org/b'],
    ['reads a set without white space', '<img srcset="a 1x,b 2x">', 'https://example.org/b'],
    [
      'takes the copy for readers without scripts',
      `<img src="${placeholder}"> <noscript><img src=a.png></noscript>`,
      'https://example.org/a.png',
    ],
    ['takes the source of a picture', '<picture><source srcset=a.webp><img></picture>', 'https://example.org/a.webp'],
    ['names no picture inside the page', `<img src="${placeholder}">`, null],
    ['names no script', '<img src="javascript:x">', null],
    ['names nothing without a source', '<img alt=x>', null],
  ]
  for (const [title, html, expected] of cases) it(title, () => assert.equal(imageUrl(image(html), urls), expected))
})

describe('isCountingPixel', () => {
  it('knows a picture of one pixel', () => {
    assert.equal(isCountingPixel(image('<img src=a width=1 height=1>')), true)
    assert.equal(isCountingPixel(image('<img src=a width=1 height=100>')), false)
    assert.equal(isCountingPixel(image('<img src=a>')), false)
  })
})
