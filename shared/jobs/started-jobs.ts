/** Marks of started jobs, by which the jobs of a tenant are listed from the newest to the oldest. */
import { dayOf, startedKey, startedPrefix, startedTenantPrefix } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'
import { isJobId, jobKinds, type JobKind } from '../temporal/names.ts'

/** A job that was started. */
export interface ListedJob {
  id: string
  kind: JobKind
  /** Position in the list: the day, and the rest of the key of its mark. */
  place: string
}

export interface StartedRange {
  /** Place of the last known job; null: from the newest one. */
  after: string | null
  max: number
  /** Only jobs created at this time or later, epoch milliseconds; null: all. */
  notBeforeMs: number | null
}

export interface StartedJobs {
  /** Returns jobs from the newest to the oldest, and whether there may be more. @throws StoreUnavailableError */
  newest(tenant: string, range: StartedRange): Promise<{ jobs: ListedJob[]; more: boolean }>
}

/** Creates the list from a store. */
export function createStartedJobs(store: Pick<Store, 'list' | 'listFolders'>): StartedJobs {
  return {
    async newest(tenant, { after, max, notBeforeMs }) {
      const jobs: ListedJob[] = []
      const [afterDay = null] = after?.split('/') ?? []
      const days = (await store.listFolders(startedPrefix)).map((folder) => folder.slice(startedPrefix.length, -1))
      for (const day of days.toReversed()) {
        if (afterDay !== null && day > afterDay) continue
        if (notBeforeMs !== null && day < dayOf(notBeforeMs)) break
        const prefix = startedTenantPrefix(day, tenant)
        const from = after !== null && day === afterDay ? { after: `${prefix}${after.slice(day.length + 1)}` } : {}
        for (const key of await store.list(prefix, { ...from, max: max - jobs.length })) {
          const job = jobOf(day, key.slice(prefix.length))
          if (job !== null && (notBeforeMs === null || createdMsOf(job.place) >= notBeforeMs)) jobs.push(job)
        }
        if (jobs.length >= max) return { jobs, more: true }
      }
      return { jobs, more: false }
    },
  }
}

function jobOf(day: string, name: string): ListedJob | null {
  const id = name.split('~')[1] ?? ''
  const kind = jobKinds.find((each) => isJobId(each, id))
  return kind === undefined ? null : { id, kind, place: `${day}/${name}` }
}

/** Names of marks count backwards, so that their order is that of the list. */
const lastMs = 9_999_999_999_999

const createdMsOf = (place: string): number => lastMs - Number(place.slice(place.indexOf('/') + 1).split('~')[0])

/** Returns the key of the mark of a job. @param createdAt ISO 8601. */
export function markOf({ tenant, id, createdAt }: { tenant: string; id: string; createdAt: string }): string {
  const ms = Date.parse(createdAt)
  return startedKey(dayOf(ms), tenant, `${String(lastMs - ms).padStart(13, '0')}~${id}`)
}
