import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonReport } from '@seine/shared/api/schemas/json-report.ts'
import { answering, refusingSchemas } from '../model/behaviours.ts'
import { startModelStub, type Behaviour, type ModelStub } from '../model/model-stub.ts'
import { downloadLines } from './api-client.ts'
import { startShopSite, type ShopSite } from './shop-site.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const schema = { type: 'object', properties: { wood: { type: 'string' } }, required: ['wood'] }

describe('the json output with a language model', () => {
  let t: TestStack
  let shop: ShopSite
  let server: ModelStub
  let behave: Behaviour
  before(async () => {
    shop = await startShopSite()
    server = await startModelStub((call) => behave(call))
    t = await startTestStack({
      egressAllow: [`127.0.0.1/32:${shop.port}`],
      environment: { SEINE_MODEL_URL: server.baseUrl, SEINE_MODEL_NAME: 'stub-1', SEINE_MODEL_KEY: 'key-of-the-model' },
    })
  })
  after(async () => {
    await t?.close()
    await shop?.close()
    await server?.close()
  })

  const woodOf = (text: string): string => /Oak|Birch|Linen/.exec(text)?.[0] ?? 'none'
  const reading = answering(({ data }) => ({ wood: woodOf(data) }))

  it('is what the model reads out of the page, by schema and by prompt', async () => {
    behave = reading
    const url = `${shop.origin}/article/0`
    for (const wish of [{ schema }, { prompt: 'Which wood is it?' }, { schema, prompt: 'Which wood is it?' }]) {
      const { status, body } = await t.api.request('POST', '/scrape', { url, output: ['json', 'links'], ...wish })
      assert.equal(status, 200, JSON.stringify(body))
      const { data, metadata } = body as unknown as { data: Record<string, unknown>; metadata: { json: JsonReport } }
      assert.deepEqual(data['json'], { wood: 'Oak' })
      assert.deepEqual(Object.keys(data).toSorted(), ['json', 'links'])
      const { by, model, valid, usage } = metadata.json
      assert.deepEqual([by, model, valid], ['model', 'stub-1', true])
      assert.ok((usage?.calls ?? 0) >= 1 && (usage?.prompt_tokens ?? 0) > 0)
    }
    assert.ok(server.calls.every(({ headers }) => headers.authorization === 'Bearer key-of-the-model'))
  })

  it('is a line of a batch for each page, from a server that takes no schema as well', async () => {
    behave = refusingSchemas(reading)
    const urls = shop.articles.map((_, index) => `${shop.origin}/article/${index}`)
    const id = await t.api.startBatch({ urls, output: ['json'], schema, prompt: 'Which wood is it?' })
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    const lines = await downloadLines(final.s3PresignedUrls?.['json'])
    assert.deepEqual(
      lines.map(({ output }) => output),
      [{ wood: 'Oak' }, { wood: 'Birch' }, { wood: 'Linen' }],
    )
    assert.ok(lines.every(({ report }) => report?.by === 'model'))
  })

  it('falls back on what the page states when the model is unavailable, with a warning', async () => {
    behave = () => ({ status: 401, json: { error: { message: 'no such key: key-of-the-model' } } })
    const body = { url: `${shop.origin}/article/1`, output: ['json'], schema: { name: 'string', sku: 'string' } }
    const answer = await t.api.request('POST', '/scrape', body)
    const { data, metadata, warnings } = answer.body as unknown as {
      data: { json: unknown }
      metadata: { json: JsonReport }
      warnings: string[]
    }
    assert.deepEqual(data.json, { name: 'Birch chair', sku: 'BC-2' })
    assert.equal(metadata.json.by, 'page')
    assert.match(warnings.join('\n'), /^model_unavailable: /m)
    assert.doesNotMatch(JSON.stringify(answer.body), /key-of-the-model/)
  })
})
