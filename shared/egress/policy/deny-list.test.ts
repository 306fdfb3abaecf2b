import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../../config/config.ts'
import { AllowList, createAllowList } from './allow-list.ts'
import { hostProblem, vetUrl } from './target-policy.ts'
import { resolveTarget } from '../connections/resolver.ts'
import { DenyList } from './deny-list.ts'

const listOf = (text: string): DenyList => {
  const list = new DenyList(text)
  assert.deepEqual(list.problems, [])
  return list
}

const allowing = (denied: string, entries = ''): AllowList => new AllowList({ entries, denied: listOf(denied) })

const rows: readonly (readonly [entry: string, refused: readonly string[], passing: readonly string[]])[] = [
  ['93.184.216.34', ['93.184.216.34 80', '93.184.216.34 8443'], ['93.184.216.35 80', '2606:2800::1 80']],
  ['93.184.216.0/24:8080', ['93.184.216.1 8080'], ['93.184.216.1 80', '93.184.217.1 8080']],
  ['[2606:2800::]/32', ['2606:2800::1 80', '2606:2800:ffff::1 443'], ['2606:2801::1 80']],
  ['[2606:2800::1]:443', ['2606:2800::1 443'], ['2606:2800::1 80', '2606:2800::2 443']],
  [':9200', ['example.com 9200', '93.184.216.34 9200', '2606::1 9200'], ['example.com 80']],
  ['*:9200', ['example.com 9200'], ['example.com 9201']],
  ['shop.example', ['shop.example 80', 'shop.example 1'], ['www.shop.example 80', 'myshop.example 80']],
  ['shop.example:8080', ['shop.example 8080'], ['shop.example 80']],
  ['*.corp.example', ['a.corp.example 80', 'a.b.corp.example 80'], ['corp.example 80', 'acorp.example 80']],
  ['*.corp.example:81', ['a.corp.example 81'], ['a.corp.example 80']],
  ['BÜCHER.example.', ['xn--bcher-kva.example 80'], ['bcher.example 80']],
  ['*.ｃｏｒｐ。example', ['a.corp.example 80'], []],
]

for (const [entry, refused, passing] of rows) {
  test(`${entry} refuses what it says and nothing beside it`, () => {
    const list = listOf(entry)
    const denies = (text: string): boolean => {
      const [host = '', port] = text.split(' ')
      return list.denies(host, Number(port))
    }
    assert.deepEqual(
      refused.filter((text) => !denies(text)),
      [],
    )
    assert.deepEqual(passing.filter(denies), [])
  })
}

const malformed: readonly (readonly [entry: string, rule: RegExp])[] = [
  ['*', /every host on every port/],
  [':', /between 1 and 65535/],
  [':0', /between 1 and 65535/],
  [':65536', /between 1 and 65535/],
  ['shop.example:http', /between 1 and 65535/],
  ['shop.example:80:81', /not allowed in host names/],
  ['127.1', /another spelling/],
  ['2130706433:80', /another spelling/],
  ['0x7f.0.0.1', /another spelling/],
  ['10.0.0.0/33', /between 0 and 32/],
  ['10.0.0.0/', /between 0 and 32/],
  ['shop.example/24', /not an IP address/],
  ['fd00::/8', /in brackets/],
  ['2606:2800::1', /in brackets/],
  ['[2606:2800::1', /form/],
  ['[fe80::1%eth0]', /plain IPv6/],
  ['http://shop.example/', /URL/],
  ['user@shop.example', /not allowed in host names/],
  ['shop..example', /not a host name/],
  ['a b.example', /not allowed in host names/],
  ['*', /every host/],
  ['*.', /no host/],
  ['a.*.example', /whole first label/],
  ['*corp.example', /whole first label/],
  [`${'a'.repeat(64)}.example`, /not a host name/],
]

test('an invalid entry is reported with its text and the rule', () => {
  for (const [entry, rule] of malformed) {
    const [problem = '', ...more] = new DenyList(entry).problems
    assert.deepEqual(more, [], entry)
    assert.ok(problem.startsWith(JSON.stringify(entry)), problem)
    assert.match(problem, rule, entry)
  }
})

test('every bad entry of every setting is named at the start', () => {
  const settings = {
    SEINE_EGRESS_ALLOW: '10.0.0.0/99,10.0.0.0/8,nas.lan',
    SEINE_EGRESS_ALLOW_FILE: '',
    SEINE_EGRESS_ALLOW_NAMES: '*.corp,a b',
    SEINE_EGRESS_DENY: ':80, :99999 ,shop.example,http://x/',
  }
  assert.throws(
    () => createAllowList(settings, { warn() {} }),
    (error) => {
      assert.ok(error instanceof ConfigError)
      const [, ...lines] = error.message.split('\n  ')
      assert.deepEqual(
        lines.map((line) => line.slice(0, line.indexOf('": ') + 1)),
        [
          'SEINE_EGRESS_ALLOW: "10.0.0.0/99"',
          'SEINE_EGRESS_ALLOW: "nas.lan"',
          'SEINE_EGRESS_ALLOW_NAMES: "a b"',
          'SEINE_EGRESS_DENY: ":99999"',
          'SEINE_EGRESS_DENY: "http://x/"',
        ],
      )
      return true
    },
  )
})

test('what is denied is refused although it is allowed, in every spelling', () => {
  const list = allowing('127.0.0.1:8080,10.0.0.0/8,[fd00::1],:9100', '127.0.0.0/8,10.0.0.0/8,[fd00::]/8')
  const refused = [
    'http://127.0.0.1:8080/',
    'http://2130706433:8080/',
    'http://127.1:8080/',
    'http://0x7f.1:8080/',
    'http://１２７.０.０.１:8080/',
    'http://localhost:8080/',
    'http://LOCALHOST.:8080/',
    'http://a.localhost:8080/',
    'http://10.9.8.7/',
    'http://[fd00::1]/',
    'http://[FD00:0:0::1]:81/',
    'http://127.0.0.1:9100/',
    'http://example.com:9100/',
  ]
  assert.deepEqual(
    refused.filter((url) => vetUrl(url, list).ok),
    [],
  )
  for (const url of ['http://127.0.0.1:81/', 'http://localhost:81/', 'http://[fd00::2]/', 'http://example.com/']) {
    assert.equal(vetUrl(url, list).ok, true, url)
  }
})

test('a denied name is refused before it is resolved, in every spelling', async () => {
  const list = allowing('intern.example.com,*.corp.example.com,bücher.example')
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: '93.184.216.34', family: 4 }]
  }
  for (const name of [
    'intern.example.com',
    'INTERN.Example.COM.',
    'intern。example。com',
    'ｉｎｔｅｒｎ.example.com',
    'int%65rn.example.com',
    'in\u{ad}tern.example.com',
    'db.corp.example.com',
    'a.b.c.corp.example.com..',
    'BÜCHER.example',
    'xn--BCHER-KVA.example',
    'bu\u{308}cher.example',
  ]) {
    const { hostname } = new URL(`http://${name}/`)
    await assert.rejects(resolveTarget(hostname, 80, { resolve, allowList: list }), { code: 'unsafe_target' }, name)
  }
  assert.equal(asked, 0)
  await resolveTarget('example.com', 80, { resolve, allowList: list })
  assert.equal(asked, 1)
})

test('a public name that stands for a denied address is refused, also when one of several is denied', async () => {
  const allowList = allowing('93.184.216.0/24:443')
  const resolve = async () => ['8.8.8.8', '93.184.216.34'].map((address) => ({ address, family: 4 }))
  await assert.rejects(resolveTarget('site.example', 443, { resolve, allowList }), { code: 'unsafe_target' })
  assert.equal((await resolveTarget('site.example', 80, { resolve, allowList })).length, 2)
})

test('a host without a port is refused only where it is refused on every port', () => {
  const list = allowing('a.example:80,b.example,93.184.216.34:80,8.8.8.8,:80')
  const refused = ['a.example', 'b.example', '93.184.216.34', '8.8.8.8'].map(
    (host) => hostProblem(host, null, list) !== null,
  )
  assert.deepEqual(refused, [false, true, false, true])
})
