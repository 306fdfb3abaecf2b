/**
 * Replays workflow histories against the present code: `node test/stack/replay-history.ts FILE…`. A file is the output
 * of `temporal workflow show --output json` or of "Download" in the Web UI. The exit code is that of the worst file: 0
 * when the code takes every step of the history, 1 when it does not.
 */
import { readFile } from 'node:fs/promises'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { bundleWorkflows } from '@seine/scrape-worker/bundle.ts'
import { tracingSinks } from '@seine/shared/temporal/tracing-worker.ts'

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('usage: node test/stack/replay-history.ts FILE…')
  process.exit(2)
}

Runtime.install({ logger: new DefaultLogger('ERROR') })
const histories = await Promise.all(
  files.map(async (workflowId) => ({ workflowId, history: JSON.parse(await readFile(workflowId, 'utf8')) as unknown })),
)
const workflowBundle = await bundleWorkflows()
const options = { workflowBundle, sinks: tracingSinks }
for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
  console.log(error === undefined ? `${workflowId}: the same` : `${workflowId}: ${error.message}`)
  if (error !== undefined) process.exitCode = 1
}
