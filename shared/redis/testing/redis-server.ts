/** A real Redis for a test, on a free port of loopback, without files on disk. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../egress/testing/free-port.ts'

const program = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'redis-server'))
  .find((path) => existsSync(path))

/** The reason why tests with Redis cannot run here; false when they can. */
export const noRedis: string | false = program === undefined ? 'there is no redis-server on PATH' : false

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write('PING\r\n')
    const [reply] = (await once(socket, 'data')) as [Buffer]
    return reply.toString().startsWith('+PONG')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export interface TestRedis {
  url: string
  /** Starts it, also after it was killed; its data is lost. */
  start: () => Promise<void>
  kill: () => Promise<void>
  /** Stops the process: it keeps its connections and answers nothing. */
  hang: () => void
  goOn: () => void
}

/**
 * Starts a Redis that runs until the test ends.
 * @param rules ACL rules of all connections; absent: no restriction.
 */
export async function testRedis(t: TestContext, rules?: string): Promise<TestRedis> {
  const port = await freePort()
  let child: ChildProcess | null = null
  async function kill(): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    if (rules !== undefined)
      options.push('--user', 'default', 'on', 'nopass', 'resetkeys', '-@all', '+ping', ...rules.split(' '))
    child = spawn(program ?? '', options, { stdio: 'ignore' })
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error('redis-server does not start')
      await sleep(10)
    }
  }
  t.after(kill)
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
  }
}
