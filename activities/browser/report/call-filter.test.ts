import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evilPaths } from '@seine/shared/urls/testing/evil-patterns.ts'
import { wantedWhileLoading } from './call-filter.ts'
import { hop, request } from './testing/recorded.ts'

const none = { resourceTypes: [], urlPattern: null, host: null }

test('without a filter every request is wanted', () => {
  assert.equal(wantedWhileLoading(none), null)
})

test('requests that match are wanted, also after a redirect, and documents of the page in any case', () => {
  const isWanted = wantedWhileLoading({ ...none, urlPattern: '/api/' })
  const call = request({ hops: [hop('http://a.test/old')] })
  assert.equal(isWanted?.(call), false)
  call.hops.push(hop('http://a.test/api/new'))
  assert.equal(isWanted?.(call), true)
  const document = request({
    resourceType: 'document',
    targetType: 'page',
    isNavigation: true,
    isMainFrame: true,
    hops: [hop('http://a.test/')],
  })
  assert.equal(isWanted?.(document), true)
  assert.equal(isWanted?.({ ...document, targetType: 'popup' }), false)
})

test('once matching has become too costly, every request is wanted', () => {
  const isWanted = wantedWhileLoading({ ...none, urlPattern: '\\d$|a[ab]{700}[c-f]' })
  const wanted = evilPaths('ab', 20, 2_083).map((path) => isWanted?.(request({ hops: [hop(`https://a.test${path}`)] })))
  assert.deepEqual([wanted[0], wanted.at(-1)], [false, true])
})
