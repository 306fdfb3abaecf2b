/** The event loop of the gateway under measurement. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json as readJson } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { PartOverride } from '@seine/tools/stack/stack-options.ts'
import type { BenchContext } from '../bench-context.ts'
import { asInImages } from '../seine/image-sources.ts'
import type { LoopTurns } from './loop-turns.ts'

const monitor = fileURLToPath(new URL('loop-monitor.ts', import.meta.url))

/** A gateway whose event loop is measured. */
export interface MeasuredGateway {
  /** Starts it in place of the stack's own. */
  part: PartOverride
  /** Returns the longest turn of its event loop since the last call. */
  longestTurn(): Promise<LoopTurns>
}

/** Prepares a gateway. @param streamsMax streams that a key may have open. */
export async function measuredGateway(
  { cache, atEnd }: Pick<BenchContext, 'cache' | 'atEnd'>,
  streamsMax: number,
): Promise<MeasuredGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'seine-bench-loop-'))
  atEnd(async () => await rm(folder, { recursive: true, force: true }))
  const socketPath = join(folder, 'socket')
  return {
    part: {
      command(own) {
        const { args, environment, ...command } = asInImages(own, cache)
        const settings = { SEINE_DEV_LOOP_SOCKET: socketPath, SEINE_LIMIT_STREAMS: String(streamsMax) }
        return { ...command, args: [`--import=${monitor}`, ...args], environment: { ...environment, ...settings } }
      },
    },
    async longestTurn() {
      const asked = get({ socketPath, agent: false })
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      return (await readJson(answer)) as LoopTurns
    },
  }
}
