import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOfUserAgent, plainHints, plainUserAgent } from './client-hints.ts'

const chrome = (system: string, version: string, rest = ''): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36${rest}`

test('the browser itself is plain Chromium', () => {
  assert.match(plainUserAgent('156.0.8078.79'), / Chrome\/156\.0\.0\.0 Safari/)
  // As sent by Chromium 156 of Debian.
  assert.deepEqual(plainHints('156.0.8078.79').brands, [
    { brand: 'Not:A-Brand', version: '8' },
    { brand: 'Chromium', version: '156' },
  ])
})

test('a Chrome of the caller has the hints of its version and system', () => {
  const { hints, navigatorPlatform } = factsOfUserAgent(chrome('Windows NT 10.0; Win64; x64', '131.0.0.0'))
  // As sent by Chrome 131.
  assert.deepEqual(hints?.brands, [
    { brand: 'Google Chrome', version: '131' },
    { brand: 'Chromium', version: '131' },
    { brand: 'Not_A Brand', version: '24' },
  ])
  assert.equal(hints?.platform, 'Windows')
  assert.equal(navigatorPlatform, 'Win32')
})

test('Edge keeps its name and a telephone is mobile', () => {
  const edge = factsOfUserAgent(chrome('Macintosh; Intel Mac OS X 10_15_7', '140.0.0.0', ' Edg/140.0.0.0'))
  assert.ok(edge.hints?.brands?.some(({ brand }) => brand === 'Microsoft Edge'))
  assert.equal(factsOfUserAgent(chrome('Linux; Android 10; K', '140.0.0.0', ' Mobile')).hints?.mobile, true)
})

test('other browsers send no hints', () => {
  assert.equal(factsOfUserAgent('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0').hints, null)
  assert.equal(factsOfUserAgent('Mine/1.0').hints, null)
})
