import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPlaces } from './places.ts'
import { settleRecords } from './records.ts'
import { settled, type Step } from './testing/settled.ts'

const text = 'a text of more than eight words that somebody wrote'
const posts = (heads: string[], name = 'post'): string =>
  heads.map((head) => `<div class="${name}"><p class="head">${head}</p><p>${head}t9 ${text}</p></div>`).join('')

const settle: Step = (facts, probabilities, kept) =>
  settleRecords(readPlaces(facts), facts.measures.words, probabilities, kept)

describe('settleRecords', () => {
  const cases: [title: string, html: string, kept: string][] = [
    ['keeps what is kept in nearly all records', posts(['A', 'B', 'C', 'D', 'E', 'F', 'g']), 'A At9 B Bt9 C Ct9 D Dt9 E Et9 F Ft9 g'],
    ['drops what is kept in hardly any', posts(['A40', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']), ''],
    ['leaves alone what is kept in half', posts(['A', 'B', 'c']), 'A At9 B Bt9 '.trim()],
    [
      'keeps the second of two reviews',
      `<div class=review><b>x</b><p>A ${text}</p></div><div class=review><b>y</b><p>b ${text}</p></div>`,
      'A b',
    ],
    [
      'leaves records without names alone',
      `<div><b>x</b><p>A ${text}</p></div><div><b>y</b><p>b ${text}</p></div>`,
      'A',
    ],
  ] // prettier-ignore
  for (const [title, html, kept] of cases) it(title, () => assert.equal(settled(html, settle), kept))
})
