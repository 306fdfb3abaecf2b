/** A browser worker as shipped, in a separate process; calls are made to it as the gateway makes them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { answersOk, until } from '@seine/tools/stack/readiness.ts'
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import { deadlineHeader } from '@seine/shared/tasks/browser-page.ts'
import { serviceNodeFlags } from '@seine/shared/config/worker-process.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { freePort } from '@seine/shared/egress/testing/free-port.ts'

const file = fileURLToPath(new URL('../../../services/browser-worker/main.ts', import.meta.url))

export class SeineWorker {
  readonly #sitePort: number
  #running: { child: ChildProcess; base: string } | null = null

  /** @param sitePort port on 127.0.0.1 from which pages may be loaded. */
  constructor(sitePort: number) {
    this.#sitePort = sitePort
  }

  /** Starts the worker, once. @returns its process id. */
  async begin(): Promise<number> {
    this.#running ??= await this.#start()
    return this.#running.child.pid ?? 0
  }

  async #start(): Promise<{ child: ChildProcess; base: string }> {
    const port = await freePort()
    const nothing = await freePort()
    const child = spawn(process.execPath, [...serviceNodeFlags, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        SEINE_LOG_LEVEL: 'error',
        SEINE_BROWSER_PORT: String(port),
        SEINE_EGRESS_ALLOW: `127.0.0.1/32:${this.#sitePort}`,
        // Calls are served without Temporal.
        SEINE_TEMPORAL_ADDRESS: `127.0.0.1:${nothing}`,
      },
    })
    const base = `http://127.0.0.1:${port}`
    this.#running = { child, base }
    const ended = once(child, 'exit').then(() => {
      throw new Error('the browser worker ended')
    })
    ended.catch(() => {})
    await Promise.race([
      ended,
      until(() => answersOk(`${base}/readyz`), AbortSignal.timeout(benchLimits.peerStartTimeoutMs)),
    ])
    return this.#running
  }

  /**
   * Makes one call. @param wish task fields other than those for loading the page. @throws Error when it is refused.
   */
  async call(path: string, url: string, wish: object): Promise<unknown> {
    const page = browserPageOptions({})
    const answer = await fetch(`${this.#running?.base}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [deadlineHeader]: String(Date.now() + benchLimits.browserPageTimeoutMs),
      },
      body: JSON.stringify({ url, page, ...wish }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the browser worker answered ${answer.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text) as unknown
  }

  async close(): Promise<void> {
    const child = this.#running?.child
    this.#running = null
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}
