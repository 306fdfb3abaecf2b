import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bannedIn, proseOf } from './banned-words.ts'

describe('bannedIn', () => {
  for (const [text, word] of [
    ['Nobody reads it.', 'Nobody'],
    ['the worker is told to leave', 'told'],
    ['an untold end', 'untold'],
    ['its memo tells the end', 'tells'],
    ['warns, and says so', 'says so'],
    ['null when there is none', 'is none'],
    ['null when there is\n   * none', 'is none'],
    ['pages of its like', 'its like'],
    ['while Temporal is mute', 'is mute'],
    ['the last beat accuses a page', 'accuses'],
  ] as const) {
    it(`finds "${word}"`, () => {
      const [found, ...others] = bannedIn(text)
      assert.deepEqual([found?.word, others], [word, []])
      assert.notEqual(found?.instead, '')
    })
  }

  for (const text of [
    'null if none exists',
    'none is known',
    'a None of Python: what is None',
    'a tolerance',
    'say something',
  ]) {
    it(`accepts "${text}"`, () => assert.deepEqual(bannedIn(text), []))
  }
})

it('leaves out code and addresses of links, and keeps lines', () => {
  const markdown = 'Runs as `nobody`.\n\n```sh\necho nobody\n```\n\n[A text](nobody.md) with nobody'
  const prose = proseOf(markdown)
  assert.equal(prose.split('\n').length, markdown.split('\n').length)
  assert.equal(prose.match(/nobody/g)?.length, 1)
})
