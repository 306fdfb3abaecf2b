/**
 * The protocol between a worker and the process that starts its browsers: lines of JSON on a Unix socket.
 *
 * A connection starts with a line from the worker. `spawn` makes it the control connection of a new browser, which
 * is closed when the connection ends; `pipe` makes it the two pipes of that browser, and all further bytes are the
 * browser protocol.
 */
import type { Readable } from 'node:stream'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

/** First line of a connection. `worker` differs for each process of a worker. */
export type Opening =
  | { kind: 'spawn'; worker: string; executable: string; flags: string[] }
  | { kind: 'pipe'; browser: string }

/** Later lines from a worker. */
export interface Request {
  kind: 'memory' | 'destroy'
}

/** Lines from the host. `retry`: the host ends, and another one takes its place. */
export type Notice =
  | { kind: 'spawned'; browser: string; pid: number }
  | { kind: 'refused'; reason: string; retry: boolean }
  | { kind: 'output'; lines: readonly string[] }
  | { kind: 'memory'; bytes: number }
  | { kind: 'exited'; how: string }
  | { kind: 'destroyed' }

/** Writes a message as one line of the protocol. */
export const controlLine = (message: Opening | Request | Notice): string => `${JSON.stringify(message)}\n`

/** A peer violates the line protocol. */
export class ControlLineError extends Error {
  override readonly name = 'ControlLineError'
}

/**
 * Reads one line and puts back the bytes after it. The stream is not flowing afterwards.
 * @throws ControlLineError when the stream ends before, or the line is too long; SyntaxError when it is not JSON.
 */
export async function firstLine(stream: Readable): Promise<unknown> {
  const parts: Buffer[] = []
  let bytes = 0
  return await new Promise((resolve, reject) => {
    const done = (): void => {
      stream.off('readable', read).off('close', close).off('end', close)
    }
    const close = (): void => {
      done()
      reject(new ControlLineError('the connection ended before its first line'))
    }
    const read = (): void => {
      for (let chunk = stream.read() as Buffer | null; chunk !== null; chunk = stream.read() as Buffer | null) {
        const end = chunk.indexOf(10)
        parts.push(end === -1 ? chunk : chunk.subarray(0, end))
        bytes += chunk.length
        if (end === -1 && bytes > poolLimits.hostLineMaxBytes) {
          done()
          reject(new ControlLineError('the first line is too long'))
          return
        }
        if (end === -1) continue
        done()
        if (end + 1 < chunk.length) stream.unshift(chunk.subarray(end + 1))
        try {
          resolve(JSON.parse(Buffer.concat(parts).toString()))
        } catch (error) {
          reject(error)
        }
        return
      }
    }
    stream.on('readable', read).once('close', close).once('end', close)
    read()
  })
}

/**
 * Calls back with each line from now on.
 * @param onFault called once when a line is too long or not JSON; nothing is read after it.
 */
export function eachLine(stream: Readable, onLine: (value: unknown) => void, onFault: (error: Error) => void): void {
  let rest = Buffer.alloc(0)
  const take = (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    try {
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
        const line = rest.subarray(0, end).toString()
        rest = rest.subarray(end + 1)
        onLine(JSON.parse(line))
      }
      if (rest.length > poolLimits.hostLineMaxBytes) throw new ControlLineError('a line is too long')
    } catch (error) {
      stream.off('data', take)
      onFault(error as Error)
    }
  }
  stream.on('data', take)
}
