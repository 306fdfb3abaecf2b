import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pagesPolicy } from './pages-policy.ts'

test('the policy for a user of AWS that the manifests bring is that of the code', () => {
  const file = new URL('../../k8s/browser-worker-s3-policy.json', import.meta.url)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), pagesPolicy('seine', null))
})

test('a policy of a bucket names the user, in each statement', () => {
  for (const { Principal } of pagesPolicy('other', 'id').Statement) assert.deepEqual(Principal, { AWS: ['id'] })
  assert.ok(JSON.stringify(pagesPolicy('other', 'id')).includes('arn:aws:s3:::other/cache/*'))
})
