/** `priority`: when a worker has no page slot left, the next one goes to the job that comes first. */
import assert from 'node:assert/strict'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestStack, type TestStack } from './test-stack.ts'

const laterJobs = 4
const laterPages = 120
const firstPages = 20

describe('priority', () => {
  let t: TestStack
  let site: Server
  /** Paths of all requests in order of arrival, and the answers that are held. */
  const asked: string[] = []
  const held: ServerResponse[] = []

  before(async () => {
    site = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', 'text/html')
      if (url.startsWith('/later/')) held.push(response)
      else response.end('<p>A page of the job that comes first.')
      asked.push(url)
    })
    await new Promise<void>((resolve) => site.listen(0, '0.0.0.0', resolve))
    const { port } = site.address() as AddressInfo
    t = await startTestStack({ egressAllow: [`127.0.0.0/8:${port}`] })
  })
  after(async () => {
    site?.closeAllConnections()
    site?.close()
    await t?.close()
  })

  /** Each page on a host of its own, so that nothing but the slots of the worker limits them. */
  const urlsOf = (job: number, path: string, count: number): string[] => {
    const { port } = site.address() as AddressInfo
    return Array.from({ length: count }, (_, at) => `http://127.${job + 1}.1.${at + 1}:${port}${path}${job}/${at}`)
  }

  const slots = async (state: string): Promise<number> => {
    const text = await (await fetch(`${t.stack.file.ops.scrapeWorker}/metrics`)).text()
    return Number(new RegExp(`^seine_slots\\{kind="job_page",state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  }

  it('gives the slots that become free to the job that comes first', { timeout: 300_000 }, async () => {
    for (let job = 1; job <= laterJobs; job += 1) {
      await t.api.startBatch({ urls: urlsOf(job, '/later/', laterPages), priority: 5 })
    }
    while (held.length === 0 || (await slots('queued')) === 0) await sleep(50)
    const id = await t.api.startBatch({ urls: urlsOf(0, '/first/', firstPages), priority: 1 })

    const isFirst = (path: string): boolean => path.startsWith('/first/')
    const isDone = (): boolean => asked.filter(isFirst).length >= firstPages
    /** Waits for the request that a free slot brings, or, once the first job has its turn, until no more come. */
    const answered = async (): Promise<void> => {
      let known = asked.length
      for (let looks = 0; looks < (asked.some(isFirst) ? 100 : 20) && !isDone(); looks += 1) {
        await sleep(10)
        if (asked.length === known) continue
        // Answers of the first job come at once, and free their slots.
        if (!asked.some(isFirst)) return
        known = asked.length
        looks = 0
      }
    }
    // Each answer frees a slot, unless the worker gives out fewer than before.
    const releasesMax = (laterJobs * laterPages) / 2
    for (let releases = 0; !isDone(); releases += 1) {
      assert.ok(
        releases < releasesMax,
        `the first job waits although ${releases} slots became free: ${asked.join(' ')}`,
      )
      held.shift()?.end('<p>A page of a job that comes later.')
      await answered()
    }
    const begins = asked.findIndex(isFirst)
    assert.ok(begins < (laterJobs * laterPages) / 2, 'pages of the other jobs were waiting')
    const between = asked.slice(begins, asked.findLastIndex(isFirst)).filter((path) => !isFirst(path))
    // Slots that become free at the same moment go to several slices. Without priority, each of the 16 slices of the
    // other jobs would have its turn before the next page.
    assert.ok(between.length < firstPages, between.join(' '))
    const { status, completed } = await t.api.watch(id)
    assert.deepEqual([status, completed], ['completed', firstPages])
  })
})
