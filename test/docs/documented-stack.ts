/**
 * A stack on which the documented examples work: the test site replaces `example.com`, a receiver the caller's own, and
 * finished jobs those of the examples.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exampleIds } from '@seine/shared/api/examples/example-ids.ts'
import { until } from '../browser/pool-lab.ts'
import { hasEnded } from '../receiver/job-events.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { startStubEngines } from '../serp/stub-engines.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import type { CodeBlock } from './code-blocks.ts'
import { startExampleSites } from './example-sites.ts'
import { runCode, type RunEnd } from './run-code.ts'

export interface DocumentedStack {
  stack: TestStack
  receiver: Receiver
  /** Runs a code block of the documentation with `SEINE_URL` and `SEINE_KEY` set, and more variables. */
  run(block: CodeBlock, variables?: Record<string, string>): Promise<RunEnd>
  close(): Promise<void>
}

/** Location of the packages that a program can import. */
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

const isJobId = (id: string): boolean => /^(?:crawl|batch)-/.test(id)

const jobPath = (id: string): string => `${id.startsWith('batch-') ? '/batch/scrape' : '/crawl'}/${id}`

/** Whether a program that failed printed an answer that asks for another try: the workflow service missed a deadline. */
const asksToTryAgain = ({ exitCode, output, errors }: RunEnd): boolean =>
  exitCode !== 0 && /workflow_service_unavailable|HTTP Error 503/.test(output + errors)

const clientFolder = fileURLToPath(new URL('../../clients/typescript/', import.meta.url))

/** Builds the TypeScript client, and makes its command `seine`. @returns the folder of the command. */
async function prepareClient(directory: string): Promise<string> {
  await promisify(execFile)(process.execPath, [join(clientFolder, 'tools/build.ts')])
  const folder = join(directory, 'bin')
  await mkdir(folder)
  const program = join(clientFolder, 'dist/shell/main.js')
  await writeFile(join(folder, 'seine'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 })
  return folder
}

/** Starts the stack; with a browser, since one of the samples needs it. */
export async function startDocumentedStack(): Promise<DocumentedStack> {
  const receiver = await startReceiver()
  const engines = await startStubEngines()
  const examples = await startExampleSites()
  const stack = await startTestStack({
    browser: true,
    egressAllow: [`127.0.0.1/32:${receiver.port}`, ...examples.egressAllow],
    environment: engines.settings,
  })
  const { gateway, apiKey, webhookSecret } = stack.stack.file
  receiver.expect([webhookSecret])
  const directory = await mkdtemp(join(tmpdir(), 'seine-docs-'))
  await symlink(packages, join(directory, 'node_modules'), 'dir')
  const commands = await prepareClient(directory)

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
    [exampleIds.batch.id, await stack.api.startBatch({ urls: [guide], output: ['markdown'], webhook })],
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
    await stack.api.request('POST', `${jobPath(id)}/pause`)
    return id
  }
  const budget = { scheduleToCloseTimeoutSecs: 600 }
  const watch = { name: 'Guide', crawl: { url: guide, limit: 5 }, schedule: { every_seconds: 86_400 } }
  const newWatch = async (): Promise<string> => {
    let id: unknown
    // On a busy machine Temporal may miss the gateway's deadline; the answer then asks for another try.
    await until('a watch is created', async () => {
      const { status, body } = await stack.api.request('POST', '/watches', watch)
      id = body['watch_id']
      return status === 201
    })
    return String(id)
  }
  const watchId = await newWatch()
  const runId = String((await stack.api.request('POST', `/watches/${watchId}/run`)).body['run_id'])
  await until('the run of the watch has ended', async () => {
    const { body } = await stack.api.request('GET', `/watches/${watchId}/runs`)
    return (body['data'] as { status: string }[])[0]?.status === 'completed'
  })
  const madeAnew = [
    [exampleIds.oldSession, readySession],
    [exampleIds.oldWatch, newWatch],
    [exampleIds.pausedCrawl, () => pausedJob(() => stack.api.start({ url: root, limit: 1_000, ...budget }))],
    [exampleIds.pausedBatch, () => pausedJob(() => stack.api.startBatch({ urls: manyUrls, ...budget }))],
  ] as const
  const replacements = [
    ['https://example.com/', root],
    [encodeURIComponent('https://example.com/'), encodeURIComponent(root)],
    ['https://hooks.example.net/seine', receiver.url],
    ...examples.replacements,
    ...jobs,
    ...jobsWithFailures,
    [exampleIds.session, await register()],
    [exampleIds.watch, watchId],
    [exampleIds.watchRun, runId],
    // Sessions belong to a domain, which is written without a scheme.
    ["'example.com'", `'${site}'`],
    ['"example.com"', `"${site}"`],
  ] as const

  const runOnce = async ({ language, source }: CodeBlock, variables: Record<string, string>): Promise<RunEnd> => {
    let prepared = source
    const made: string[] = []
    for (const [placeholder, make] of madeAnew) {
      if (!source.includes(placeholder)) continue
      const id = await make()
      made.push(id)
      prepared = prepared.replaceAll(placeholder, id)
    }
    const adapted = replacements.reduce((text, [from, to]) => text.replaceAll(from, to), prepared)
    const environment = {
      SEINE_URL: gateway,
      SEINE_KEY: apiKey,
      PATH: `${commands}:${process.env['PATH']}`,
      XDG_CONFIG_HOME: directory,
      ...variables,
    }
    const end = await runCode({ language, source: adapted }, directory, environment)
    // A job that the sample resumed would go on beside the next samples.
    for (const id of made.filter(isJobId)) await stack.api.request('DELETE', jobPath(id))
    return end
  }

  return {
    stack,
    receiver,
    async run(block, variables = {}) {
      const end = await runOnce(block, variables)
      return asksToTryAgain(end) ? await runOnce(block, variables) : end
    },
    async close() {
      await stack.close()
      await receiver.close()
      await engines.close()
      await examples.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
