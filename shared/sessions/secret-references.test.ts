import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillSecrets, hasBrokenReference, isReference, secretNamesIn } from './secret-references.ts'

test('references are filled in once, and a value that looks like one stays as it is', () => {
  const secrets = { user: 'anna', password: '{{secret.user}} $& $1' }
  assert.equal(fillSecrets('{{secret.user}}:{{secret.password}}', secrets), 'anna:{{secret.user}} $& $1')
  assert.equal(fillSecrets('{{secret.constructor}}', secrets), '{{secret.constructor}}')
  assert.deepEqual(secretNamesIn('a {{secret.user}} b {{secret.x_1}}'), ['user', 'x_1'])
})

test('text that only looks like a reference is recognised', () => {
  for (const text of ['{{secret.}}', '{{ secret.user }}', '{{secrets.user}}', '{{secret.us-er}}', '{{SECRET.user}}']) {
    assert.ok(hasBrokenReference(text), text)
  }
  for (const text of ['{{secret.user}}', 'secret', '{{other}}', '{secret.user}', '{{secret.a}}{{secret.b}}']) {
    assert.ok(!hasBrokenReference(text), text)
  }
  assert.ok(isReference('{{secret.user}}') && !isReference('x{{secret.user}}'))
})

test('texts made to be slow are not', () => {
  const text = '{{secret'.repeat(30_000)
  const beganMs = performance.now()
  assert.deepEqual([secretNamesIn(text).length, hasBrokenReference(text)], [0, false])
  assert.ok(performance.now() - beganMs < 5_000)
})
