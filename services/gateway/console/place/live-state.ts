/** How the data of the current view is updated, for the header. */
import { signal } from '@preact/signals'

/** `live`: events as they happen; `polling`: read again every few seconds; null: read once. */
export type LiveState = 'live' | 'polling' | null

/** How the current view is updated. */
export const liveState = signal<LiveState>(null)
