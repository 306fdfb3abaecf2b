import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageOf, languageTag } from './language-tag.ts'

describe('languageTag', () => {
  const cases: [text: string | null, expected: string | null][] = [
    ['en-gb', 'en-GB'],
    ['de_AT', 'de-AT'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['en, fr', 'en'],
    ['en-US.UTF-8', 'en-US'],
    ['EN', 'en'],
    ['english', null],
    ['x', null],
    ['und', null],
    ['zxx', null],
    ['{{lang}}', null],
    ['en-', null],
    ['', null],
    [null, null],
  ]
  for (const [text, expected] of cases) {
    it(`writes ${String(text)} as ${String(expected)}`, () => assert.equal(languageTag(text), expected))
  }

  it('reports the language alone', () => assert.deepEqual([languageOf('pt-BR'), languageOf(null)], ['pt', '']))
})
