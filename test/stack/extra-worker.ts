/** Additional workers and gateways for a test stack. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { threadEnvironment } from '@seine/activities/threads/thread-environment.ts'
import { engineVariables } from '@seine/tools/setup/chromium-engines.ts'
import { loadSecrets } from '@seine/cli/secrets/secrets.ts'
import { stateLayout } from '@seine/tools/stack/state-layout.ts'
import { workerEnvironment, serviceNodeFlags } from '@seine/shared/config/worker-process.ts'
import { workflowBundlePath } from './built-workflows.ts'
import { chromium, type TestStack } from './test-stack.ts'

const programs = {
  gateway: fileURLToPath(import.meta.resolve('@seine/gateway/main.ts')),
  scrapeWorker: fileURLToPath(import.meta.resolve('@seine/scrape-worker/main.ts')),
  browserWorker: fileURLToPath(import.meta.resolve('@seine/browser-worker/main.ts')),
}

export interface ExtraWorker {
  pid: number | undefined
  /** Waits for a text in its log. @throws Error when the worker ends first. */
  says(words: string): Promise<void>
  /** Stops the worker. @returns its exit code, null when it was ended by a signal, and its whole log. */
  stop(): Promise<{ code: number | null; log: string }>
}

/** Starts a worker or a gateway. @param environment settings that differ from those of the stack's own process. */
export function startExtraWorker(
  t: TestStack,
  environment: Record<string, string>,
  part: keyof typeof programs = 'scrapeWorker',
): ExtraWorker {
  const program = programs[part]
  const { file } = t.stack
  const secrets = loadSecrets(stateLayout(dirname(t.keysFile)))
  const child = spawn(process.execPath, [...serviceNodeFlags, program], {
    cwd: join(dirname(program), '..', '..'),
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...threadEnvironment(),
      ...workerEnvironment,
      SEINE_TEMPORAL_ADDRESS: file.temporal,
      SEINE_S3_ENDPOINT: file.s3,
      SEINE_S3_BUCKET: file.bucket,
      SEINE_S3_ACCESS_KEY_ID: part === 'browserWorker' ? secrets.s3PagesAccessKeyId : secrets.s3AccessKeyId,
      SEINE_S3_SECRET_ACCESS_KEY: part === 'browserWorker' ? secrets.s3PagesSecretAccessKey : secrets.s3SecretAccessKey,
      SEINE_EGRESS_ALLOW: `127.0.0.1/32:${t.site.port}`,
      SEINE_API_KEYS_FILE: t.keysFile,
      SEINE_SERVICE_TOKEN: secrets.serviceToken,
      SEINE_SEALING_KEY: secrets.sealingKey,
      SEINE_SCRAPE_PORT: '0',
      SEINE_BROWSER_PORT: '0',
      ...(part === 'scrapeWorker' ? { SEINE_WORKFLOW_BUNDLE: workflowBundlePath() } : {}),
      ...(part === 'browserWorker' ? engineVariables(chromium()) : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)))
  const ended = once(child, 'exit')
  return {
    pid: child.pid,
    async says(words) {
      while (!log.includes(words)) {
        if (child.exitCode !== null) throw new Error(`it has never said "${words}": ${log}`)
        await sleep(20)
      }
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return { code, log }
    },
  }
}
