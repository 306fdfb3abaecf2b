import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'tldts'
import { allowedUrls, deniedNames } from '../testing/address-corpus.ts'
import { AllowList, allowNothing } from './allow-list.ts'
import { hostProblem } from './target-policy.ts'
import { resolveTarget } from '../connections/resolver.ts'
import { parseHostPattern, type HostPattern } from './host-pattern.ts'
import { localNameProblem } from './local-names.ts'

/** Returns the host of every URL of the corpus, as the URL parser spells it. */
const hostsOf = (urls: readonly string[]): string[] => urls.flatMap((url) => URL.parse(url)?.hostname ?? [])

const localHosts = hostsOf(deniedNames.map((name) => `http://${name}/`))

test('no local name is ever asked of a resolver, and all are refused by one code', async () => {
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: '93.184.216.34', family: 4 }]
  }
  for (const host of localHosts) {
    await assert.rejects(resolveTarget(host, 80, { resolve, allowList: allowNothing }), { code: 'unsafe_target' }, host)
  }
  assert.equal(asked, 0)
  assert.ok(localHosts.length >= 100, String(localHosts.length))
})

test('what is said of a local name depends on its form alone', () => {
  for (const top of ['corp', 'internal', 'svc', 'default', 'consul']) {
    const said = new Set(['exists', 'nope', 'a.b.c', 'xn--bcher-kva'].map((name) => localNameProblem(`${name}.${top}`)))
    assert.deepEqual([...said], [`names ending in .${top} are not public`])
  }
})

test('the public root has none of the refused top-level labels', () => {
  // A label must be removed from the list when it is delegated.
  const tops = new Set(localHosts.map((host) => host.replace(/\.+$/, '').split('.').at(-1) ?? ''))
  const publicZones = new Set(['net', 'com', 'box', 'goog'])
  const delegated = [...tops].filter((top) => parse(`a.${top}`, { validateHostname: false }).isIcann === true)
  assert.deepEqual(delegated.filter((top) => !publicZones.has(top)).toSorted(), ['arpa', 'onion'])
})

test('public names that resemble local ones may be resolved', () => {
  const names = hostsOf(allowedUrls)
  assert.deepEqual(
    names.filter((name) => hostProblem(name, 80, allowNothing) !== null),
    [],
  )
  assert.ok(names.length >= 40)
})

test('a label that the public root cannot have is refused at the end of a name', () => {
  for (const name of ['redis.prod-1', 'a.b_c', 'x.node1', 'x.a', 'db.kube-system', 'x.-']) {
    assert.equal(localNameProblem(name), 'the last label of the host is not that of a public name', name)
  }
  for (const name of ['a.io', 'a.xn--p1ai', 'a.museum', 'a.technology'])
    assert.equal(localNameProblem(name), null, name)
})

test('names that the operator allows are resolved, and their addresses checked', async () => {
  const names = ['*.corp', 'minio'].map((text) => parseHostPattern(text) as HostPattern)
  const allowList = new AllowList({ entries: '10.0.0.0/8:80', names })
  const to = (address: string) => ({ allowList, resolve: async () => [{ address, family: 4 }], isInside: () => false })
  assert.deepEqual(await resolveTarget('wiki.corp', 80, to('10.1.2.3')), [{ address: '10.1.2.3', family: 4 }])
  assert.deepEqual(await resolveTarget('minio', 80, to('10.1.2.3')), [{ address: '10.1.2.3', family: 4 }])
  await assert.rejects(resolveTarget('wiki.corp', 80, to('192.168.0.1')), { code: 'unsafe_target' })
  await assert.rejects(resolveTarget('wiki.lan', 80, to('10.1.2.3')), { code: 'unsafe_target' })
})
