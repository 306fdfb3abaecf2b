import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateTexts } from './template-text.ts'

const texts = (strings: TemplateStringsArray, ..._values: unknown[]): string[] => templateTexts(strings)

test('a break of lines between words, tags and values is a space', () => {
  assert.deepEqual(
    texts`
      <p>
        one ${1}
        two <b>three</b>
        ${2}
      </p>
    `,
    ['<p> one ', ' two <b>three</b> ', ' </p>'],
  )
})

test('tags keep their white space, also where a value stands in them', () => {
  assert.deepEqual(
    texts`<a
      title="x > y
z"
      href=${1}
      >${2}</a
    >`,
    ['<a\n      title="x > y\nz"\n      href=', '\n      >', '</a\n    >'],
  )
})
