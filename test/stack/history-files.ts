/** Recorded workflow histories: written by `record-histories.ts`, read by the replay test. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'

const directory = fileURLToPath(new URL('../histories/', import.meta.url))

export interface RecordedHistory {
  workflowId: string
  history: unknown
}

/** Returns every recorded history by file name. */
export async function readHistories(): Promise<RecordedHistory[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).toSorted()
  return await Promise.all(
    names.map(async (name) => ({
      workflowId: name.replace(/\.json$/, ''),
      history: JSON.parse(await readFile(`${directory}${name}`, 'utf8')) as unknown,
    })),
  )
}

/** Saves a history without the names and paths of the machine on which it was recorded. */
export async function saveHistory(name: string, history: Parameters<typeof historyToJSON>[0]): Promise<void> {
  const text = JSON.stringify(JSON.parse(historyToJSON(history)), null, 1)
    .replaceAll(/"identity": "[^"]*"/g, '"identity": "worker"')
    .replaceAll(/\b\d+@[\w.-]+/g, 'worker@host')
    .replaceAll(repositoryRoot.replace(/\/?$/, '/'), '')
  await writeFile(`${directory}${name}.json`, `${text}\n`)
}
