/** What the header says about the data in sight. */
import { signal } from '@preact/signals'

/** `live`: events as they happen; `polling`: read again every few seconds; null: read once. */
export type LiveState = 'live' | 'polling' | null

/** How the view in sight is kept up to date. */
export const liveState = signal<LiveState>(null)
