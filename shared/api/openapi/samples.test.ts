import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes, type RouteName } from '../routes/routes.ts'
import { codeSamples } from './samples.ts'

const sample = (name: RouteName, label: string): string =>
  codeSamples(name).find((each) => each.label === label)?.source ?? ''

test('every route but the page itself has a sample in each language', () => {
  for (const name of Object.keys(routes) as RouteName[]) {
    const labels = codeSamples(name).map(({ label }) => label)
    assert.deepEqual(labels, name === 'docs' ? [] : ['curl', 'Node', 'Python'], name)
  }
})

test('samples take base URL and key from the environment, and the key only where one is needed', () => {
  for (const name of Object.keys(routes) as RouteName[]) {
    for (const { source, label } of codeSamples(name)) {
      assert.ok(source.includes('SEINE_URL'), `${name} ${label}`)
      assert.equal(source.includes('SEINE_KEY'), routes[name].auth, `${name} ${label}`)
    }
  }
})

test('a sample with a body is a call that can be pasted', () => {
  assert.equal(
    sample('mapSite', 'curl'),
    `curl -sS --fail-with-body "$SEINE_URL/map" \\
  -H "Authorization: Bearer $SEINE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "url": "https://example.com/",
    "limit": 500,
    "search": "harbour"
  }'`,
  )
  assert.match(sample('mapSite', 'Node'), /body: JSON\.stringify\(\{\n {4}url: 'https:\/\/example\.com\/',\n/)
  assert.match(sample('mapSite', 'Python'), /data=json\.dumps\(\{\n {8}"url": "https:\/\/example\.com\/",\n/)
})

test('a method other than the usual one is named, and a stream is read as it comes', () => {
  assert.match(sample('cancelCrawl', 'curl'), / -X DELETE /)
  assert.match(sample('redeliverCrawlWebhook', 'curl'), / -X POST /)
  assert.match(sample('crawlEvents', 'curl'), / -N /)
  assert.match(sample('crawlEvents', 'Node'), /for await/)
})
