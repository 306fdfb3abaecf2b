import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { harOfCapture } from './har-export.ts'
import { readCaptureAnswer } from './capture-answer.ts'
import { readHarFile } from './har-file.ts'

/** The example of the API description, which its own tests check against the schema. */
function exampleAnswer(): Record<string, unknown> {
  const file = new URL('../../../../openapi.json', import.meta.url)
  const description = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, { post: { responses: Record<string, { content: Record<string, { example: unknown }> }> } }>
  }
  const { content } = description.paths['/browser/network']!.post.responses['200']!
  return structuredClone(content['application/json']!.example) as Record<string, unknown>
}

interface AnswerParts {
  attempts: { network_calls: Record<string, unknown>[]; [member: string]: unknown }[]
}

const answerWith = (call: object, members: object = {}): Record<string, unknown> => {
  const answer = exampleAnswer() as Record<string, unknown> & AnswerParts
  const [attempt] = answer.attempts
  const [first] = attempt!.network_calls
  attempt!.network_calls = [{ ...first, ...call }]
  return { ...answer, ...members }
}

test('the answer of the API description is read whole', () => {
  const { calls, url, requestsTotal, warnings, durationMs, startedAt } = readCaptureAnswer(exampleAnswer())
  const [call] = calls
  assert.equal(url, 'https://example.com/guide/')
  assert.deepEqual([requestsTotal, warnings, durationMs], [1, [], 168])
  assert.equal(startedAt?.toISOString(), '2026-11-21T20:35:26.104Z')
  assert.deepEqual(call?.phases, { blocked: 1, dns: 12, connect: 13, tls: 27, send: 1, wait: 90, receive: 24 })
  assert.deepEqual([call?.serverAddress, call?.transferBytes, call?.cache], ['203.0.113.7:443', 5_120, null])
  assert.equal(call?.responseBody.text, '<!doctype html><title>The guide</title>...')
  assert.deepEqual(call?.requestHeaders[0], { name: 'accept', value: 'text/html,*/*;q=0.8' })
})

test('redirects, sockets and repeated headers keep their order', () => {
  const hop = { url: 'https://example.com/', method: 'GET', status: 301, location: '/guide/', time_ms: 40 }
  const frame = { opcode: 1, payload: 'hi', payload_encoding: 'utf8', payload_bytes: 2, truncated: false, offset_ms: 5 }
  const { calls } = readCaptureAnswer(
    answerWith({
      redirect_chain: [{ ...hop, request_headers: {}, response_headers: { 'set-cookie': ['a=1', 'b=2'] } }],
      websocket: {
        frames: [
          { ...frame, direction: 'sent' },
          { ...frame, direction: 'received', opcode: 2, payload: 'AAE=', payload_encoding: 'base64' },
        ],
        frames_sent: 1,
        frames_received: 300,
      },
    }),
  )
  const [call] = calls
  assert.deepEqual([call?.redirectMs, call?.redirects[0]?.location], [40, '/guide/'])
  assert.deepEqual(call?.redirects[0]?.responseHeaders, [
    { name: 'set-cookie', value: 'a=1' },
    { name: 'set-cookie', value: 'b=2' },
  ])
  assert.deepEqual(
    call?.frames.map(({ isSent, isBase64 }) => [isSent, isBase64]),
    [
      [true, false],
      [false, true],
    ],
  )
  assert.equal(call?.framesTotal, 301)
})

test('a capture that failed says why, with the calls of its last attempt', () => {
  const answer = answerWith({}, { success: false, winning_attempt: null }) as Record<string, unknown> & AnswerParts
  answer.attempts[0]!['outcome'] = 'timeout'
  answer.attempts[0]!['network_calls_truncated'] = true
  answer.attempts[0]!['network_calls_total'] = 1_200
  const { calls, warnings } = readCaptureAnswer(answer)
  assert.equal(calls.length, 1)
  assert.deepEqual(warnings, ['The page was not loaded (timeout).', 'The page made 1200 calls; 1 are listed.'])
})

test('an answer of another shape gives an empty capture', () => {
  for (const value of [null, [], 'x', { attempts: [null] }, { attempts: [{ network_calls: 7 }] }]) {
    assert.deepEqual(readCaptureAnswer(value).calls, [])
  }
})

test('an archive made of a capture is read back as the same calls', () => {
  const capture = readCaptureAnswer(
    answerWith({
      request_body: 'a=b',
      method: 'POST',
      request_body_bytes: 3,
      redirect_chain: [
        {
          url: 'https://example.com/old',
          method: 'POST',
          status: 307,
          location: '/guide/',
          time_ms: 20,
          request_headers: {},
          response_headers: {},
        },
      ],
    }),
  )
  const reading = readHarFile(JSON.stringify(harOfCapture(capture, { name: 'Seine', version: '1' })))
  assert.ok('capture' in reading)
  const [redirect, last] = reading.capture.calls
  const [call] = capture.calls
  assert.deepEqual([redirect?.status, redirect?.redirectTo, redirect?.timeMs], [307, '/guide/', 20])
  assert.equal(last?.redirects.length, 1)
  assert.deepEqual(last?.phases, call?.phases)
  assert.deepEqual(last?.responseHeaders, call?.responseHeaders)
  assert.equal(last?.requestBody.text, 'a=b')
  assert.equal(last?.responseBody.text, call?.responseBody.text)
  assert.deepEqual([last?.serverAddress, last?.transferBytes, last?.startMs], ['203.0.113.7:443', 5_120, 20])
})
