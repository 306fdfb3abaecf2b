import assert from 'node:assert/strict'
import { test } from 'node:test'
import { surtOf } from './surt.ts'

/** URLs and their keys as the Python library `surt` 0.3.1 makes them. */
const keys: readonly (readonly [url: string, key: string])[] = [
  ['http://example.com/', 'com,example)/'],
  ['https://www.example.com/A/B/', 'com,example)/a/b'],
  ['http://www2.example.com:8080/x?b=2&a=1&A=0', 'com,example:8080)/x?a=0&a=1&b=2'],
  ['http://127.0.0.1:8080/a//b/../c/./', '1,0,0,127:8080)/a/c'],
  ['https://sub.example.co.uk/%7Euser/%41%2fB?q=%E4%B8%96+x&%20=1', 'uk,co,example,sub)/~user/a/b?%20=1&q=%e4%b8%96+x'],
  ['https://xn--bcher-kva.example/B%C3%BCcher?x', 'example,xn--bcher-kva)/b%c3%bccher?x'],
  ['http://e.com/?', 'com,e)/'],
  ['http://e.com/a?sid=0123456789abcdef0123456789abcdef&z=1', 'com,e)/a?z=1'],
  ['http://e.com/a?PHPSESSID=0123456789abcdef0123456789abcdef', 'com,e)/a'],
  [
    'http://e.com/a;jsessionid=0123456789abcdef0123456789abcdef?x=1',
    'com,e)/a;jsessionid=0123456789abcdef0123456789abcdef?x=1',
  ],
  ['http://e.com/(S(abcdefghijklmnopqrstuvwx))/page.aspx?q=1', 'com,e)/page.aspx?q=1'],
  ['http://[::1]:8080/x', '::1:8080)/x'],
  ['http://e.com/a?b&b=&b=1&a==2&=', 'com,e)/a?=&a==2&b&b=&b=1'],
  ['http://e.com/a%23b?c%23d=%2523', 'com,e)/a%23b?c%23d=%23'],
  ['http://e.com/a?x=1#frag', 'com,e)/a?x=1'],
  ['http://e.com/a?x=%F0%9F%A6%86&y=é', 'com,e)/a?x=%f0%9f%a6%86&y=%c3%a9'],
  ['http://e.com//', 'com,e)/'],
  ['http://e.com/a/%2e%2e/b', 'com,e)/b'],
  ['http://www.www.example.com/', 'com,example,www)/'],
  ['http://example.com./x', 'com,example)/x'],
  ['http://e.com/?a=b?c=d&&x', 'com,e)/?&a=b?c=d&x'],
  ['http://localhost/A', 'localhost)/a'],
  ['http://e.com/a?cfid=12&cftoken=34&z=1', 'com,e)/a?z=1'],
  ["http://e.com/a'b!c*d(e)", "com,e)/a'b!c*d(e)"],
  ['http://e.com/%00%0a?%00', 'com,e)/%00%0a?%00'],
  ['http://e.com/a%2520b', 'com,e)/a%20b'],
  ['http://e.com/a%2525%%32%3520b%zz?q=%2%35%3431', 'com,e)/a%25%20b%25zz?q=c1'],
  ['http://e.com/a?cfid=cfid=12&cftoken=34&z=1', 'com,e)/a?cfid=z=1'],
  ['http://www.e.com/é', 'com,e)/%c3%a9'],
]

test('keys are those of the library that other tools use', () => {
  for (const [url, key] of keys) assert.equal(surtOf(new URL(url).href), key, url)
})

test('keys of hostile texts take a bounded time', () => {
  const characters = 1_000_000
  const texts = [
    `%${'25'.repeat(characters / 2)}`,
    `${'%2'.repeat(characters / 4)}${'5'.repeat(characters / 2)}`,
    'cfid='.repeat(characters / 5),
    `${'cfid='.repeat(characters / 5)}&cftoken=`,
    'cfid=1&cftoken=1&cfid='.repeat(characters / 22),
    'sid='.repeat(characters / 4),
  ]
  const startedAt = performance.now()
  for (const text of texts) {
    surtOf(`http://e.com/?${text}`)
    surtOf(`http://e.com/${text}`)
  }
  assert.ok(performance.now() - startedAt < 20_000)
})
