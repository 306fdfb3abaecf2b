/** Runs a batch whose results exceed the room for a temporary file to its end, and prints the result. */
import { randomBytes } from 'node:crypto'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { finaliseJob } from '../finalise-job.ts'
import { SpoolSpace } from '../files/spool-space.ts'
import { Spool } from '../files/spool.ts'
import { endedAtMs, runJob } from './run-job.ts'

/** Output of the program, as JSON. */
export interface FullDiskReport {
  /** Code of the error that the disk gives a spool; null when there was room. */
  fault: string | null
  status: FinalStatus['status']
  warnings: string[]
  /** Number of lines with a result, by format. */
  lines: Record<string, number>
  /** Whether finalising again leaves the record unchanged. */
  settled: boolean
}

const pages = 40
const pageBytes = 250_000

const text = (bytes: number): string => randomBytes(bytes).toString('base64')

async function faultOfDisk(): Promise<string | null> {
  const spool = new Spool(new SpoolSpace(1e9), 1_000)
  try {
    await spool.add(text(4_000_000))
    return null
  } catch (error) {
    return ((error as Error).cause as NodeJS.ErrnoException).code ?? null
  } finally {
    await spool.close()
  }
}

const urls = Array.from({ length: pages }, (_, at) => `http://site.test/${at}`)
const input = batchJobInput({ output: ['markdown', 'html'], lines: pages, limit: pages })
const job = await runJob(input, () => ({ body: text(pageBytes) }), { urls })
const fault = await faultOfDisk()
await job.finalise({ status: 'completed' })
const record = async (): Promise<FinalStatus> => (await job.store.getJson<FinalStatus>(statusKey(job)))!
const { status, warnings, archives } = await record()
const lines = Object.entries(archives).map(([format, key]) => {
  const written = job.store.objects.get(key)!.toString('utf8').trim().split('\n')
  return [format, written.filter((line) => (JSON.parse(line) as { success: boolean }).success).length]
})
const before = JSON.stringify(await record())
const outcome = { status: 'completed' } as const
await finaliseJob(job.deps, { jobId: job.id, tenant: job.tenant, outcome, endedAtMs, again: true })
const settled = JSON.stringify(await record()) === before
const report: FullDiskReport = {
  fault,
  status,
  warnings,
  lines: Object.fromEntries(lines) as FullDiskReport['lines'],
  settled,
}
process.stdout.write(JSON.stringify(report))
