/** `seine watch`: watches are made, listed and read. */
import type { SeineClient } from '../client.ts'
import type { Watch, WatchChange, WatchEntry, WatchRun } from '../generated/openapi.ts'
import type { QueryOf, RequestBody } from '../operation-types.ts'
import { assertUrl, textFlag, type CommandWords } from './arguments.ts'
import type { Command, CommandContext } from './commands.ts'
import { exitCodeOfJob, exitCodes } from './exit-codes.ts'
import { oneLine, writeJson, type ShellPorts } from './shell-ports.ts'
import { UsageError } from './usage-error.ts'

const secondsOfDay = 86_400

/** A cell of a row. */
type Cell = string | number | null

function row(cells: readonly Cell[], { stdout }: ShellPorts): void {
  stdout.write(`${cells.map((cell) => oneLine(String(cell ?? '-'))).join('\t')}\n`)
}

const watchRow = ({ watch_id, status, next_run_at, name }: Watch | WatchEntry): Cell[] => [
  watch_id,
  status,
  next_run_at,
  name,
]

const runRow = ({ run_id, status, started_at, counts, job_id }: WatchRun): Cell[] => [
  run_id,
  status,
  started_at,
  ...Object.entries(counts).map(([state, count]) => `${count} ${state}`),
  job_id,
]

/** Writes a value as JSON or as a row. */
function write<Value>(value: Value, rowOf: (value: Value) => Cell[], { words, ports }: CommandContext): void {
  if (words.flags['json'] === true) writeJson(ports.stdout, value)
  else row(rowOf(value), ports)
}

/** The definition of a new watch, from the flags. */
function definition(words: CommandWords, url: string | undefined): RequestBody<'createWatch'> {
  if (url === undefined) throw new UsageError('watch create takes the URL of a website')
  const { limit, ...rest } = words.body
  const cron = textFlag(words, 'cron')
  const timezone = textFlag(words, 'timezone')
  const every = words.flags['every']
  const schedule =
    cron === undefined
      ? { every_seconds: typeof every === 'number' ? every : secondsOfDay }
      : { cron, ...(timezone === undefined ? {} : { timezone }) }
  if (cron !== undefined && every !== undefined) throw new UsageError('--cron and --every exclude each other')
  const crawl = { url: assertUrl(url), ...(typeof limit === 'number' ? { limit } : {}), ...(rest['crawl'] as object) }
  const job = rest['batch'] === undefined ? { crawl } : {}
  return { name: textFlag(words, 'name') ?? url, schedule, ...rest, ...job }
}

/** Returns the newest run that has ended. @throws UsageError if none exists. */
async function newestRun(seine: SeineClient, watchId: string): Promise<string> {
  for await (const { run_id, status } of seine.listWatchRuns(watchId)) if (status !== 'running') return run_id
  throw new UsageError(`no run of ${watchId} has ended yet`)
}

function writeChange(change: WatchChange, context: CommandContext): void {
  const { words, ports } = context
  write(change, ({ state, url, title }) => [state, url, title], context)
  if (words.flags['json'] !== true && words.flags['diff'] === true && change.diff !== null) {
    ports.stdout.write(change.diff.endsWith('\n') ? change.diff : `${change.diff}\n`)
  }
}

async function changes(seine: SeineClient, watchId: string, context: CommandContext): Promise<number> {
  const { words } = context
  const runId = words.words[2] ?? (await newestRun(seine, watchId))
  const state = textFlag(words, 'state')
  const query = (state === undefined ? {} : { state }) as QueryOf<'listWatchChanges'>
  for await (const change of seine.listWatchChanges(watchId, runId, query)) writeChange(change, context)
  return exitCodes.done
}

async function startRun(seine: SeineClient, watchId: string, context: CommandContext): Promise<number> {
  const { words, ports } = context
  const accepted = await seine.runWatch(watchId)
  if (words.flags['wait'] !== true) {
    write(accepted, ({ run_id, job_id }) => [run_id, job_id], context)
    return exitCodes.done
  }
  const interrupt = new AbortController()
  const release = ports.onInterrupt(() => interrupt.abort())
  try {
    const ended = await seine.waitForWatchRun(watchId, accepted.run_id, { signal: interrupt.signal })
    write(ended, runRow, context)
    return exitCodeOfJob(ended.status)
  } finally {
    release()
  }
}

/** `seine watch`. */
export const watch: Command = async (context) => {
  const { words, client, ports } = context
  const [action, id] = words.words
  if (words.command.actions?.some(({ name }) => name === action) !== true) {
    throw new UsageError(`watch takes an action, got ${JSON.stringify(action ?? '')}; seine watch --help lists them`)
  }
  if (action === 'create') {
    const body = definition(words, id)
    write(await (await client()).createWatch(body), watchRow, context)
    return exitCodes.done
  }
  if (action !== 'list' && id === undefined) throw new UsageError(`watch ${action} takes the id of a watch`)
  const watchId = id ?? ''
  const seine = await client()
  switch (action) {
    case 'list':
      for await (const entry of seine.listWatches()) write(entry, watchRow, context)
      break
    case 'runs':
      for await (const run of seine.listWatchRuns(watchId)) write(run, runRow, context)
      break
    case 'changes':
      return await changes(seine, watchId, context)
    case 'run':
      return await startRun(seine, watchId, context)
    case 'show':
      writeJson(ports.stdout, await seine.readWatch(watchId))
      break
    case 'pause':
      write(await seine.pauseWatch(watchId), watchRow, context)
      break
    case 'resume':
      write(await seine.resumeWatch(watchId), watchRow, context)
      break
    default:
      await seine.deleteWatch(watchId)
  }
  return exitCodes.done
}
