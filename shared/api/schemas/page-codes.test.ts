import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCode, sharedPageCodes } from './page-codes.ts'
import { problems } from './problems.ts'

test('what exchanges and attempts call a fault is the code of the catalogue, where there is one', () => {
  const names = ['dns_error', 'tls_error', 'proxy_error', 'blocked', 'timeout', 'http_status', 'toString']
  assert.deepEqual(names.map(pageCode), [
    'dns_failure',
    'tls_failure',
    'proxy_failure',
    'target_blocked',
    'timeout',
    'http_status',
    'toString',
  ])
  for (const code of sharedPageCodes) assert.deepEqual([code in problems, pageCode(code)], [true, code])
})
