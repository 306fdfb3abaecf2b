/** Searches everything that a stack stores or returns for texts that must not appear. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stateLayout } from '@seine/tools/stack/state-layout.ts'
import type { TestStack } from './test-stack.ts'

/** A place that stores something, and its text. */
export interface SearchedPlace {
  name: string
  text: string
}

/** Yields every log of the stack. */
export async function* logsOf({ stack }: TestStack): AsyncGenerator<SearchedPlace> {
  for (const name of await readdir(stack.file.logs)) {
    yield { name: `log ${name}`, text: await readFile(join(stack.file.logs, name), 'utf8') }
  }
}

/** Yields the metrics of every process. */
export async function* metricsOf({ stack }: TestStack): AsyncGenerator<SearchedPlace> {
  for (const url of Object.values(stack.file.ops)) {
    if (url !== null) yield { name: `metrics of ${url}`, text: await (await fetch(`${url}/metrics`)).text() }
  }
}

/** Yields history and description of every workflow. */
export async function* historiesOf({ temporal }: TestStack): AsyncGenerator<SearchedPlace & { type: string }> {
  for await (const { workflowId, runId, type } of temporal.workflow.list({})) {
    const handle = temporal.workflow.getHandle(workflowId, runId)
    const told = [await handle.fetchHistory(), (await handle.describe()).raw]
    // Payloads are bytes: adds them as text and as the byte array that JSON shows.
    const text = JSON.stringify(told, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value,
    )
    yield { name: `history of ${workflowId}`, text, type }
  }
}

/** Yields every object of the store. */
export async function* objectsOf({ store }: TestStack): AsyncGenerator<SearchedPlace> {
  for (const key of await store.list('')) {
    yield { name: `object ${key}`, text: Buffer.from((await store.get(key)) ?? []).toString('latin1') }
  }
}

/** Yields the files of Temporal's database, as bytes. */
export async function* databaseOf({ stack }: TestStack): AsyncGenerator<SearchedPlace> {
  // Logs are in the state directory.
  const { temporalDatabase } = stateLayout(join(stack.file.logs, '..'))
  for (const suffix of ['', '-wal']) {
    const bytes = await readFile(`${temporalDatabase}${suffix}`).catch(() => Buffer.alloc(0))
    yield { name: `database${suffix}`, text: bytes.toString('latin1') }
  }
}
