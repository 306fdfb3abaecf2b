/**
 * The pulse of a slice: heartbeats while it is well, and a segment at least once a second. Segments carry which
 * pages have begun; a mark of its own says so when a second has brought no page to its end.
 */
import { sliceLimits } from '@seine/shared/config/limits.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import type { SegmentWriter } from './segment-writer.ts'
import type { SliceProgress } from './slice-progress.ts'
import type { SliceStalls } from './slice-stalls.ts'

export interface SliceBeatsOptions {
  progress: SliceProgress
  writer: SegmentWriter
  /** Looked at with each beat. */
  stalls: Pick<SliceStalls, 'check'>
  heartbeat: (details: SliceHeartbeat) => void
  /** Makes durable which pages have begun. */
  mark: (begun: string) => Promise<void>
  /** The store refused a segment. */
  onFault: (error: unknown) => void
}

/**
 * Beats while there is progress, or while every page in flight is inside its own deadline; a page
 * that overruns its deadline without ending stops the beats, and Temporal retries the slice.
 * @returns ends them.
 */
export function startBeats({ progress, writer, stalls, heartbeat, mark, onFault }: SliceBeatsOptions): () => void {
  let seen = -1
  let flushedMs = Date.now()
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
    if (changes !== seen || !progress.isStuck(Date.now())) heartbeat(progress.heartbeat())
    seen = changes
    if (Date.now() - flushedMs < sliceLimits.segmentFlushIntervalMs) return
    flushedMs = Date.now()
    if (writer.isEmpty) void markBegun()
    else writer.flush().catch(onFault)
  }
  beat()
  const timer = setInterval(beat, sliceLimits.heartbeatIntervalMs)
  return () => clearInterval(timer)
}
