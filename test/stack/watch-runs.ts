/** Runs of watches, as a caller of the API makes them. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient, Body } from './api-client.ts'

/** A page that a run lists as changed. */
export interface ListedChange {
  url: string
  state: string
  reason: string | null
  diff: string | null
}

/** Creates a watch that nothing but a request starts. @param job `crawl` or `batch`. @returns its id. */
export async function createWatch(api: ApiClient, job: Record<string, unknown>): Promise<string> {
  const { status, body } = await api.request('POST', '/watches', {
    name: 'test',
    schedule: { every_seconds: 86_400 },
    ...job,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return String(body['watch_id'])
}

/** Starts a run, as soon as the one before has put things away. */
export async function beginRun(api: ApiClient, watchId: string): Promise<Body> {
  for (;;) {
    const { status, body } = await api.request('POST', `/watches/${watchId}/run`)
    if (status === 202) return body
    assert.equal(body.code, 'run_in_progress', JSON.stringify(body))
    await sleep(100)
  }
}

/** Waits for the end of a run. Answers other than 200 are tried again, because parts may have been killed. */
export async function endOfRun(api: ApiClient, watchId: string, runId: string): Promise<Body> {
  for (;;) {
    const { status, body } = await api.request('GET', `/watches/${watchId}/runs`)
    const run = status === 200 ? (body['data'] as Body[]).find((each) => each['run_id'] === runId) : undefined
    if (run !== undefined && run.status !== 'running') return run
    await sleep(100)
  }
}

/** Makes a run. @returns it after its end. */
export async function makeRun(api: ApiClient, watchId: string): Promise<Body> {
  const begun = await beginRun(api, watchId)
  return await endOfRun(api, watchId, String(begun['run_id']))
}

/** Lists the pages of a run that are not the same, sorted by URL. */
export async function changesOf(api: ApiClient, watchId: string, runId: unknown): Promise<ListedChange[]> {
  const changes: ListedChange[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `?cursor=${cursor}`
    const { status, body } = await api.request('GET', `/watches/${watchId}/runs/${String(runId)}/changes${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    changes.push(...(body['data'] as ListedChange[]))
    cursor = body['next_cursor'] as string | null
  }
  return changes.toSorted((a, b) => (a.url < b.url ? -1 : 1))
}
