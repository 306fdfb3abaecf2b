import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteAnswer } from '../tool/route-caller.ts'
import { ToolError } from '../tool/tool-error.ts'
import { jobPageTools } from './job-page-tools.ts'

const page = {
  index: 7,
  url: 'https://e.com/',
  status: 200,
  success: true,
  title: 'Example',
  output: { markdown: '# Example', html: '<h1>Example</h1>', screenshot: 'https://store/picture' },
  omitted: [{ format: 'clean_html', reason: 'too_large' }],
  error: null,
  errorCode: null,
}

/** Reads the page with a format list; returns the text and the paths that were asked for. */
async function readOne(output?: string[], list: RouteAnswer = { status: 200, body: { data: [] } }) {
  const paths: string[] = []
  const tool = jobPageTools.find(({ name }) => name === 'crawl_pages')!
  const { text } = await tool.run(
    output === undefined ? { id: 'crawl-1', index: 7 } : { id: 'crawl-1', index: 7, output },
    {
      call: async ({ path }) => {
        paths.push(path)
        return await Promise.resolve(path.includes('?') ? list : { status: 200, body: page })
      },
      signal: new AbortController().signal,
      report: () => undefined,
    },
  )
  return { text, paths }
}

describe('one page of a job', () => {
  test('has the formats that are named', async () => {
    const { text, paths } = await readOne(['markdown'])
    assert.match(text, /# Example$/)
    assert.doesNotMatch(text, /html|picture/)
    assert.equal(paths.length, 1)
    assert.match((await readOne(['markdown', 'screenshot'])).text, /--- screenshot ---\n\nhttps:\/\/store\/picture/)
    assert.match((await readOne(['clean_html'])).text, /clean_html is not here: too_large/)
  })

  test('has all formats but screenshots when none is named', async () => {
    const { text } = await readOne()
    assert.match(text, /--- markdown ---[^]*--- html ---/)
    assert.doesNotMatch(text, /picture/)
  })

  test('is refused with a format that the job does not have', async () => {
    const body = { code: 'validation_failed', detail: 'this job does not have json' }
    await assert.rejects(
      readOne(['json'], { status: 422, body }),
      (error) => error instanceof ToolError && error.code === 'validation_failed',
    )
    const { paths } = await readOne(['json'])
    assert.match(paths[1] ?? '', /\/pages\?limit=1&output=json$/)
  })
})
