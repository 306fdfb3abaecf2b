/** Paths of watches: of the API, and of the views below `/console/`. */
import { pathWith } from '../api/call.ts'

const part = encodeURIComponent

/** @returns the path of a watch in the API. */
export const watchPath = (id: string): string => `watches/${part(id)}`

/** @returns the path of a run in the API. */
export const runPath = (id: string, runId: string): string => `${watchPath(id)}/runs/${part(runId)}`

/** @returns the view of a watch. */
export const watchView = (id: string): string => `watches/${part(id)}`

/** @returns the view of a run. @param state pages to list; null: all that are not the same. */
export const runView = (id: string, runId: string, state: string | null = null): string =>
  pathWith(`${watchView(id)}/runs/${part(runId)}`, { state })
