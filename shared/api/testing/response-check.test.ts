import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemBody } from '../schemas/problems.ts'
import { answerFaults, checkAnswer, webhookFaults, type CheckedAnswer } from './response-check.ts'

const json = 'application/json; charset=utf-8'

const answer = (
  change: Partial<CheckedAnswer>,
  body: unknown,
  headers: Record<string, string> = {},
): CheckedAnswer => ({
  method: 'GET',
  path: '/healthz',
  status: 200,
  headers: new Headers({ 'content-type': json, 'x-request-id': 'r', ...headers }),
  text: typeof body === 'string' ? body : JSON.stringify(body),
  ...change,
})

const problem = (path: string, code: 'job_not_found' | 'body_too_large' | 'not_found', change: object = {}) => {
  const body = problemBody(code, { detail: 'd', instance: path, requestId: 'r' })
  return answer({ path, status: body.status }, { ...body, ...change }, { 'content-type': 'application/problem+json' })
}

test('an answer as described has no faults, below /v1 neither', () => {
  const body = { status: 'ok', request_id: 'r' }
  assert.deepEqual(answerFaults(answer({}, body)), [])
  assert.deepEqual(answerFaults(answer({ path: '/v1/healthz?x=1' }, body)), [])
  assert.deepEqual(answerFaults(answer({ method: 'HEAD' }, '')), [])
})

test('members that are missing, wrong or not described are reported all at once', () => {
  assert.deepEqual(answerFaults(answer({}, { status: 'fine', more: 1 })), [
    "the body must have required property 'request_id'",
    'the body must NOT have additional properties (more)',
    '/status must be equal to constant',
  ])
  assert.deepEqual(answerFaults(answer({}, '{')), ['the body is not JSON'])
})

test('a status, a media type or a header that is not described is a fault', () => {
  assert.deepEqual(answerFaults(answer({ status: 201 }, {})), ['status 201 is not described'])
  assert.deepEqual(answerFaults(answer({}, '', { 'content-type': 'text/plain' })), [
    'media type text/plain is not described for status 200',
  ])
  assert.deepEqual(
    answerFaults(answer({ headers: new Headers({ 'content-type': json }) }, { status: 'ok', request_id: 'r' })),
    ['there is no X-Request-Id'],
  )
})

test('a problem must be one of its route, and agree with its status', () => {
  assert.deepEqual(answerFaults(problem('/crawl/crawl-1', 'job_not_found')), [])
  assert.deepEqual(answerFaults(problem('/crawl/active', 'job_not_found')), ['status 404 is not described'])
  assert.deepEqual(answerFaults(problem('/nowhere', 'not_found')), [])
  assert.deepEqual(answerFaults(problem('/crawl/crawl-1', 'job_not_found', { code: 'session_not_found' })), [
    'the code session_not_found is not described',
  ])
  assert.deepEqual(answerFaults(problem('/crawl/crawl-1', 'job_not_found', { status: 410, retry_after: 3 })), [
    'the body says status 410',
    '`retry_after` and Retry-After differ',
  ])
})

test('a check that fails names the request', () => {
  assert.throws(() => checkAnswer(answer({ status: 201 }, {})), /GET \/healthz → 201[^]*status 201 is not described/)
})

test('a webhook call is held against the description of its type', () => {
  const body = {
    type: 'crawl.started',
    timestamp: '2026-01-01T00:00:00.000Z',
    id: 'crawl-1',
    event_id: 'evt_crawl-1_1',
    sequence: 1,
    success: true,
    data: { url: 'https://e.com/', limit: 1 },
    metadata: null,
    request_id: 'r',
  }
  assert.deepEqual(webhookFaults(JSON.stringify(body)), [])
  assert.deepEqual(webhookFaults(JSON.stringify({ ...body, type: 'crawl.ended' })), ['the type is not described'])
  assert.deepEqual(webhookFaults(JSON.stringify({ ...body, data: { url: 'https://e.com/' } })), [
    "/data must have required property 'limit'",
  ])
})
