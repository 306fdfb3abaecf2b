/** Jobs as a release stores them: written by `keep-release.ts`, and continued and ended by the tests of later ones. */
import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { runJob, type RunJob } from '@seine/activities/archive/testing/run-job.ts'
import type { FakeAnswer } from '@seine/activities/page/testing/fake-web.ts'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { SliceTask } from '@seine/shared/temporal/shapes.ts'
import { releaseFile } from './kept-releases.ts'

export interface StoredJob extends JobRef {
  /** Objects by key, in base64. */
  objects: Record<string, string>
}

/** A crawl between two generations of its frontier. */
export interface JobUnderWay extends StoredJob {
  generation: number
  /** Slices of the generation; the first has stored its result. */
  leased: SliceTask[]
  /** URLs of the pages loaded so far. */
  requested: string[]
}

export interface StoredJobs {
  /** A crawl that has ended, with the formats `markdown` and `html`. */
  crawl: StoredJob
  /** A batch that has ended. */
  batch: StoredJob
  /** A crawl of the same site that is under way. */
  underWay: JobUnderWay
}

const root = 'http://site.test'
const idOf = (kind: string, number: number): string => `${kind}-00000000-0000-4000-8000-00000000000${number}`

/** The site of the jobs: 42 pages, a redirect and a missing page. */
export function storedSite(url: string): FakeAnswer {
  const { pathname } = new URL(url)
  if (pathname === '/gone') return { status: 404 }
  if (pathname === '/moved') return { redirect: '/pages/1' }
  if (pathname === '/') {
    return { body: 'title: Home\nlinks: /pages/1 /pages/2 /pages/3 /gone /private /moved http://other.test/' }
  }
  const page = Number(/^\/pages\/(\d+)$/.exec(pathname)?.[1])
  const next = page < 20 ? `/pages/${page * 2 + 2} /pages/${page * 2 + 3}` : ''
  return { body: `title: Page ${page}\nlinks: / ${next}` }
}

/** Reads the jobs of a release. */
export function readStoredJobs(version: string): StoredJobs {
  const packed = readFileSync(releaseFile(version, 'stored-jobs.json.zst'))
  return JSON.parse(zstdDecompressSync(packed).toString()) as StoredJobs
}

/** Returns a store that has the objects of a job. */
export async function storeOf({ objects }: StoredJob): Promise<MemoryStore> {
  const store = new MemoryStore()
  for (const [key, body] of Object.entries(objects)) await store.put(key, Buffer.from(body, 'base64'))
  return store
}

async function take({ id, tenant, store }: RunJob): Promise<StoredJob> {
  const objects: Record<string, string> = {}
  for (const key of await store.list('')) objects[key] = Buffer.from((await store.get(key))!).toString('base64')
  return { id, tenant, objects }
}

/** Runs the jobs with the present code. */
export async function recordStoredJobs(): Promise<StoredJobs> {
  const crawlOf = (id: string, output: ('markdown' | 'html')[]) =>
    crawlJobInput({ id, output, sitemap: 'skip', limit: 100 })
  const crawl = await runJob(crawlOf(idOf('crawl', 1), ['markdown', 'html']), storedSite)
  await crawl.finalise({ status: 'completed' })
  const urls = ['/pages/1', '/pages/2', '/gone', '/pages/1', '/moved'].map((path) => `${root}${path}`)
  const lines = urls.length
  const batchInput = batchJobInput({ id: idOf('batch', 2), output: ['markdown'], lines, limit: lines, tag: ['x'] })
  const batch = await runJob(batchInput, storedSite, { urls })
  await batch.finalise({ status: 'completed' })
  const generations = 3
  const underWay = await runJob(crawlOf(idOf('crawl', 3), ['markdown']), storedSite, { generations })
  await underWay.runSlice(underWay.leased[0]!)
  return {
    crawl: await take(crawl),
    batch: await take(batch),
    underWay: {
      ...(await take(underWay)),
      generation: generations - 1,
      leased: underWay.leased,
      requested: underWay.web.requests,
    },
  }
}
