import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutCredentials } from './without-credentials.ts'

test('user and password are removed from URLs, whatever characters they have, and nothing else is', () => {
  for (const [text, published] of [
    ['https://user:secret@host/x.git', 'https://host/x.git'],
    ['https://user:p@ss@host/x.git', 'https://host/x.git'],
    ['https://token@host', 'https://host'],
    ['HTTP://u:p?a#s@host:8080/', 'HTTP://host:8080/'],
    ['http://u:p@a:1,git+ssh://v:q@b/', 'http://a:1,git+ssh://b/'],
    ['https://host/@scope/name', 'https://host/@scope/name'],
    ['git@host:team/x.git', 'git@host:team/x.git'],
    [`debian:12@sha256:${'a'.repeat(64)}`, `debian:12@sha256:${'a'.repeat(64)}`],
  ] as const) {
    assert.equal(withoutCredentials(text), published)
  }
})
