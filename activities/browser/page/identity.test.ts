import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityFor } from './identity.ts'

const originsFor = (url: string): string[] => {
  const { origins } = identityFor('156.0.8078.79', { headers: {}, geolocation: null }, url)
  return [...(origins ?? [])]
}

test('headers of the caller go along to https and to the name with and without www', () => {
  assert.deepEqual(originsFor('http://www.site.test/x'), [
    'http://site.test',
    'https://site.test',
    'http://www.site.test',
    'https://www.site.test',
  ])
})

test('headers meant for https never go to http', () => {
  assert.deepEqual(originsFor('https://site.test/'), ['https://site.test', 'https://www.site.test'])
})

test('an address, or a port that is named, stands for itself alone', () => {
  assert.deepEqual(originsFor('http://site.test:8080/'), ['http://site.test:8080'])
  assert.deepEqual(originsFor('https://203.0.113.9/'), ['https://203.0.113.9'])
  assert.deepEqual(originsFor('https://[2001:db8::1]/'), ['https://[2001:db8::1]'])
})
