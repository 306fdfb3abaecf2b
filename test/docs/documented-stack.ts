/**
 * A stack on which the documented examples work: the test site replaces `example.com`, a receiver the caller's own, and
 * finished jobs those of the examples.
 */
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exampleIds } from '@seine/shared/api/examples/example-ids.ts'
import { until } from '../browser/pool-lab.ts'
import { hasEnded } from '../receiver/job-events.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { startStubEngines } from '../serp/stub-engines.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import type { CodeBlock } from './code-blocks.ts'
import { runCode, type RunEnd } from './run-code.ts'

export interface DocumentedStack {
  stack: TestStack
  receiver: Receiver
  /** Runs a code block of the documentation with `SEINE_URL` and `SEINE_KEY` set. */
  run(block: CodeBlock): Promise<RunEnd>
  close(): Promise<void>
}

/** Location of the packages that a program can import. */
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Starts the stack; with a browser, since one of the samples needs it. */
export async function startDocumentedStack(): Promise<DocumentedStack> {
  const receiver = await startReceiver()
  const engines = await startStubEngines()
  const stack = await startTestStack({
    browser: true,
    egressAllow: [`127.0.0.1/32:${receiver.port}`],
    environment: engines.settings,
  })
  const { gateway, apiKey, webhookSecret } = stack.stack.file
  receiver.expect([webhookSecret])
  const directory = await mkdtemp(join(tmpdir(), 'seine-docs-'))
  await symlink(packages, join(directory, 'node_modules'), 'dir')

  const guide = new URL('/guide/', stack.site.url).href
  const webhook = { url: receiver.url }
  const root = new URL('/', stack.site.url).href
  /** So many that a batch of them does not finish before it is paused. */
  const manyUrls = Array.from({ length: 1_000 }, (_, at) => `${guide}?copy=${at}`)
  const missing = new URL('/no-such-page', stack.site.url).href
  const jobsWithFailures = [
    [exampleIds.failedCrawl, await stack.api.start({ url: root, limit: 1_000 })],
    [exampleIds.failedBatch, await stack.api.startBatch({ urls: [missing] })],
  ] as const
  const jobs = [
    [exampleIds.crawl.id, await stack.api.start({ url: guide, limit: 5, webhook })],
    [exampleIds.batch.id, await stack.api.startBatch({ urls: [guide], webhook })],
  ] as const
  for (const [, id] of jobsWithFailures) await stack.api.watch(id)
  for (const [, id] of jobs) {
    await stack.api.watch(id)
    await receiver.until(hasEnded(id))
  }
  const [site, port] = [new URL(stack.site.url).hostname, new URL(stack.site.url).port]
  const register = async (): Promise<string> => {
    const body = { domain: site, playbook: { start_url: `http://${site}:${port}/`, secrets: { password: 'any' } } }
    const id = String((await stack.api.request('POST', '/sessions', body)).body['session_id'])
    // The samples do not cover a session that is still logging in.
    await until('the session is ready', async () => {
      const read = await stack.api.request('GET', `/sessions/${id}`)
      return read.body.status === 'ready'
    })
    return id
  }
  /** A session that is not in use, not even by its playbook. */
  const readySession = async (): Promise<string> =>
    String((await stack.api.request('POST', '/sessions', { domain: site })).body['session_id'])
  /** A job that is neither finished nor about to finish, for the samples that pause and resume it. */
  const pausedJob = async (start: () => Promise<string>): Promise<string> => {
    const id = await start()
    await stack.api.request('POST', `${id.startsWith('batch-') ? '/batch/scrape' : '/crawl'}/${id}/pause`)
    return id
  }
  const budget = { scheduleToCloseTimeoutSecs: 600 }
  const madeAnew = [
    [exampleIds.oldSession, readySession],
    [exampleIds.pausedCrawl, () => pausedJob(() => stack.api.start({ url: root, limit: 1_000, ...budget }))],
    [exampleIds.pausedBatch, () => pausedJob(() => stack.api.startBatch({ urls: manyUrls, ...budget }))],
  ] as const
  const replacements = [
    ['https://example.com/', root],
    ['https://hooks.example.net/seine', receiver.url],
    ...jobs,
    ...jobsWithFailures,
    [exampleIds.session, await register()],
    // Sessions belong to a domain, which is written without a scheme.
    ["'example.com'", `'${site}'`],
    ['"example.com"', `"${site}"`],
  ] as const

  return {
    stack,
    receiver,
    async run({ language, source }) {
      let prepared = source
      for (const [id, make] of madeAnew) if (source.includes(id)) prepared = prepared.replaceAll(id, await make())
      const adapted = replacements.reduce((text, [from, to]) => text.replaceAll(from, to), prepared)
      const environment = { SEINE_URL: gateway, SEINE_KEY: apiKey }
      return await runCode({ language, source: adapted }, directory, environment)
    },
    async close() {
      await stack.close()
      await receiver.close()
      await engines.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
