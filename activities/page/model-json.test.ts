import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonReport } from '@seine/shared/api/schemas/json-report.ts'
import type { PackedResult } from '@seine/shared/pages/extraction.ts'
import type { ModelOutput, ModelReader, ModelRequest } from '@seine/shared/pages/model.ts'
import type { PageRequest, PageScrape } from '@seine/shared/pages/page.ts'
import { formatsForModel, withModelJson } from './model-json.ts'

const schema = { title: 'string' }
const usage = { calls: 2, promptTokens: 900, completionTokens: 40, isEstimated: false }
const filled: JsonReport = {
  by: 'page',
  model: null,
  valid: true,
  errors: [],
  sources: { '/title': 'document' },
  usage: null,
}

const request = (patch: Partial<PageRequest> = {}): PageRequest =>
  ({ formats: ['json'], json: { schema, prompt: null }, deadlineMs: 1, ...patch }) as PageRequest

const scrape = (outputs: object, report: JsonReport | undefined, patch: Partial<PageScrape> = {}): PageScrape =>
  ({
    answer: {
      finalUrl: 'https://a.test/',
      extracted: {
        outputs: new TextEncoder().encode(JSON.stringify(outputs)),
        metadata: { title: 'A page' },
        ...(report === undefined ? {} : { jsonReport: report }),
      } as PackedResult,
    },
    fault: null,
    escalation: null,
    warnings: ['before'],
    ...patch,
  }) as PageScrape

function reader(said: ModelOutput): ModelReader & { asked: ModelRequest[] } {
  const asked: ModelRequest[] = []
  return {
    name: 'stub',
    asked,
    async read(wish) {
      asked.push(wish)
      return await Promise.resolve(said)
    },
  }
}

const outputsOf = (page: PageScrape): unknown => JSON.parse(Buffer.from(page.answer!.extracted!.outputs).toString())

describe('the json output by a model', () => {
  it('is what the model says, read from the Markdown of the page', async () => {
    const model = reader({ kind: 'value', value: { title: 'By it' }, usage, chunks: 2, errors: [], warnings: ['cut'] })
    const page = await withModelJson(scrape({ json: { title: 'A' }, markdown: '# A' }, filled), request(), model)
    assert.deepEqual(outputsOf(page), { json: { title: 'By it' } })
    assert.deepEqual(model.asked, [
      {
        markdown: '# A',
        url: 'https://a.test/',
        title: 'A page',
        schema: { type: 'object', properties: { title: { type: 'string' } } },
        prompt: null,
        tenant: undefined,
        facts: { title: 'A' },
      },
    ])
    const told = { calls: 2, chunks: 2, prompt_tokens: 900, completion_tokens: 40 }
    const report = { by: 'model', model: 'stub', valid: true, errors: [], sources: {}, usage: told }
    assert.deepEqual(page.answer?.extracted?.jsonReport, report)
    assert.deepEqual(page.warnings, ['before', 'cut'])
  })

  it('keeps Markdown where it was requested, and extracts it where it was not', async () => {
    const model = reader({ kind: 'value', value: null, usage, chunks: 1, errors: [], warnings: [] })
    const wish = request({ formats: ['markdown', 'json'] })
    const page = await withModelJson(scrape({ markdown: '# A', json: null }, filled), wish, model)
    assert.deepEqual(outputsOf(page), { markdown: '# A', json: null })
    assert.deepEqual(formatsForModel(wish), ['markdown', 'json'])
    assert.deepEqual(formatsForModel(request()), ['json', 'markdown'])
  })

  it('keeps what was filled without a model when the model fails, with a warning', async () => {
    const model = reader({ kind: 'failed', code: 'model_timeout', detail: 'no answer', usage })
    const page = await withModelJson(scrape({ json: { title: 'A' }, markdown: '' }, filled), request(), model)
    assert.deepEqual(outputsOf(page), { json: { title: 'A' } })
    assert.equal(page.answer?.extracted?.jsonReport?.by, 'page')
    assert.equal(page.answer?.extracted?.jsonReport?.usage?.calls, 2)
    assert.deepEqual(page.warnings, ['before', 'model_timeout: no answer'])
  })

  it('has nothing for a prompt that the model fails at', async () => {
    const model = reader({ kind: 'failed', code: 'model_refused', detail: 'it would not', usage })
    const wish = request({ json: { schema: null, prompt: 'prices' } })
    const page = await withModelJson(scrape({ json: null, markdown: '' }, undefined), wish, model)
    const { valid, errors } = page.answer!.extracted!.jsonReport!
    assert.deepEqual([valid, errors], [false, [{ pointer: '', message: 'it would not' }]])
  })

  it('is not kept for later runs of a watch where the model fails', async () => {
    const print = { hash: 'a', url: 'https://a.test/', etag: null, lastModified: null }
    const asked = async (said: ModelOutput) =>
      (await withModelJson(scrape({ markdown: '# A' }, filled, { print }), request(), reader(said))).print
    assert.deepEqual(await asked({ kind: 'value', value: null, usage, chunks: 1, errors: [], warnings: [] }), print)
    assert.equal(await asked({ kind: 'failed', code: 'model_timeout', detail: 'no answer', usage }), undefined)
  })

  it('asks no model for pages that failed, that go to a browser, or that want no json', async () => {
    const model = reader({ kind: 'failed', code: 'model_refused', detail: '', usage })
    const fault = { code: 'timeout', message: '' }
    const escalation = { why: 'js_shell' as const, reasons: [] }
    for (const page of [scrape({}, filled, { fault }), scrape({}, filled, { escalation })]) {
      assert.equal(await withModelJson(page, request(), model), page)
    }
    const page = scrape({}, filled)
    assert.equal(await withModelJson(page, request({ json: null }), model), page)
    assert.equal(await withModelJson(page, request(), null), page)
    assert.deepEqual(model.asked, [])
  })
})
