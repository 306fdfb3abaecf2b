import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExtractRequest, ExtractResult } from '@seine/shared/pages/extraction.ts'
import { extractPage, extractPlainPage } from './extract-page.ts'

const judged = { status: 200, headers: {}, waitSelector: null }

function request(body: string, more: Partial<ExtractRequest>): ExtractRequest {
  const bytes = new TextEncoder().encode(body)
  const base = { url: 'https://e.test/', formats: [], onlyMainContent: true, compared: false } as const
  return { ...base, bytes, contentType: 'text/html', ...more }
}

const kindOf = async (body: string, more: Partial<ExtractRequest> = { judged }): Promise<string | undefined> => {
  const { verdict }: ExtractResult = await extractPage(request(body, more))
  return verdict?.kind
}

const article = `<!doctype html><title>A</title><main id=app><h1>Head</h1>${'<p>Words that say something, and more of them.</p>'.repeat(20)}</main>`

describe('verdicts', () => {
  it('are given when they are requested', async () => {
    assert.equal(await kindOf(article), 'success')
    assert.equal(await kindOf(article, {}), undefined)
  })

  it('are those of the judge for a page', async () => {
    const shell = '<!doctype html><title>App</title><div id="root"></div><script type="module" src="/app.js"></script>'
    assert.equal(await kindOf(shell), 'js_shell')
  })

  it('depend on what is waited for', async () => {
    assert.equal(await kindOf(article, { judged: { ...judged, waitSelector: 'main > h1' } }), 'success')
    assert.equal(await kindOf(article, { judged: { ...judged, waitSelector: 'css=main h1' } }), 'success')
    assert.equal(await kindOf(article, { judged: { ...judged, waitSelector: '.late' } }), 'js_shell')
    assert.equal(await kindOf(article, { judged: { ...judged, waitSelector: 'h1:hover' } }), 'success')
  })

  it('are success for other text, and empty without text', async () => {
    assert.equal(await kindOf('{"a":1}', { judged, contentType: 'application/json' }), 'success')
    assert.equal(await kindOf('a,b\n', { judged, contentType: 'text/csv' }), 'success')
    assert.equal(await kindOf(' \n', { judged, contentType: 'text/plain' }), 'empty')
    assert.equal(await kindOf('', { judged, contentType: 'text/html' }), 'empty')
  })

  it('leave an error in another form what it is', async () => {
    const error = { ...judged, status: 404 }
    assert.equal(
      await kindOf('{"error":"no such thing"}', { judged: error, contentType: 'application/json' }),
      'success',
    )
  })

  it('are given by the plain way as well: of an application that was not read in time', () => {
    const plain = (body: string, more: Partial<ExtractRequest> = { judged }): string | undefined =>
      extractPlainPage(request(body, more), 'time_budget').verdict?.kind
    assert.equal(plain('<!doctype html><div id="root"></div><script type="module" src="/app.js"></script>'), 'js_shell')
    assert.equal(plain(article), 'success')
    assert.equal(plain(article, {}), undefined)
    assert.equal(plain(' ', { judged, contentType: 'text/plain' }), 'empty')
  })
})
