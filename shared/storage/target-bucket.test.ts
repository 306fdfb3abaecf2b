import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { metrics } from '../observability/metrics.ts'
import { TargetBucket, visibleSizeOf } from './target-bucket.ts'
import { uploadInParts } from './upload-in-parts.ts'

/** A bucket that answers every call with a status. @param encrypted ETags are not MD5. */
async function bucketThatAnswers(
  t: TestContext,
  status: (request: IncomingMessage, body: Buffer) => number,
  { encrypted = false } = {},
) {
  const seen: { method: string; url: string; md5: string | undefined; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url = '', headers } = request
      seen.push({ method, url, md5: headers['content-md5'] as string | undefined, body })
      const code = status(request, body)
      const etag = createHash('md5').update(body).digest('hex')
      response.writeHead(code, { 'content-type': 'application/xml', etag: `"${encrypted ? 'e' : etag}"` })
      const upload = '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'
      response.end(method === 'HEAD' ? '' : code >= 400 ? '<Error><Code>AccessDenied</Code></Error>' : upload)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bucket = new TargetBucket({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'b',
    pathStyle: true,
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  t.after(() => {
    bucket.close()
    server.closeAllConnections()
    server.close()
  })
  return { bucket, seen }
}

const md5 = (body: Buffer): string => createHash('md5').update(body).digest('base64')

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text))
}

test('sends every body with its checksum, where uploads may not be listed, too', async (t) => {
  const { bucket, seen } = await bucketThatAnswers(t, ({ method, url = '' }) =>
    method === 'GET' && url.includes('uploads') ? 403 : 200,
  )
  assert.equal(bucket.canContinue(), true)
  await uploadInParts(bucket, 'a', pieces('whole'), { contentType: 'text/plain', partBytes: 10 })
  await uploadInParts(bucket, 'b', pieces('parts of a text'), { contentType: 'text/plain', partBytes: 10 })
  assert.equal(bucket.canContinue(), false)
  const sent = seen.filter(({ method }) => method === 'PUT')
  assert.deepEqual(sent.map(({ body }) => body.toString()).toSorted(), [' text', 'parts of a', 'whole'])
  for (const { md5: claimed, body } of sent) assert.equal(claimed, md5(body))
})

test('cannot continue an upload where ETags of parts are not their MD5', async (t) => {
  for (const encrypted of [false, true]) {
    const { bucket } = await bucketThatAnswers(t, () => 200, { encrypted })
    await uploadInParts(bucket, 'b', pieces('parts of a text'), { contentType: 'text/plain', partBytes: 10 })
    assert.equal(bucket.canContinue(), !encrypted)
  }
})

test('is not counted as the own store', async (t) => {
  const { bucket } = await bucketThatAnswers(t, () => 403)
  const failed = async () => JSON.stringify((await metrics.storeRequests.get()).values)
  const before = await failed()
  await assert.rejects(bucket.put('a', 'text'))
  assert.equal(await failed(), before)
})

test('knows the size of what is there', async (t) => {
  const { bucket } = await bucketThatAnswers(t, ({ url = '' }) => (url.includes('/b/none') ? 404 : 200))
  assert.deepEqual([await bucket.sizeOf('none'), await bucket.list('none')], [null, []])
  assert.deepEqual(await bucket.list('there'), ['there'])
})

test('takes a denied look for a missing object, but no other fault', async (t) => {
  let status = 403
  const { bucket } = await bucketThatAnswers(t, () => status)
  assert.deepEqual([await visibleSizeOf(bucket, 'a'), await bucket.list('a')], [null, []])
  await assert.rejects(bucket.sizeOf('a'), 'a copy whose size cannot be read is not accepted')
  status = 501
  await assert.rejects(visibleSizeOf(bucket, 'a'))
  await assert.rejects(bucket.list('a'))
})
