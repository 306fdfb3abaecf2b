import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstHeaders, headersAcrossOrigins, headersWithoutBody } from './request-headers.ts'

const encoding = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test('a bare request says who asks and what it can read', () => {
  assert.deepEqual(firstHeaders({}, 'Seine'), { accept: '*/*', 'user-agent': 'Seine', ...encoding })
})

test('the caller may name another agent and add headers, in any case', () => {
  assert.deepEqual(firstHeaders({ 'User-Agent': 'Mine', 'X-Key': 'k', ACCEPT: 'text/html' }, 'Seine'), {
    accept: 'text/html',
    'user-agent': 'Mine',
    'x-key': 'k',
    ...encoding,
  })
})

test('headers that frame the message or name the host stay with the client', () => {
  const given = {
    Host: 'internal.example',
    'Content-Length': '5',
    'Transfer-Encoding': 'chunked',
    Connection: 'upgrade',
    Upgrade: 'h2c',
    'Accept-Encoding': 'compress',
    Expect: '100-continue',
    'Proxy-Authorization': 'Basic x',
  }
  assert.deepEqual(firstHeaders(given, 'Seine'), firstHeaders({}, 'Seine'))
})

test('names and values HTTP does not allow are refused', () => {
  const bad = [{ 'x y': '1' }, { '': '1' }, { 'x:': '1' }, { x: 'a\r\nevil: 1' }, { x: 'a\u{0}' }, { x: '日本' }]
  for (const headers of bad) {
    assert.throws(() => firstHeaders(headers, 'Seine'), { code: 'invalid_request' })
  }
})

test('the marks of a browser go along with its agent, by https alone', () => {
  const marks = { 'sec-ch-ua': '"Chromium";v="1"', 'sec-ch-ua-mobile': '?0', 'sec-fetch-site': 'none' }
  const headers = { ...firstHeaders({ ...marks, 'upgrade-insecure-requests': '1' }, 'Seine'), 'sec-chat': 'x' }
  const common = { accept: '*/*', 'user-agent': 'Seine', 'upgrade-insecure-requests': '1', ...encoding }
  assert.deepEqual(headersAcrossOrigins(headers, new URL('https://b.example/')), { ...common, ...marks })
  assert.deepEqual(headersAcrossOrigins(headers, new URL('http://b.example/')), common)
})

test('another origin learns nothing but language, wanted types and agent', () => {
  const headers = firstHeaders(
    { Authorization: 'Bearer t', Cookie: 'a=1', 'X-Api-Key': 'k', Referer: 'http://a/', 'Accept-Language': 'fr' },
    'Seine',
  )
  assert.deepEqual(headersAcrossOrigins(headers, new URL('https://b.example/')), {
    accept: '*/*',
    'accept-language': 'fr',
    'user-agent': 'Seine',
    ...encoding,
  })
})

test('headers about a body go with it', () => {
  assert.deepEqual(headersWithoutBody({ 'content-type': 'text/plain', 'content-language': 'fr', 'x-key': 'k' }), {
    'x-key': 'k',
  })
})
