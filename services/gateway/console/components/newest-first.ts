/** Lists with the newest rows first: their beginning is polled, older parts are read on request. */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { away } from '../api/away.ts'
import { call } from '../api/call.ts'
import { IdlePace } from '../api/idle-pace.ts'
import { cutAsBefore, withNewest, type PolledPart } from '../api/polled-part.ts'
import type { Resource } from '../api/resource.ts'
import { viewLimits } from '../console-view-limits.ts'
import { html } from './html.ts'
import { ProblemNotice, useAction, type Action } from './states.ts'

/** What a list shows beside its first part. */
export interface NewestFirst<Row> {
  /** All rows read so far; null before the first answer. */
  rows: readonly Row[] | null
  /** Whether more rows can be read. */
  hasMore: boolean
  /** Reads the next part. */
  more: () => void
  /** State of that reading. */
  action: Action
}

/**
 * Continues a list.
 * @param base path of the list with its query; another one begins anew.
 * @param list its first part, which is polled.
 * @param keyOf identity of a row.
 * @param canChange whether a row may have changed since it was read: while such a row is beyond the first part, older
 *   parts are read again from time to time.
 */
export function useNewestFirst<Row>(
  base: string,
  list: Resource<PolledPart<Row>>,
  keyOf: (row: Row) => string,
  canChange: (row: Row) => boolean,
): NewestFirst<Row> {
  /** All parts as one, once a second part was asked for. */
  const [held, setHeld] = useState<{ base: string; part: PolledPart<Row> } | null>(null)
  const action = useAction()
  const first = list.stale ? null : list.data
  const own = held !== null && held.base === base ? held.part : null
  const shown = own !== null && first !== null ? withNewest(own, first, keyOf) : (own ?? list.data)
  const latest = useRef(shown)
  latest.current = shown
  const shownBase = useRef(base)
  shownBase.current = base
  useEffect(() => {
    if (own !== null && shown !== null && shown !== own) setHeld({ base, part: shown })
  }, [first, base])
  const read = async (cursor: string): Promise<PolledPart<Row>> =>
    await call<PolledPart<Row>>(`${base}&cursor=${encodeURIComponent(cursor)}`)
  const more = (): void => {
    const before = shown
    if (before === null || before.next_cursor === null) return
    const { next_cursor: cursor } = before
    setHeld({ base, part: before })
    action.run(async () => {
      const part = await read(cursor)
      const now = latest.current
      // The filter has changed meanwhile, or the list has begun anew: this answer does not continue it.
      if (shownBase.current !== base || now === null || now.next_cursor !== cursor) return
      const keys = new Set(now.data.map(keyOf))
      const data = [...now.data, ...part.data.filter((row) => !keys.has(keyOf(row)))]
      setHeld({ base, part: { data, next_cursor: part.next_cursor } })
    })
  }
  const rest = own === null || first === null || shown === null ? [] : shown.data.slice(first.data.length)
  const lags = rest.some(canChange)
  const newest = useRef(first)
  newest.current = first
  useEffect(() => {
    if (!lags) return undefined
    const ending = new AbortController()
    const { olderPartsMs: quickMs, restMs, restAfterMs } = viewLimits
    const pace = new IdlePace({ quickMs, idleMs: quickMs, restMs }, restAfterMs)
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = async (): Promise<number> => {
      const [from, before] = [newest.current, latest.current]
      if (document.visibilityState !== 'visible' || away.value || from === null || before === null) return quickMs
      let { data, next_cursor: cursor } = from
      // One part more than before at most: new rows have moved the others on.
      while (cursor !== null && data.length <= before.data.length) {
        const part: PolledPart<Row> = await read(cursor)
        if (ending.signal.aborted) return quickMs
        data = [...data, ...part.data]
        cursor = part.next_cursor
      }
      const isSameList = shownBase.current === base && latest.current?.next_cursor === before.next_cursor
      if (isSameList) setHeld({ base, part: cutAsBefore(before, { data, next_cursor: cursor }, keyOf) })
      return pace.after(data)
    }
    const plan = (waitMs: number): void => {
      // What fails is read again the next time; the polled part shows the problem.
      timer = setTimeout(() => {
        void refresh()
          .catch(() => restMs)
          .then((nextMs) => ending.signal.aborted || plan(nextMs))
      }, waitMs)
    }
    plan(quickMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [lags, base])
  return { rows: shown?.data ?? null, hasMore: (shown?.next_cursor ?? null) !== null, more, action }
}

/** The button that reads the next part, and the problem of the last such reading. @param label of the button. */
export function MoreRows<Row>({ list, label }: { list: NewestFirst<Row>; label: string }): VNode {
  const { action, hasMore, more } = list
  return html`${action.problem === null ? null : html`<${ProblemNotice} problem=${action.problem} />`}
  ${hasMore ? html`<p><button type="button" disabled=${action.busy || away.value} onClick=${more}>${label}</button></p>` : null}`
}
