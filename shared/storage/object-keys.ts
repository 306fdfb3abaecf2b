/**
 * Object keys. All objects of a job are below `jobs/<tenant>/<id>/`, so that its expiry deletes one prefix, and so that
 * no job is found without its tenant; only its expiry mark and, while it runs, its ticket are elsewhere.
 */
import type { SessionRef } from './session-ref.ts'
import type { JobRef } from './job-ref.ts'

const pad = (n: number, width: number): string => String(n).padStart(width, '0')

/** Objects that probes of the store write; each probe has its own folder. */
export const probesPrefix = 'probes/'

/** Each tenant has a folder below it, with a folder per job. */
export const jobsPrefix = 'jobs/'

/** Prefix of all objects of a job. It is unique, so it also identifies the job among all jobs. */
export const jobPrefix = (job: JobRef): string => `${tenantPrefix(job.tenant)}${job.id}/`

/** The folder of a tenant's jobs. */
export const tenantPrefix = (tenant: string): string => `${jobsPrefix}${tenant}/`

/** Returns the job of a folder, `jobs/<tenant>/<id>/`; null for another folder. */
export const jobOfFolder = (folder: string): JobRef | null => jobNamed(folder, 1, 2, 4)

/** Parses the job, or the session, in a key with this number of parts. */
function jobNamed(key: string, tenantAt: number, idAt: number, parts: number): JobRef | null {
  const names = key.split('/')
  const [tenant, id] = [names[tenantAt], names[idAt]]
  return names.length === parts && tenant !== undefined && id !== undefined ? { tenant, id } : null
}

/** The request after validation; the gateway writes it before the workflow starts. */
export const inputKey = (job: JobRef): string => `${jobPrefix(job)}input.json`

/** A copy of the request, used when its first object is damaged. Browser workers are allowed to read both by name. */
export const inputCopyKey = (job: JobRef): string => `${jobPrefix(job)}copy/input.json`

/** Final status, written last by the lifecycle workflow. */
export const statusKey = (job: JobRef): string => `${jobPrefix(job)}status.json`

/** Prefix of the lists and results of a job's slices. */
export const slicesPrefix = (job: JobRef): string => `${jobPrefix(job)}slices/`

/**
 * URL list of a slice.
 * @param list name of the list; absent for the list that the first attempt at an advance has written
 */
export const sliceKey = (job: JobRef, slice: number, list?: string): string =>
  `${slicesPrefix(job)}${pad(slice, 6)}${list === undefined ? '' : `.list-${list}`}.json.zst`

/** Returns the slice of the key of a URL list; null for another key. */
export function sliceOfListKey(key: string): number | null {
  const slice = /\/slices\/(?<slice>\d+)(?:\.list-[0-9a-f]+)?\.json\.zst$/.exec(key)?.groups?.['slice']
  return slice === undefined ? null : Number(slice)
}

/** Outcomes and links of a slice, for the frontier. */
export const sliceResultKey = (job: JobRef, slice: number): string =>
  `${jobPrefix(job)}slices/${pad(slice, 6)}.result.json.zst`

/** Prefix of the marks of a slice. */
export const begunPrefix = (job: JobRef, slice: number): string => `${jobPrefix(job)}slices/${pad(slice, 6)}.begun-`

/** The pages of a slice that an attempt has started. */
export const begunKey = (job: JobRef, slice: number, attempt: number): string =>
  `${begunPrefix(job, slice)}${pad(attempt, 4)}`

/** Prefix of all segments and screenshots of a job. */
export const pagesPrefix = (job: JobRef): string => `${jobPrefix(job)}pages/`

/** Prefix of all segments of a slice. */
export const segmentPrefix = (job: JobRef, slice: number): string => `${pagesPrefix(job)}${pad(slice, 6)}-`

/**
 * A segment of finished pages. The attempt is part of the name: an attempt that was given up as stalled may still be
 * writing, and must never overwrite the segments of its successor.
 */
export const segmentKey = (job: JobRef, slice: number, attempt: number, index: number): string =>
  `${segmentPrefix(job, slice)}${pad(attempt, 4)}-${pad(index, 4)}.ndjson.zst`

const segmentEnd = '.ndjson.zst'

/** Returns the name of a segment within its job: its key without what all segments of the job share. */
export const segmentName = (key: string): string => key.slice(key.lastIndexOf('/') + 1, -segmentEnd.length)

/** Returns the key of a segment from its name. */
export const segmentKeyOf = (job: JobRef, name: string): string => `${pagesPrefix(job)}${name}${segmentEnd}`

/** Prefix of all recorded exchanges of a job, for archives of what went over the wire. */
export const wirePrefix = (job: JobRef): string => `${pagesPrefix(job)}wire/`

/** Names what records exchanges: an attempt at a slice, so that two attempts do not overwrite each other's objects. */
export const sliceRecorder = (slice: number, attempt: number): string => `${pad(slice, 6)}-${pad(attempt, 4)}`

/** Some recorded exchanges. */
export const wireKey = (job: JobRef, recorder: string, index: number): string =>
  `${wirePrefix(job)}${recorder}-${pad(index, 4)}.warcs`

/** A screenshot of a page, PNG, stored with the segments; it has the same attempt and position. */
export const screenshotKey = (job: JobRef, slice: number, attempt: number, index: number): string =>
  `${jobPrefix(job)}pages/screenshots/${pad(slice, 6)}-${pad(attempt, 4)}-${pad(index, 4)}.png`

/** Prefix of everything that the frontier of a job has stored. */
export const frontierPrefix = (job: JobRef): string => `${jobPrefix(job)}frontier/`

/** A generation of the frontier: the changes since the previous one. */
export const frontierDeltaKey = (job: JobRef, generation: number): string =>
  `${frontierPrefix(job)}${pad(generation, 6)}.delta.json.zst`

/** Prefix of the marks of attempts at an activity that outlived their time at Temporal. */
export const attemptMarksPrefix = (job: JobRef, activity: string): string => `${jobPrefix(job)}attempts/${activity}/`

/** Mark of a local advance by a worker that did not have the frontier in memory. */
export const localAdvanceKey = (job: JobRef, generation: number): string =>
  `${jobPrefix(job)}advances/${pad(generation, 6)}`

/** Prefix of the marks of attempts at an advance that have failed before: which slice each merges. */
export const mergeMarksPrefix = (job: JobRef, generation: number): string =>
  `${jobPrefix(job)}merges/${pad(generation, 6)}/`

/** The whole frontier at a generation. */
export const frontierSnapshotKey = (job: JobRef, generation: number): string =>
  `${frontierPrefix(job)}${pad(generation, 6)}.snapshot.ndjson.zst`

/** URLs found in sitemaps, in order. */
export const discoveryKey = (job: JobRef): string => `${jobPrefix(job)}discovery.json.zst`

/** The URLs of a batch as the caller wrote them. */
export const batchUrlsKey = (job: JobRef): string => `${jobPrefix(job)}urls.json.zst`

/** Ends of the names of archives of all formats together. */
const addedEnds: Readonly<Record<string, string>> = { parquet: 'parquet', warc: 'warc.gz', wacz: 'wacz' }

/** The download for one output format, a ZIP of a crawl, JSON lines of a batch; or an archive of all pages together. */
export const archiveKey = (job: JobRef, name: string): string => {
  const end = Object.hasOwn(addedEnds, name) ? addedEnds[name] : undefined
  if (end !== undefined) return `${jobPrefix(job)}archive/pages.${end}`
  return `${jobPrefix(job)}archive/${name}.${job.id.startsWith('batch-') ? 'jsonl' : 'zip'}`
}

/** A part of the ledger of a finished job: JSON lines in the order of the ledger. */
export const ledgerChunkKey = (job: JobRef, chunk: number): string =>
  `${jobPrefix(job)}ledger/${pad(chunk, 4)}.jsonl.zst`

/** Prefix of the page notes of a job. */
export const notesPrefix = (job: JobRef): string => `${jobPrefix(job)}notes/`

/** Notes of the pages that a generation of the frontier finished. @param firstNumber number of its first note. */
export const noteKey = (job: JobRef, firstNumber: number): string =>
  `${notesPrefix(job)}${pad(firstNumber, 8)}.ndjson.zst`

/** Returns the number in a key of notes. */
export const numberOfNoteKey = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1).split('.')[0])

/** Prefix of the delivery log of a job's webhooks. */
export const deliveryLogPrefix = (job: JobRef): string => `${jobPrefix(job)}webhooks/`

/**
 * Some tries of webhook deliveries. The attempt at a call is part of the name, because two overlapping attempts must
 * not overwrite each other's tries.
 */
export const deliveryLogKey = (job: JobRef, call: number, attempt: number, part: number): string =>
  `${deliveryLogPrefix(job)}${pad(call, 6)}-${pad(attempt, 4)}-${pad(part, 4)}.jsonl.zst`

/** Returns the call in a key of the delivery log. */
export const callOfDeliveryLogKey = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1).split('-')[0])

/** State of the copies of a job's archives at a delivery target. */
export const targetDeliveryKey = (job: JobRef, target: string): string => `${jobPrefix(job)}deliveries/${target}.json`

/** Tickets of running jobs, by tenant and key. */
export const runningTicketsPrefix = 'running/'

/** Prefix of the tickets of the jobs that run under an API key. */
export const runningPrefix = (tenant: string, keyId: string): string => `${runningTicketsPrefix}${tenant}/${keyId}/`

/** Prefix of the tickets of a job. */
export const runningKey = (job: JobRef, keyId: string): string => `${runningPrefix(job.tenant, keyId)}${job.id}`

/** The ticket that a gateway, or a worker that begins the run of a watch, writes for a job; it exists from before the start of the job until it is finalised. */
export const ticketKey = (job: JobRef, keyId: string, processId: string): string =>
  `${runningKey(job, keyId)}~${processId}`

/** Returns the job of a ticket, of any process; null for another key. */
export const jobOfTicket = (key: string): JobRef | null => jobNamed(key.split('~', 1)[0] ?? '', 1, 3, 4)

/** Marks of everything with an expiry date: `expiry/<ISO date and hour>/<tenant>/<job id>`. */
export const expiryPrefix = 'expiry/'

/** The mark of a job that expires at `expiresAt`, ISO 8601; the key order of marks is their time order. */
export const expiryKey = (job: JobRef, expiresAt: string): string =>
  `${expiryPrefix}${expiresAt.slice(0, 13)}/${job.tenant}/${job.id}`

/** Returns the job of a mark; null for another key. */
export const jobOfMark = (key: string): JobRef | null => jobNamed(key, 2, 3, 4)

/**
 * Objects that are kept for days and do not belong to a job are in folders per day, UTC; a folder is deleted as a whole
 * when none of its objects can be requested any more.
 */
export const cachePrefix = 'cache/'

/** Screenshots to which answers link. */
export const screenshotsPrefix = 'screenshots/'

/** Returns the day of a time, such as `2026-11-22`. @param epochMs milliseconds. */
export const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** A page that was loaded on a day. @param hash hex digits that identify the page and its tenant. */
export const cachedPageKey = (day: string, tenant: string, hash: string): string =>
  `${cachePrefix}${day}/${tenant}/pages/${hash}.zst`

/** The links of a site that was mapped on a day. @param hash as for a page. */
export const cachedMapKey = (day: string, tenant: string, hash: string): string =>
  `${cachePrefix}${day}/${tenant}/maps/${hash}.zst`

/** A screenshot to which an answer of a day links, PNG. */
export const linkedScreenshotKey = (day: string, tenant: string, uuid: string): string =>
  `${screenshotsPrefix}${day}/${tenant}/${uuid}.png`

/** Marks of started jobs, in folders per day. */
export const startedPrefix = 'started/'

/** Prefix of the marks of a tenant's jobs of a day. */
export const startedTenantPrefix = (day: string, tenant: string): string => `${startedPrefix}${day}/${tenant}/`

/** The mark of a job. @param name sorts the marks of a day. */
export const startedKey = (day: string, tenant: string, name: string): string =>
  `${startedTenantPrefix(day, tenant)}${name}`

/** Tickets of mails, in folders per day: `mails/<day>/<tenant>/<use>/<recipient>/<job id>~<id>`. */
export const mailsPrefix = 'mails/'

/** Mails requested when jobs were started, and mails that were sent. */
export type MailUse = 'asked' | 'sent'

/** Identifies the mails that are counted together. */
export interface MailDay {
  day: string
  tenant: string
  use: MailUse
}

/** The properties of a mail in the key of its ticket. */
export interface MailTicketName {
  /** Hash of the address. */
  recipient: string
  jobId: string
}

/** Prefix of the tickets of a tenant's mails of a day. */
export const mailTicketsPrefix = ({ day, tenant, use }: MailDay): string => `${mailsPrefix}${day}/${tenant}/${use}/`

/** The ticket of a mail. @param id of the request that it is for; empty when there can be only one. */
export const mailTicketKey = (place: MailDay, { recipient, jobId, id }: MailTicketName & { id: string }): string =>
  `${mailTicketsPrefix(place)}${recipient}/${jobId}~${id}`

/** Returns the mail of a ticket; null for another key. */
export function mailTicketOf(key: string): MailTicketName | null {
  const [, , , , recipient, name] = key.split('/')
  return recipient === undefined || name === undefined ? null : { recipient, jobId: name.split('~', 1)[0] ?? '' }
}

/** Sessions: `sessions/<tenant>/<id>/<incarnation>/`. */
export const sessionsPrefix = 'sessions/'

/** Identifies the folder of a session in the store. */
export interface SessionFolder extends SessionRef {
  incarnation: string
}

/** Prefix of all objects of a session; a later session with the same id has another folder. */
export const sessionPrefix = ({ tenant, id, incarnation }: SessionFolder): string =>
  `${sessionsPrefix}${tenant}/${id}/${incarnation}/`

/** Returns the session of a folder, `sessions/<tenant>/<id>/`; null for another folder. */
export const sessionOfFolder = (folder: string): SessionRef | null => jobNamed(folder, 1, 2, 4)

/** Prefix of all playbooks of a session. */
export const playbookPrefix = (session: SessionFolder): string => `${sessionPrefix(session)}playbook-`

/** A playbook as it was registered. */
export const playbookKey = (session: SessionFolder, version: number): string =>
  `${playbookPrefix(session)}${version}.json`

/** Prefix of all states of a session. */
export const statePrefix = (session: SessionFolder): string => `${sessionPrefix(session)}state-`

/**
 * The state that the holder of a lease has left. The fence is part of the name, so that holders do not overwrite each
 * other's states.
 */
export const sessionStateKey = (session: SessionFolder, fence: number): string => `${statePrefix(session)}${fence}.json`

/** States of sessions that calls created and that have not been used since, in folders per day. */
export const implicitSessionsPrefix = 'implicit-sessions/'

/** @param day of the call, such as `2026-11-22`. */
export const implicitSessionKey = (day: string, { tenant, id }: SessionRef): string =>
  `${implicitSessionsPrefix}${day}/${tenant}/${id}.json`
