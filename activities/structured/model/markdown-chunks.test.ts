import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitMarkdown } from './markdown-chunks.ts'
import { estimateTokens } from './token-estimate.ts'

const words = 'Some words of a sentence. '

test('what fits is one part', () => {
  assert.deepEqual(splitMarkdown('# A\n\nb', 100), ['# A\n\nb'])
  assert.deepEqual(splitMarkdown('', 100), [''])
})

test('parts keep to the tokens and everything is in one of them', () => {
  const sections = Array.from({ length: 60 }, (_, index) => `## Section ${index}\n\n${words.repeat(index)}`)
  const parts = splitMarkdown(sections.join('\n\n'), 500)
  for (const part of parts) assert.ok(estimateTokens(part) <= 500, String(estimateTokens(part)))
  const all = parts.join('\n')
  for (let index = 0; index < 60; index += 1) assert.ok(all.includes(`## Section ${index}\n`))
})

test('parts begin at headings where there are some, after a tenth of the one before', () => {
  const markdown = [
    '# All',
    ...Array.from({ length: 20 }, (_, index) => `## S${index}\n\n${`${words}\n`.repeat(10)}`),
  ].join('\n\n')
  const [first = '', second = ''] = splitMarkdown(markdown, 400)
  assert.match(second, /^# All\n/)
  const next = /## S\d+/.exec(second.split('\n').find((line) => line.startsWith('## ') && !first.includes(line)) ?? '')
  assert.ok(next)
  assert.ok(second.indexOf(words) < second.indexOf(next[0]))
})

test('a table that is cut has its header again', () => {
  const rows = Array.from({ length: 200 }, (_, index) => `| ${index} | ${words}|`)
  const parts = splitMarkdown(['# T', '', '| no | text |', '| --- | --- |', ...rows].join('\n'), 400)
  assert.ok(parts.length > 3)
  for (const part of parts.slice(1))
    assert.ok(part.startsWith('# T\n| no | text |\n| --- | --- |\n'), part.slice(0, 60))
})

test('a hash in code is no heading', () => {
  const markdown = ['# Top', '```', ...Array.from({ length: 100 }, () => `# comment ${words}`), '```'].join('\n')
  for (const part of splitMarkdown(markdown, 200).slice(1)) assert.ok(part.startsWith('# Top\n# comment'))
})

test('lines without an end are cut between characters, in linear time', () => {
  for (const text of ['a', '漢', '😀', 'word ', '# ', '| a '].map((each) => each.repeat(300_000))) {
    const parts = splitMarkdown(text, 5_000)
    assert.ok(parts.length > 5)
    for (const part of parts) {
      assert.ok(estimateTokens(part) <= 5_000)
      assert.ok(part.isWellFormed())
    }
  }
})
