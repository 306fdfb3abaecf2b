import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { authorName, isHandle, looksLikeName, namesInTexts } from './author-name.ts'

describe('authorName', () => {
  const cases: [text: string, expected: string | null, language?: string][] = [
    ['Ana Lima', 'Ana Lima'],
    ['By Ana Lima', 'Ana Lima'],
    ['ByAna Lima', 'Ana Lima'],
    ['Written by: Ana Lima | 4 May 2025', 'Ana Lima'],
    ['Posted by Ana Lima on May 4, 2025', 'Ana Lima'],
    ['Ana Lima - Updated yesterday', 'Ana Lima'],
    ['Ana Lima, Senior Staff Writer', 'Ana Lima'],
    ['Ana Lima, MD', 'Ana Lima, MD'],
    ['Ana Lima and Bo Li', 'Ana Lima and Bo Li'],
    ['"Ana Lima"', 'Ana Lima'],
    ['O&#39;Brien', "O'Brien"],
    ['View all posts by Ana Lima', 'Ana Lima'],
    ['Von Ana Lima', 'Ana Lima', 'de'],
    ['Von Trapp', 'Von Trapp', 'en'],
    ['par Ana Lima', 'Ana Lima', 'fr'],
    ['Ana Lima in Baking', 'Ana Lima'],
    ['made in china', 'made in china'],
    ['王小明', '王小明'],
    ['Byron Lima', 'Byron Lima'],
    ['https://social.example/ana', null],
    ['ana@example.org', null],
    ['admin', null],
    ['May 4, 2025', null],
    ['5 min read', null],
    ['This is what happened to the people of that town', null],
    ['Read more about it', null],
    ['{{ author }}', null],
    ['Join the club', null],
    ['We write about bread and all the things people like to bake', null],
    ['', null],
  ]
  for (const [text, expected, language = 'en'] of cases) {
    it(`reads “${text}” (${language}) as ${String(expected)}`, () => assert.equal(authorName(text, language), expected))
  }
})

describe('namesInTexts', () => {
  it('joins names as the page does', () => {
    assert.equal(
      namesInTexts(['By', 'Ana Lima', ',', 'Bo Li', 'and', 'Cy Ro', 'May 4, 2025'], 'en'),
      'Ana Lima, Bo Li and Cy Ro',
    )
  })

  it('finds none where a label has none', () => {
    assert.equal(namesInTexts(['By'], 'en'), null)
    assert.equal(namesInTexts([], 'en'), null)
  })
})

describe('names', () => {
  it('are distinguished from words and log-in names', () => {
    for (const name of ['Ana Lima', 'Ana de la Cruz', 'J. R. Hall', 'The Shop Team'])
      assert.ok(looksLikeName(name), name)
    for (const name of ['ana lima', 'Shop', 'Read this now']) assert.ok(!looksLikeName(name), name)
    assert.ok(isHandle('ana_l'))
    assert.ok(!isHandle('Ana Lima'))
  })
})
