/** The worker as a process: what it logs, and what a page can do to the services around it. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { threadEnvironment } from '@seine/activities/threads/thread-environment.ts'
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import { deadlineHeader, type NetworkTask } from '@seine/shared/tasks/browser-page.ts'
import type { BrowserAction } from '@seine/shared/selectors/browser-action.ts'
import type { NetworkReply } from '@seine/shared/pages/worker-reply.ts'
import { startTcpSentinel, type Sentinel } from '@seine/shared/egress/sentinels.ts'
import { executableOf } from './containment-lab.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'

const main = fileURLToPath(new URL('../../services/browser-worker/main.ts', import.meta.url))

/** Part of every secret that is passed in. */
const canary = 'canary-7f3a'
const token = `${canary}-service-token-of-the-stack`

interface Worker {
  child: ChildProcess
  port: number
  output: () => string
}

async function startWorker(environment: Record<string, string>): Promise<Worker> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...threadEnvironment(),
      SEINE_BROWSER_PORT: '0',
      // Temporal is unavailable at this address: the worker serves calls nevertheless.
      SEINE_TEMPORAL_ADDRESS: '127.0.0.1:1',
      SEINE_LOG_LEVEL: 'trace',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const served = new Promise<number>((resolve, reject) => {
    const onText = (text: string): void => {
      output += text
      const port = /"port":(\d+)[^\n]*browser-worker serves/.exec(output)?.[1]
      if (port !== undefined) resolve(Number(port))
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText)
    child.once('exit', () => reject(new Error(`the worker ended: ${output}`)))
  })
  return { child, port: await served, output: () => output }
}

const typing: BrowserAction = {
  action: 'type',
  selector: 'input',
  selectorType: 'css',
  value: `${canary}-typed`,
  durationMs: null,
  frameSelector: null,
  ifPresent: false,
  timeoutMs: 2_000,
}

const executable = await executableOf('headless_shell')
describe('a browser worker', { skip: executable === null ? 'not installed' : false }, () => {
  let worker: Worker
  let site: Fixture
  let service: Sentinel
  before(async () => {
    service = await startTcpSentinel()
    site = await startFixture({
      '/': html('<input>'),
      '/no-field': html('<p>nothing to type into'),
      '/attack': (request, response) => {
        const ports = new URL(request.url ?? '', 'http://x').searchParams.getAll('port')
        const urls = ports.flatMap((port) => [`http://127.0.0.1:${port}/livez`, `http://localhost:${port}/render`])
        const attack = `for (const url of ${JSON.stringify(urls)}) {
          fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }).catch(() => {})
          new WebSocket(url.replace('http', 'ws'))
        }`
        html(`<script>${attack}</script>`)(request, response)
      },
    })
    worker = await startWorker({
      SEINE_SERVICE_TOKEN: token,
      SEINE_EGRESS_ALLOW: `127.0.0.1/32:${site.port}`,
      SEINE_PROXY_BASIC: `http://user:${canary}-password@127.0.0.1:${service.port}`,
    })
  })
  after(async () => {
    worker?.child.kill('SIGTERM')
    if (worker?.child.exitCode === null) await once(worker.child, 'exit')
    await service?.close()
    await site?.close()
  })

  const call = async (
    url: string,
    page: Partial<NetworkTask['page']> = {},
  ): Promise<{ text: string; reply: NetworkReply }> => {
    const task: NetworkTask = {
      url,
      format: 'json',
      filter: { resourceTypes: [], urlPattern: null, host: null },
      page: { ...browserPageOptions({ timeout: 30_000 }), ...page },
    }
    const answer = await fetch(`http://127.0.0.1:${worker.port}/browser/network`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, [deadlineHeader]: String(Date.now() + 90_000) },
      body: JSON.stringify(task),
    })
    const text = await answer.text()
    return { text, reply: JSON.parse(text) as NetworkReply }
  }

  test('logs no header, cookie, typed text, body or password at any level, and has none in an error', async () => {
    const secrets = {
      headers: {
        Authorization: `Bearer ${canary}-header`,
        Cookie: `session=${canary}-cookie`,
        'X-Key': `${canary}-key`,
      },
      actions: [typing],
    }
    await call(`${site.origin}/?q=${canary}-query`, secrets)
    assert.equal(site.seen.find(({ path }) => path.startsWith('/?q='))?.headers['x-key'], `${canary}-key`)
    const failed = await call(`${site.origin}/no-field`, { actions: [typing] })
    assert.doesNotMatch(failed.text, new RegExp(canary))
    const hitsBefore = service.hits()
    const refused = await call(`${site.origin}/`, { proxy: 'basic' })
    assert.ok(service.hits() > hitsBefore, 'the provider was asked')
    assert.doesNotMatch(refused.text, new RegExp(canary))
    const answer = await fetch(`http://127.0.0.1:${worker.port}/browser/network`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: `{"${canary}`,
    })
    assert.equal(answer.status, 400)
    assert.doesNotMatch(await answer.text(), new RegExp(canary))
    assert.doesNotMatch(worker.output(), new RegExp(canary))
  })

  test('a page reaches neither the worker itself nor another service on this machine', async () => {
    const hitsBefore = service.hits()
    const { reply } = await call(`${site.origin}/attack?port=${worker.port}&port=${service.port}`, { waitMs: 3_000 })
    assert.equal(reply.kind, 'result')
    const calls = reply.result.attempts
      .flatMap((attempt) => attempt.network_calls)
      .filter((each) => each.resource_type === 'fetch')
    assert.equal(calls.length, 4)
    for (const each of calls) assert.match(each.failure_reason ?? '', /blocked_by_policy/)
    assert.equal(service.hits(), hitsBefore)
    for (const url of [`http://127.0.0.1:${worker.port}/livez`, `http://localhost:${service.port}/`]) {
      const direct = await call(url)
      assert.match(direct.text, /unsafe_target/)
    }
    assert.equal(service.hits(), hitsBefore)
  })

  test('the service token is checked before a body is read, and the answer has no details', async () => {
    for (const authorization of ['', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
      const answer = await fetch(`http://127.0.0.1:${worker.port}/render`, {
        method: 'POST',
        headers: authorization === '' ? {} : { authorization },
        body: 'not JSON',
      })
      assert.equal(answer.status, 401)
      assert.doesNotMatch(await answer.text(), new RegExp(canary))
    }
  })
})
