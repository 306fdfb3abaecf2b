/** A heartbeat for tests: that of a slice that has just started, with the given changes. */
import type { SliceHeartbeat } from '../shapes.ts'

export const heartbeatOf = (details: Partial<SliceHeartbeat> = {}): SliceHeartbeat => ({
  begun: '',
  startedFirst: 0,
  done: '',
  completed: 0,
  failed: 0,
  flushed: [],
  currentUrl: null,
  suspect: null,
  ...details,
})
