import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allowTarget } from '@seine/tools/stack/egress-allow.ts'
import type { JsonReport } from '@seine/shared/api/schemas/json-report.ts'
import { download, downloadLines } from '../api-client.ts'
import { startShopSite, type Article, type ShopSite } from '../shop-site.ts'
import type { TestStack } from '../test-stack.ts'

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, sku: { type: 'string' } },
  required: ['name', 'price'],
}

export function testJsonOutput(shared: () => TestStack): void {
  describe('the json output without a language model', () => {
    let t: TestStack
    let shop: ShopSite
    before(async () => {
      shop = await startShopSite()
      t = shared()
      await allowTarget(t.stack.file.egressAllowFile, 'json-output', shop.origin)
    })
    after(async () => {
      await shop?.close()
    })

    const urls = (): string[] => shop.articles.map((_, index) => `${shop.origin}/article/${index}`)
    const scrape = async (body: Record<string, unknown>) => {
      const answer = await t.api.request('POST', '/scrape', { output: ['json'], ...body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body as unknown as { data: { json: unknown }; metadata: { json: JsonReport }; warnings: string[] }
    }

    it('is filled from what a page states, and says where it stood', async () => {
      for (const [index, url] of urls().entries()) {
        const { data, metadata } = await scrape({ url, schema })
        assert.deepEqual(data.json, shop.articles[index])
        const { by, valid, errors, sources, usage } = metadata.json
        assert.deepEqual([by, valid, errors, usage], ['page', true, [], null])
        assert.deepEqual(Object.keys(sources).toSorted(), ['/name', '/price', '/sku'])
        assert.equal(sources['/sku'], ['json-ld', 'microdata', 'table'][index])
      }
    })

    it('takes a shape for a schema, and a list for what is to be found', async () => {
      const { data } = await scrape({ url: urls()[0], schema: { name: 'string', price: 'number' } })
      assert.deepEqual(data.json, { name: 'Oak table', price: 349.5 })
      const list = {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, sku: { type: 'string' } } },
      }
      assert.deepEqual((await scrape({ url: urls()[0], schema: list })).data.json, [{ name: 'Oak table', sku: 'OT-1' }])
    })

    it('says what is missing, and is null where there is nothing', async () => {
      const wanted = {
        type: 'object',
        properties: { isbn: { type: 'string', pattern: '^97[89]' } },
        required: ['isbn'],
      }
      const { data, metadata } = await scrape({ url: urls()[1], schema: wanted })
      assert.equal(data.json, null)
      assert.equal(metadata.json.valid, false)
      assert.ok(metadata.json.errors.length > 0)
    })

    it('is a line of a batch for each page', async () => {
      const id = await t.api.startBatch({ urls: [...urls(), `${shop.origin}/none`], output: ['json'], schema })
      const final = await t.api.watch(id)
      assert.deepEqual([final.status, final.completed, final.failed], ['completed', 3, 1])
      const lines = await downloadLines((final.s3PresignedUrls as Record<string, string>)['json'])
      assert.deepEqual(
        lines.map(({ output }) => output as Article | null),
        [...shop.articles, null],
      )
      assert.deepEqual(
        lines.map(({ report }) => report?.valid ?? null),
        [true, true, true, null],
      )
    })

    it('is a file of a crawl for each page', async () => {
      const id = await t.api.start({ url: `${shop.origin}/`, output: ['json', 'markdown'], scrape: { schema } })
      const final = await t.api.watch(id)
      assert.equal(final.status, 'completed')
      const archive = await download(final.s3PresignedUrls?.['json'])
      const files = archive.manifest.pages.filter(({ url }) => url.includes('/article/'))
      for (const { file, url, json } of files) {
        assert.match(file ?? '', /\.json$/)
        assert.deepEqual(JSON.parse(await archive.text(file ?? '')), shop.articles[Number(url.at(-1))])
        assert.equal(json?.valid, true)
      }
      assert.equal(files.length, 3)
    })

    it('refuses what is no schema, and a prompt that nobody could answer', async () => {
      const url = urls()[0]
      const wrong = await t.api.request('POST', '/scrape', { url, output: ['json'], schema: { properties: { a: 5 } } })
      assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.pointer], [422, '/schema/properties/a'])
      const prompt = await t.api.request('POST', '/scrape', { url, output: ['json'], prompt: 'the price' })
      assert.deepEqual([prompt.status, prompt.body.code], [503, 'not_configured'])
    })
  })
}
