import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { parseJson, TooManyValuesError } from './parse-json.ts'

const { jsonPieceBytes: pieceBytes } = requestLimits
const long = 'x'.repeat(pieceBytes)
const list = Array.from({ length: 40 }, (_, at) => `${at}${'é"\\,]'.repeat(pieceBytes / 100)}`)

const parse = async (json: string | Buffer) => await parseJson(Buffer.from(json), 200_000)

test('texts are parsed as JSON.parse does, long lists as well', async () => {
  for (const value of [
    null,
    5,
    'a',
    [],
    { urls: ['a'], output: ['html'] },
    { urls: list, output: ['html'], deep: { urls: list } },
    { urls: [list, { list }, 1, null, true, list], others: list },
    [...list, { a: 1 }],
    JSON.parse(`{"__proto__":${JSON.stringify(list)},"a":1}`) as unknown,
  ]) {
    assert.deepEqual(await parse(JSON.stringify(value)), value)
    assert.deepEqual(await parse(JSON.stringify(value, null, 3)), value)
  }
  const twice = `{"urls":${JSON.stringify(list)},"urls":["last"],"\\u0075rls":${JSON.stringify(list)}}`
  assert.deepEqual(await parse(twice), JSON.parse(twice))
  assert.deepEqual(await parse(`\uFEFF{"urls":${JSON.stringify(list)}}`), { urls: list })
})

test('what is no JSON is refused, wherever a long list is divided', async () => {
  const entry = `"${long}"`
  for (const json of [
    `{"a":[${entry},,${entry}]}`,
    `{"a":[${entry},${entry},]}`,
    `{"a":[,${entry},${entry}]}`,
    `{"a":[${entry},${entry}}`,
    `{"a":[${entry},${entry}`,
    `{"a":[${entry},${entry}]]}`,
    `{[${entry},${entry}]:1}`,
    `{"a":1[${entry},${entry}]}`,
    `{"a":[${entry},${entry}]1}`,
    `{"a":-[${entry},${entry}]}`,
    `{"a":[${entry},\uFEFF${entry},\uFEFF${entry}]}`,
    `{"a":[${entry},${entry} ${entry}]}`,
  ]) {
    await assert.rejects(parse(json), SyntaxError, json.replaceAll(long, '…'))
  }
  const bytes = Buffer.from(`{"a":[${entry},"?",${entry}]}`)
  bytes[bytes.indexOf('?')] = 0xff
  await assert.rejects(parse(bytes), TypeError)
})

test('a text with too many values is refused before it is parsed', async () => {
  await assert.rejects(parseJson(Buffer.from('[1,2,3'), 2), TooManyValuesError)
})

test('other work gets a turn while a large text is parsed', async () => {
  const json = Buffer.from(
    JSON.stringify({ urls: Array.from({ length: 8_000 }, (_, at) => `${at}${'u'.repeat(2_000)}`) }),
  )
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await parseJson(json, 200_000)
  clearInterval(timer)
  assert.ok(turns >= 3, `${turns}`)
})
