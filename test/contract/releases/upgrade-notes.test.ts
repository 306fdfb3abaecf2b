import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upgradeNotes } from './upgrade-notes.ts'

test('notes for upgrades are those of every release, without its other changes', () => {
  const changelog = [
    '## [Unreleased]',
    '### Upgrading',
    '- first',
    '#### More',
    '- second',
    '### Added',
    '- other',
    '## [0.1.0]',
    '### Upgrading',
    '- third',
  ].join('\n')
  const notes = upgradeNotes(changelog)
  for (const word of ['first', 'second', 'third']) assert.ok(notes.includes(word), word)
  assert.ok(!notes.includes('other'))
})
