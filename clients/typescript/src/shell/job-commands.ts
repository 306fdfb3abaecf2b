/** `seine jobs`: jobs are listed, looked at and controlled. */
import type { SeineClient } from '../client.ts'
import type { QueryOf } from '../operation-types.ts'
import type { CommandWords } from './arguments.ts'
import { pageWriting, type Command, type CommandContext } from './commands.ts'
import { exitCodeOfJob, exitCodes } from './exit-codes.ts'
import { jobRoute, type AnyStatus, type JobRoute } from './job-route.ts'
import { ProgressLine } from './progress-line.ts'
import { followPages } from './run-job.ts'
import { oneLine, writeJson, type ShellPorts } from './shell-ports.ts'
import { UsageError } from './usage-error.ts'

/** Entries that a list writes when no number is given. */
const listedDefault = 100

/** Returns the flags of a list that are given. */
const given = ({ flags }: CommandWords, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])))

/** Takes as many items as wanted. */
async function* first<Item>(items: AsyncIterable<Item>, { flags }: CommandWords): AsyncGenerator<Item> {
  const max = typeof flags['limit'] === 'number' ? flags['limit'] : listedDefault
  let taken = 0
  if (max === 0) return
  for await (const item of items) {
    yield item
    taken += 1
    if (taken >= max) return
  }
}

async function list({ words, client, ports }: CommandContext): Promise<number> {
  const seine = await client()
  const query = given(words, ['kind', 'status', 'tag']) as QueryOf<'listJobs'>
  for await (const job of first(seine.listJobs(query), words)) {
    if (words.flags['json'] === true) writeJson(ports.stdout, job)
    else {
      const cells = [job.id, job.status, job.createdAt, `${job.completed}/${job.total}`, job.url]
      ports.stdout.write(`${cells.map((cell) => oneLine(cell)).join('\t')}\n`)
    }
  }
  return exitCodes.done
}

function writeStatus(status: AnyStatus, { flags }: CommandWords, { stdout }: ShellPorts): void {
  if (flags['json'] === true) {
    writeJson(stdout, status)
    return
  }
  for (const [name, value] of Object.entries(status)) {
    if (name === 'success' || name === 'request_id' || value === null || value === undefined) continue
    stdout.write(`${name}\t${typeof value === 'object' ? JSON.stringify(value) : oneLine(String(value))}\n`)
  }
}

async function urls(job: JobRoute, { words, ports }: CommandContext): Promise<number> {
  for await (const entry of first(job.urls(given(words, ['state']) as { state?: string }), words)) {
    if (words.flags['json'] === true) writeJson(ports.stdout, entry)
    else ports.stdout.write(`${[entry.state, oneLine(entry.url), entry.reason ?? ''].join('\t').trimEnd()}\n`)
  }
  return exitCodes.done
}

async function wait(job: JobRoute, { words, ports }: CommandContext): Promise<number> {
  const progress = new ProgressLine(ports.stderr, ports.environment, words.flags['quiet'] === true)
  const interrupt = new AbortController()
  const release = ports.onInterrupt(() => interrupt.abort())
  try {
    const status = await job.wait({ signal: interrupt.signal, onStatus: (newer) => progress.show(newer) })
    progress.clear()
    writeStatus(status, words, ports)
    return exitCodeOfJob(status.status)
  } finally {
    progress.clear()
    release()
  }
}

async function download(job: JobRoute, format: string | undefined, { ports }: CommandContext): Promise<number> {
  if (format === undefined) throw new UsageError('jobs download takes a job and a format')
  const { body } = await job.archive(format)
  if (body !== null) await ports.pour(body)
  return exitCodes.done
}

/** Writes pages of an existing job: Ctrl-C and a closed reader end the reading and not the job. */
async function readPages(seine: SeineClient, id: string, { words, ports }: CommandContext): Promise<number> {
  const writing = pageWriting(words)
  return await followPages(seine, id, writing, {
    ...ports,
    onInterrupt: () => ports.onInterrupt(() => ports.exitNow(exitCodes.cancelled)),
    onOutputClosed: (callback) => (writing.out === undefined ? () => undefined : ports.onOutputClosed(callback)),
  })
}

const idShape = /^(?:crawl|batch)-[\w-]+$/

/** `seine jobs`. */
export const jobs: Command = async (context) => {
  const { words, client, ports } = context
  const [action = 'list', id, format] = words.words
  if (action === 'list') return await list(context)
  if (words.command.actions?.some(({ name }) => name === action) !== true) {
    throw new UsageError(`jobs has no action ${JSON.stringify(action)}; seine jobs --help lists them`)
  }
  if (id === undefined || !idShape.test(id)) {
    throw new UsageError(`jobs ${action} takes the id of a job, such as crawl-…, got ${JSON.stringify(id ?? '')}`)
  }
  const seine = await client()
  const job = jobRoute(seine, id)
  switch (action) {
    case 'pages':
      return await readPages(seine, id, context)
    case 'urls':
      return await urls(job, context)
    case 'wait':
      return await wait(job, context)
    case 'download':
      return await download(job, format, context)
    case 'retry': {
      const { id: newId } = await job.retry()
      if (words.flags['json'] === true) writeJson(ports.stdout, { id: newId })
      else ports.stdout.write(`${newId}\n`)
      return exitCodes.done
    }
    case 'cancel':
      await job.cancel()
      break
    case 'pause':
      await job.pause()
      break
    case 'resume':
      await job.resume()
  }
  writeStatus(await job.read(), words, ports)
  return exitCodes.done
}
