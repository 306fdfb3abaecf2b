import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evenOut } from './cut-probabilities.ts'
import { readPlaces } from './places.ts'
import { completeRecords, settleRecords } from './records.ts'
import { settled, type Step } from '../testing/settled.ts'

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

const complete: Step = (facts, probabilities, kept) => {
  const places = readPlaces(facts)
  completeRecords(places, facts.measures.words, evenOut(places, probabilities), kept)
}

const goods = (price: string): string =>
  ['A', 'B', 'C'].map((name) => `<li><p>${name} ${text}</p><b><p>${price} $5</p></b></li>`).join('')

describe('completeRecords', () => {
  const cases: [title: string, html: string, kept: string][] = [
    ['keeps the heads of posts that are kept', posts(['a25', 'b25']).replaceAll(/([ab]25)t9/g, 'T'), 'a25 T b25 T'],
    ['drops less likely heads', posts(['a15', 'b15']).replaceAll(/([ab]15)t9/g, 'T'), 'T T'],
    ['leaves heads of other records alone', posts(['a25', 'b25'], 'card').replaceAll(/([ab]25)t9/g, 'T'), 'T T'],
    ['leaves heads alone where a text is dropped', posts(['a25', 'b25']).replace('a25t9', 'T'), 'T'],
    ['keeps the prices of records that are kept', goods('x35'), 'A x35 B x35 C x35'],
    ['leaves less likely prices alone', goods('x25'), 'A B C'],
  ]
  for (const [title, html, kept] of cases) it(title, () => assert.equal(settled(html, complete), kept))
})
