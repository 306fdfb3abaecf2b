/** The environment of one run of the crawl command: a scripted gateway, captured text, a folder, simulated Ctrl-C. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { parseCrawlArguments } from '../arguments.ts'
import { crawlCommand, type CrawlPorts } from '../command.ts'
import { crawlArchive } from './crawl-archive.ts'
import { startFakeGateway, type GatewayScript } from './fake-gateway.ts'

/** Fields that make a status final. */
export const final = { completedAt: '2025-01-01T00:00:01Z', duration: 1 }

export const running = {
  status: 'crawling',
  limit: 5,
  total: 2,
  completed: 1,
  inFlight: 1,
  pending: 3,
  currentUrl: 'http://site/a',
}

export const completed = {
  status: 'completed',
  limit: 5,
  total: 2,
  completed: 2,
  pending: 0,
  s3PresignedUrls: { markdown: 'LINK:markdown.zip' },
  ...final,
}

/** Pages of the archive `markdown.zip`. */
export const pages = { 'pages/000001-a.md': '# A', 'pages/000002-b.md': '# B' }

const limits = {
  pollFirstMs: 1,
  pollSettledMs: 2,
  retryFirstMs: 1,
  retryMaxMs: 2,
  unreachableGiveUpMs: 3_000,
  requestTimeoutMs: 60_000,
  finalWaitMs: 2_000,
  interruptRepeatMs: 0,
}

const nobodyListens = (): void => assert.fail('there is no listener for interrupts')

/** Creates the environment; it is removed after the test. @param staysUp whether the stack runs on after the command. */
export async function commandBench(t: TestContext, script: GatewayScript, staysUp = true) {
  const gateway = await startFakeGateway({ objects: { 'markdown.zip': await crawlArchive({ pages }) }, ...script })
  const folder = await mkdtemp(path.join(tmpdir(), 'seine-command-'))
  t.after(async () => {
    gateway.close()
    await rm(folder, { recursive: true })
  })
  const text = { out: '', err: '' }
  const started: string[] = []
  const ended: string[] = []
  const targets: string[] = []
  const exits: number[] = []
  let press = nobodyListens
  const ports: CrawlPorts = {
    ensureStack: async () => {
      started.push('stack')
      return {
        stack: { gateway: gateway.url, apiKey: 'test-key' },
        staysUp,
        allow: async (url) => void targets.push(url),
        disallow: async () => void ended.push('target'),
        stop: async () => void ended.push('stack'),
      }
    },
    stdout: { write: (chunk) => (text.out += chunk) },
    stderr: { write: (chunk) => (text.err += chunk) },
    environment: {},
    workingDirectory: folder,
    interrupts: (onInterrupt) => {
      press = onInterrupt
      return () => undefined
    },
    exitNow: (code) => void exits.push(code),
    startSite: async () => {
      started.push('site')
      return { url: 'http://127.0.0.1:9/', stop: async () => void ended.push('site') }
    },
    limits,
  }
  const run = (...args: string[]) => crawlCommand(parseCrawlArguments(args), ports)
  return { run, ports, gateway, folder, text, started, ended, targets, exits, press: () => press() }
}

/** Presses Ctrl-C as soon as the gateway has been asked for the status. */
export async function pressWhenPolled(requests: readonly string[], press: () => void): Promise<void> {
  while (!requests.some((request) => request.startsWith('GET /crawl/'))) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  press()
}
