import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropSignaturesAndBoxes } from './signatures-and-boxes.ts'
import { settled } from '../testing/settled.ts'

const drop = (html: string): string => settled(html, (facts, _, kept) => dropSignaturesAndBoxes(facts, kept))

describe('dropSignaturesAndBoxes', () => {
  const cases: [title: string, html: string, kept: string][] = [
    ['drops the signature of a post', '<div class=post><p>A</p><div class=signature>B</div></div>', 'A'],
    ['keeps the signature of a function', '<p>A</p><div class="member-signature">B</div>', 'A B'],
    [
      'keeps an entry named for something of signature',
      '<div class=posts><div class="category-signature"><h2>A</h2><p>B</p></div></div>',
      'A B',
    ],
    ['drops a box that asks for an address', '<p>A</p><div class="newsletter-box"><h3>B</h3><input></div>', 'A'],
    ['keeps text about newsletters', '<p>A</p><div class="newsletter-archive"><h3>B</h3></div>', 'A B'],
    ['drops labels of tabs kept in part', '<p>A</p><ul role=tablist><li>B<li>c</ul>', 'A'],
    ['keeps labels of tabs that are all kept', '<p>A</p><ul role=tablist><li>B<li>C</ul>', 'A B C'],
  ]
  for (const [title, html, kept] of cases) it(title, () => assert.equal(drop(html), kept))
})
