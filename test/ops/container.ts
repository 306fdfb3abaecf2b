/** A running container: its output and its end. */
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ContainerStorage } from './container-tools.ts'
import { hardenedFlags } from './container-tools.ts'

export interface ContainerOptions {
  image: string
  /** Arguments of the image's program. */
  args?: readonly string[]
  environment?: Readonly<Record<string, string>>
  /** Flags of `podman run` besides the hardening ones. */
  flags?: readonly string[]
}

export interface Container {
  name: string
  /** Output so far, both streams. */
  output(): string
  /** Resolves with its exit code when it ends. */
  ended: Promise<number>
  /** Runs a command in it. @returns its output. */
  exec(...command: string[]): Promise<string>
  /**
   * Sends the stop signal of its image, and SIGKILL after the grace period.
   * @returns its exit code (137 when it was killed) and the duration, milliseconds.
   */
  stop(graceSecs: number): Promise<{ code: number; tookMs: number }>
}

/** Starts a container with minimal privileges; it is removed when it ends. */
export function startContainer(storage: ContainerStorage, options: ContainerOptions): Container {
  const name = `seine-test-${randomUUID()}`
  const environment = Object.entries(options.environment ?? {}).map(([key, value]) => `--env=${key}=${value}`)
  const own = [
    '--rm',
    `--name=${name}`,
    '--no-healthcheck',
    ...hardenedFlags(),
    ...environment,
    ...(options.flags ?? []),
  ]
  const command = storage.podmanCommand(['run', ...own, options.image, ...(options.args ?? [])])
  const child = spawn(command.file, command.args, { env: command.env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  const ended = once(child, 'close').then(([code]) => (code as number | null) ?? -1)
  return {
    name,
    output: () => text,
    ended,
    exec: async (...words) => await storage.podman('exec', name, ...words),
    async stop(graceSecs) {
      const startedMs = performance.now()
      // It may have ended already.
      await storage.podman('stop', '--time', String(graceSecs), name).catch(() => undefined)
      return { code: await ended, tookMs: performance.now() - startedMs }
    },
  }
}

/** Runs a container to its end. */
export async function runContainer(
  storage: ContainerStorage,
  options: ContainerOptions,
): Promise<{ code: number; output: string }> {
  const container = startContainer(storage, options)
  const code = await container.ended
  return { code, output: container.output() }
}
