/** R35: keys that a store has left half written, with metadata in separate files. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { frontierDeltaKey, sliceResultKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { allOf, atMost, equals, holds, type Mark } from '../../bench/labs/lab.ts'
import { storedJob } from '../../stack/test-stack.ts'
import { startCountedSite } from '../counted-site.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'

const jobTimeoutMs = 240_000
/** Number of generations and slices whose keys are half written before the job writes them. */
const generations = 6
const slices = 6

/** Creates what the store leaves of a key when its object was not written. */
async function leaveHalfWritten(metadata: string, objects: string, key: string): Promise<boolean> {
  const isThere = await stat(join(objects, key)).then(
    () => true,
    () => false,
  )
  if (isThere) return false
  await mkdir(join(metadata, key, 'meta'), { recursive: true })
  await writeFile(join(metadata, key, 'meta', 'etag'), '"d41d8cd98f00b204e9800998ecf8427e"')
  return true
}

/** Leaves half-written keys of a job that has just been started. @returns the keys. */
async function leaveKeys(stack: ReliabilityStack, id: string): Promise<string[]> {
  const { stateDir } = stack.t
  const [metadata, objects] = [join(stateDir, 'metadata', 'seine'), join(stateDir, 'objects', 'seine')]
  const job = storedJob(id)
  const keys = [
    ...Array.from({ length: generations }, (_, at) => frontierDeltaKey(job, at + 2)),
    ...Array.from({ length: slices }, (_, at) => sliceResultKey(job, at + 2)),
    statusKey(job),
  ]
  const left: string[] = []
  for (const key of keys) if (await leaveHalfWritten(metadata, objects, key)) left.push(key)
  return left
}

/** Returns how often a worker has repaired a key, by its metrics. */
async function repairsOf(stack: ReliabilityStack): Promise<number> {
  const page = await (await fetch(`${stack.t.stack.file.ops.scrapeWorker}/metrics`)).text()
  return Number(/^seine_store_repairs_total (\d+)/m.exec(page)?.[1] ?? 0)
}

export const halfWrittenRow: Row = {
  id: 'R35',
  name: 'Half-written keys',
  method:
    'A crawl on a store that keeps metadata in files of its own. Keys of its coming generations, of results of slices and of its final status exist for writes and not for reads, as a kill of the store between its two steps leaves them; then the store is killed five times while the crawl goes on.',
  counted: 'Pages of the crawl; keys that were freed; keys of the job that are still half written at its end.',
  passMark: 'The crawl completes with every page; no key stays half written',
  stack: { browser: false, storeSidecar: true },
  async run({ short, ownStack, atEnd }: RowContext): Promise<Mark[]> {
    const [pages, kills] = short ? [30, 1] : [200, 5]
    const site = await startCountedSite(pages, short ? 200 : 500)
    atEnd(async () => await site.close())
    const stack = await ownStack()
    await stack.allow(site.url)
    const { body } = await stack.attacker.post('/crawl', { url: site.url, limit: pages + 1 })
    const id = String(body['id'])
    const keys = await leaveKeys(stack, id)
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(1_500)
      await stack.t.stack.part('objectStore').kill('SIGKILL')
      await stack.t.stack.part('objectStore').ready()
    }
    const end = await stack.jobEnd(stack.attacker, `/crawl/${id}`, jobTimeoutMs)
    const { body: last } = await stack.attacker.get(`/crawl/${id}`)
    const written = await Promise.all(
      keys.map(async (key) => await readFile(join(stack.t.stateDir, 'objects', 'seine', key)).catch(() => null)),
    )
    const isWritten = written.filter((object) => object !== null).length
    return [
      equals('the crawl', end?.status ?? 'no end', 'completed'),
      allOf('pages', Number(last['completed'] ?? 0), pages + 1),
      atMost('pages that failed', end?.failed ?? 0, 0),
      holds('keys freed by the worker', String(await repairsOf(stack)), 'at least 1', (await repairsOf(stack)) > 0),
      holds('the final status, half written before', statusOf(keys, written), 'written', end !== null),
      holds(
        'keys of the job written of those half written',
        `${isWritten} of ${keys.length}`,
        'those it came to',
        isWritten > 0,
      ),
    ]
  },
}

const statusOf = (keys: readonly string[], written: readonly (Buffer | null)[]): string =>
  written[keys.findIndex((key) => key.endsWith('status.json'))] == null ? 'missing' : 'written'
