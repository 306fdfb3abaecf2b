/**
 * Sends the heartbeats of a slice while it makes progress, and flushes a segment at least once a second. Segments
 * record which pages have begun; when no page has ended within a second, a separate mark records it.
 */
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import type { SegmentWriter } from '../segments/segment-writer.ts'
import type { SliceProgress } from '../segments/slice-progress.ts'
import type { SliceStalls } from './slice-stalls.ts'

export interface SliceBeatsOptions {
  progress: SliceProgress
  writer: SegmentWriter
  /** Checked with each beat. */
  stalls: Pick<SliceStalls, 'check'>
  heartbeat: (details: SliceHeartbeat) => void
  /** Makes durable which pages have begun. */
  mark: (begun: string) => Promise<void>
  /**
   * Returns whether the slice may skip this heartbeat.
   * @param silentMs time since its last heartbeat, milliseconds.
   * @param waits true when no page is in flight and the last heartbeat reported every change: the slice is waiting for
   *   its hosts.
   */
  mayBeSilent: (silentMs: number, waits: boolean) => boolean
  /** Called when the store refused a segment. */
  onFault: (error: unknown) => void
  /** A monotonic clock, milliseconds. @default the clock of the process */
  clock?: () => number
}

/**
 * Sends heartbeats while there is progress, or while every page in flight is within its own deadline. A page that
 * overruns its deadline without ending stops the heartbeats, and Temporal retries the slice.
 * @returns a function that stops the heartbeats.
 */
export function startBeats(options: SliceBeatsOptions): () => void {
  const { progress, writer, stalls, heartbeat, mark, mayBeSilent, onFault, clock = () => performance.now() } = options
  let reported = -1
  let flushedMs = clock()
  let beatMs = -Infinity
  let marking = false
  const markBegun = async (): Promise<void> => {
    if (marking || !progress.hasUnmarked) return
    marking = true
    try {
      const { begun } = progress
      await mark(begun)
      progress.marked(begun)
    } catch {
      // No heartbeat counts these pages yet; a later interval tries again.
    } finally {
      marking = false
    }
  }
  const beat = (): void => {
    stalls.check()
    const { changes } = progress
    const nowMs = clock()
    const isSilent = mayBeSilent(nowMs - beatMs, changes === reported && progress.isIdle)
    if (!isSilent && (changes !== reported || !progress.isStuck(nowMs))) {
      heartbeat(progress.heartbeat())
      beatMs = nowMs
      reported = changes
    }
    if (nowMs - flushedMs < sliceLimits.segmentFlushIntervalMs) return
    flushedMs = nowMs
    if (writer.isEmpty) void markBegun()
    else writer.flush().catch(onFault)
  }
  beat()
  const timer = setInterval(beat, sliceLimits.heartbeatIntervalMs)
  return () => clearInterval(timer)
}
