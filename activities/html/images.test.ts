import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { imageUrl, isCountingPixel, pictureText } from './images.ts'
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
    [
      'reads other names of lazy sources',
      `<img src="${placeholder}" data-delay-src=/a.png>`,
      'https://example.org/a.png',
    ],
    ['reads other names of lazy sets', '<img src="" x-lazy-srcset="a.png 1x, b.png 2x">', 'https://example.org/b.png'],
    ['takes no expression of a template for an address', '<img ng-src="{{ user.picture }}.png">', null],
    [
      'takes no template of a lazy source',
      '<img src=/a_300x300.jpg data-src="/a_{width}x.jpg" data-widths="[180,360]">',
      'https://example.org/a_300x300.jpg',
    ],
    ['takes no escaped template', '<img src=a.png data-src="/a_%7Bwidth%7Dx.jpg">', 'https://example.org/a.png'],
    ['takes no template in a set', '<img src=a.png srcset="{{ b }} 2x, c_${w}.png 3x">', 'https://example.org/a.png'],
    ['names nothing for a template alone', '<img src="/a_{size}.jpg">', null],
    [
      'takes a GUID in braces',
      '<img src="/media/{5F0D3A1C-0B11-4C4E-8D4E-2F7A9D3B1C22}.jpg">',
      'https://example.org/media/%7B5F0D3A1C-0B11-4C4E-8D4E-2F7A9D3B1C22%7D.jpg',
    ],
    ['names no picture inside the page', `<img src="${placeholder}">`, null],
    ['names no script', '<img src="javascript:x">', null],
    ['names nothing without a source', '<img alt=x>', null],
  ]
  for (const [title, html, expected] of cases) it(title, () => assert.equal(imageUrl(image(html), urls), expected))
})

describe('pictureText', () => {
  const cases: [title: string, html: string, expected: string][] = [
    [
      'describes a picture that is all of its link',
      '<a href=/x><span><img alt=" Next  page "></span></a>',
      'Next page',
    ],
    ['describes a picture that is all of its heading', '<h2><img alt=Name></h2>', 'Name'],
    ['says nothing of a picture beside text', '<a href=/x><img alt=Icon>Next</a>', ''],
    ['says nothing of a picture elsewhere', '<div><img alt=Icon></div>', ''],
  ]
  for (const [title, html, expected] of cases) it(title, () => assert.equal(pictureText(image(html)), expected))
})

describe('isCountingPixel', () => {
  it('knows a picture of one pixel', () => {
    assert.equal(isCountingPixel(image('<img src=a width=1 height=1>')), true)
    assert.equal(isCountingPixel(image('<img src=a width=1 height=100>')), false)
    assert.equal(isCountingPixel(image('<img src=a>')), false)
  })
})
