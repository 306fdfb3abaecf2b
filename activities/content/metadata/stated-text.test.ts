import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nonEmpty, nonEmptyText } from './stated-text.ts'

describe('nonEmpty', () => {
  const cases: [title: string, text: string | null, expected: string | null][] = [
    ['collapses white space', ' a \n b ', 'a b'],
    ['takes blanks for nothing', ' \n', null],
    ['takes nothing for nothing', null, null],
    ['takes a template that was not filled in for nothing', '{{ page.title }}', null],
    ['takes the expression of a script for nothing', '${title}', null],
    ['takes what a script prints of nothing for nothing', 'undefined', null],
    ['keeps a text about templates', 'How {{ title }} is filled in', 'How {{ title }} is filled in'],
    ['reads what was escaped twice', 'A &amp; B &#8211; C', 'A & B – C'],
    [
      'keeps what a page about markup writes',
      'What is &lt;p&gt;, what is &nbsp; ?',
      'What is &lt;p&gt;, what is &nbsp; ?',
    ],
    ['drops control characters and marks of direction', 'a\u0007\u202Eb', 'ab'],
    ['cuts no character in two', `${'a'.repeat(1_999)}😀`, 'a'.repeat(1_999)],
  ]
  for (const [title, text, expected] of cases) it(title, () => assert.equal(nonEmpty(text), expected))
})

describe('nonEmptyText', () => {
  it('drops the tags of HTML', () => {
    assert.equal(nonEmptyText('<p>I did <a href="/x">it</a>.</p><p>Again</p>'), 'I did it. Again')
  })

  it('keeps a tag that is spoken of', () => {
    assert.equal(nonEmptyText('The <table> element'), 'The <table> element')
  })

  it('says null when nothing is left', () => assert.equal(nonEmptyText('<p></p>'), null))
})
