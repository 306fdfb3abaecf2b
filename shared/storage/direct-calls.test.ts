import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metrics } from '../observability/metrics.ts'
import { bucketUrl } from './direct-calls.ts'
import { StoreUnavailableError } from './object-store.ts'
import { servedStore } from './testing/served-store.ts'
import { storeConfigFor } from './testing/store-config.ts'

const callsOf = async (operation: string, outcome: string): Promise<number> =>
  (await metrics.storeRequests.get()).values.find(
    ({ labels }) => labels.operation === operation && labels.outcome === outcome,
  )?.value ?? 0

test('an unclear answer is repeated by the SDK, and the call counts once', async (t) => {
  const agents: (string | undefined)[] = []
  const store = await servedStore(t, (request, response) => {
    agents.push(request.headers['user-agent'])
    response.statusCode = agents.length === 1 ? 503 : 200
    request.resume().on('end', () => response.end('text'))
  })
  const before = await callsOf('GetObject', 'ok')
  assert.equal(Buffer.from((await store.get('a'))!).toString(), 'text')
  assert.equal(agents.length, 2)
  assert.equal(agents[0], undefined)
  assert.match(agents[1]!, /aws-sdk-js/)
  assert.equal((await callsOf('GetObject', 'ok')) - before, 1)
})

test('a clear answer costs one request, and is no failure of the store', async (t) => {
  let requests = 0
  const store = await servedStore(t, (request, response) => {
    requests += 1
    response.statusCode = request.method === 'GET' ? 404 : 200
    request.resume().on('end', () => response.end())
  })
  const failed = await callsOf('GetObject', 'failed')
  assert.equal(await store.get('a'), null)
  await store.put('a', '')
  assert.equal(requests, 2)
  assert.equal(await callsOf('GetObject', 'failed'), failed)
})

test('a store that refuses for another reason is unavailable', async (t) => {
  const store = await servedStore(t, (request, response) => {
    response.statusCode = 403
    request.resume().on('end', () => response.end('<Error><Code>AccessDenied</Code></Error>'))
  })
  await assert.rejects(store.get('a'), StoreUnavailableError)
})

test('keys are sent and signed in the encoded form of RFC 3986, with length, type and condition', async (t) => {
  const requests: [string, Record<string, unknown>][] = []
  const store = await servedStore(t, (request, response) => {
    requests.push([request.url!, request.headers])
    request.resume().on('end', () => response.end())
  })
  await store.put("a b/ü'(1)*.txt", 'text', 'text/plain')
  assert.equal(await store.putIfAbsent('b', 'x'), true)
  const [[path, headers], [, conditional]] = requests as [(typeof requests)[0], (typeof requests)[0]]
  assert.equal(path, '/test/a%20b/%C3%BC%27%281%29%2A.txt')
  assert.equal(headers['content-type'], 'text/plain')
  assert.equal(headers['content-length'], '4')
  assert.match(String(headers['authorization']), /SignedHeaders=.*host/)
  assert.equal(conditional['if-none-match'], '*')
})

test('the URL of the bucket is the one of the SDK, for AWS and for an endpoint with a path', async () => {
  const config = storeConfigFor('')
  const aws = { ...config, SEINE_S3_REGION: 'eu-west-1', SEINE_S3_BUCKET: 'pages' }
  assert.equal((await bucketUrl(aws)).href, 'https://pages.s3.eu-west-1.amazonaws.com/')
  const ownStore = { ...config, SEINE_S3_ENDPOINT: 'http://store.test:9000/s3', SEINE_S3_BUCKET: 'pages' }
  assert.equal((await bucketUrl(ownStore)).href, 'http://store.test:9000/s3/pages/')
})
