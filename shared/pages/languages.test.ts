import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languagesFor, languagesOf, weighted } from './languages.ts'

test('a country implies its language, with English at the end', () => {
  assert.equal(languagesFor(null), 'en-US,en')
  assert.equal(languagesFor('DE'), 'de-DE,de,en-US,en')
  assert.equal(languagesFor('GB'), 'en-GB,en')
  assert.equal(languagesFor('JP'), 'ja-JP,ja,en-US,en')
})

test('languages of a header are sorted by weight', () => {
  assert.equal(languagesOf('fr;q=0.5, nl-BE, *;q=0.1'), 'nl-BE,fr')
  assert.equal(languagesOf(''), 'en-US,en')
})

test('weights fall by a tenth', () => {
  assert.equal(weighted('de-DE,de,en-US,en'), 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7')
})
