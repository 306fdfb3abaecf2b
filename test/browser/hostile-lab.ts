/**
 * A browser worker in a separate process under attack by pages: its answers, its memory meanwhile, and the results of
 * concurrent harmless pages.
 */
import type { HostileAnswer, HostileOrder } from './hostile-orders.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export interface AttackReport {
  answer: HostileAnswer
  elapsedMs: number
  /** Pages captured meanwhile, one after another. */
  beside: HostileAnswer[]
  /** Peak memory of the worker's process, and its memory before, bytes. */
  peakBytes: number
  beforeBytes: number
  /** Longest delay of the event loop. */
  delayMs: number
}

export interface HostileLab {
  pid: number
  ask(order: Omit<HostileOrder, 'id'>): Promise<HostileAnswer>
  /** Runs an attack while plain captures run one after another. */
  attack(order: Omit<HostileOrder, 'id'>, plainUrl: string): Promise<AttackReport>
  close(): Promise<void>
}

/** Resident memory of one process, bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024
}

/** @param ports ports on loopback that pages may request. */
export async function startHostileLab(
  ports: readonly number[],
  settings: Record<string, string> = {},
): Promise<HostileLab> {
  const program = new URL('./hostile-worker.ts', import.meta.url)
  const child: ChildProcess = fork(program, [ports.join(','), JSON.stringify(settings)])
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const begun = Promise.withResolvers<unknown>()
  waiting.set(-1, begun)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      for (const { reject } of waiting.values()) reject(new Error(`the worker ended: ${code ?? signal}`))
      resolve()
    })
  })
  child.on('message', (message: { id: number }) => {
    waiting.get(message.id)?.resolve(message)
    waiting.delete(message.id)
  })
  await begun.promise
  let orders = 0
  const request = async <T>(id: number, order: object): Promise<T> => {
    const asked = Promise.withResolvers<unknown>()
    waiting.set(id, asked)
    child.send(order)
    return (await asked.promise) as T
  }
  const ask: HostileLab['ask'] = async (order) => await request(++orders, { ...order, id: orders })
  const delay = async (): Promise<number> => (await request<{ delayMs: number }>(0, { kind: 'delay' })).delayMs
  const pid = child.pid as number
  return {
    pid,
    ask,
    attack: async (order, plainUrl) => {
      await delay()
      const beforeBytes = await residentBytes(pid)
      const startedMs = performance.now()
      const attacked = ask(order)
      let elapsedMs = 0
      const state = { over: false }
      void attacked
        .catch(() => {})
        .then(() => {
          elapsedMs = performance.now() - startedMs
          state.over = true
        })
      let peakBytes = 0
      const watch = async (): Promise<void> => {
        while (!state.over) {
          peakBytes = Math.max(peakBytes, await residentBytes(pid))
          await sleep(20)
        }
      }
      const beside: HostileAnswer[] = []
      const plain = { kind: 'capture', url: plainUrl, timeoutMs: 30_000, waitMs: 0, budgetMs: 60_000 } as const
      const accompany = async (): Promise<void> => {
        while (!state.over) beside.push(await ask(plain))
      }
      const [answer] = await Promise.all([attacked, watch(), accompany()])
      return { answer, elapsedMs, beside, peakBytes, beforeBytes, delayMs: await delay() }
    },
    close: async () => {
      if (child.connected) child.send({ kind: 'end' })
      await exited
    },
  }
}
