/**
 * Object keys. Everything a job owns is below `jobs/<tenant>/<id>/`, so that expiry is one prefix, and
 * so that no job is found without saying whose it is; only the mark of when it expires and its ticket
 * while it runs stand apart.
 */
import type { SessionRef } from './session-ref.ts'
import type { JobRef } from './job-ref.ts'

const pad = (n: number, width: number): string => String(n).padStart(width, '0')

/** What probes of the store write; each has a folder of its own. */
export const probesPrefix = 'probes/'

/** Every tenant has a folder below it, and every job one in that of its tenant. */
export const jobsPrefix = 'jobs/'

/** Prefix of everything a job owns; no two jobs share one, so it also names a job among all. */
export const jobPrefix = (job: JobRef): string => `${tenantPrefix(job.tenant)}${job.id}/`

/** The folder of a tenant's jobs. */
export const tenantPrefix = (tenant: string): string => `${jobsPrefix}${tenant}/`

/** The job of a folder, `jobs/<tenant>/<id>/`; null for one that is none. */
export const jobOfFolder = (folder: string): JobRef | null => jobNamed(folder, 1, 2, 4)

/** Reads a job, or a session, out of a key of so many parts. */
function jobNamed(key: string, tenantAt: number, idAt: number, parts: number): JobRef | null {
  const names = key.split('/')
  const [tenant, id] = [names[tenantAt], names[idAt]]
  return names.length === parts && tenant !== undefined && id !== undefined ? { tenant, id } : null
}

/** The request after validation, written by the gateway before the workflow starts. */
export const inputKey = (job: JobRef): string => `${jobPrefix(job)}input.json`

/** The request again, for a job whose first object of it is damaged. Browser workers may read both by their names. */
export const inputCopyKey = (job: JobRef): string => `${jobPrefix(job)}copy/input.json`

/** Final status, written last by the lifecycle workflow. */
export const statusKey = (job: JobRef): string => `${jobPrefix(job)}status.json`

/** Prefix of the lists and results of a job's slices. */
export const slicesPrefix = (job: JobRef): string => `${jobPrefix(job)}slices/`

/** URL list of a slice. */
export const sliceKey = (job: JobRef, slice: number): string => `${slicesPrefix(job)}${pad(slice, 6)}.json.zst`

/** The slice of a key of a list; null for another key. */
export function sliceOfListKey(key: string): number | null {
  const slice = /\/slices\/(?<slice>\d+)\.json\.zst$/.exec(key)?.groups?.['slice']
  return slice === undefined ? null : Number(slice)
}

/** Outcomes and links of a slice, for the frontier. */
export const sliceResultKey = (job: JobRef, slice: number): string =>
  `${jobPrefix(job)}slices/${pad(slice, 6)}.result.json.zst`

/** Prefix of the marks of a slice. */
export const begunPrefix = (job: JobRef, slice: number): string => `${jobPrefix(job)}slices/${pad(slice, 6)}.begun-`

/** Which pages of a slice an attempt has begun. */
export const begunKey = (job: JobRef, slice: number, attempt: number): string =>
  `${begunPrefix(job, slice)}${pad(attempt, 4)}`

/** Prefix of all segments and screenshots of a job. */
export const pagesPrefix = (job: JobRef): string => `${jobPrefix(job)}pages/`

/** Prefix of all segments of a slice. */
export const segmentPrefix = (job: JobRef, slice: number): string => `${pagesPrefix(job)}${pad(slice, 6)}-`

/**
 * A segment of finished pages. The attempt is part of the name: an attempt that was given up as
 * stalled may still be writing, and must never overwrite what its successor made durable.
 */
export const segmentKey = (job: JobRef, slice: number, attempt: number, index: number): string =>
  `${segmentPrefix(job, slice)}${pad(attempt, 4)}-${pad(index, 4)}.ndjson.zst`

/** A screenshot of a page, PNG; beside the segments, whose attempt and position it shares. */
export const screenshotKey = (job: JobRef, slice: number, attempt: number, index: number): string =>
  `${jobPrefix(job)}pages/screenshots/${pad(slice, 6)}-${pad(attempt, 4)}-${pad(index, 4)}.png`

/** Prefix of everything the frontier of a job has stored. */
export const frontierPrefix = (job: JobRef): string => `${jobPrefix(job)}frontier/`

/** A generation of the frontier: what changed since the one before. */
export const frontierDeltaKey = (job: JobRef, generation: number): string =>
  `${frontierPrefix(job)}${pad(generation, 6)}.delta.json.zst`

/** The whole frontier at a generation. */
export const frontierSnapshotKey = (job: JobRef, generation: number): string =>
  `${frontierPrefix(job)}${pad(generation, 6)}.snapshot.ndjson.zst`

/** URLs found in sitemaps, in order. */
export const discoveryKey = (job: JobRef): string => `${jobPrefix(job)}discovery.json.zst`

/** The URLs of a batch as the caller wrote them. */
export const batchUrlsKey = (job: JobRef): string => `${jobPrefix(job)}urls.json.zst`

/** The download for one output format: a ZIP of a crawl, JSON lines of a batch. */
export const archiveKey = (job: JobRef, format: string): string =>
  `${jobPrefix(job)}archive/${format}.${job.id.startsWith('batch-') ? 'jsonl' : 'zip'}`

/** A part of the ledger of a finished job: JSON lines in the order of the ledger. */
export const ledgerChunkKey = (job: JobRef, chunk: number): string =>
  `${jobPrefix(job)}ledger/${pad(chunk, 4)}.jsonl.zst`

/** Prefix of the notes of a job's pages. */
export const notesPrefix = (job: JobRef): string => `${jobPrefix(job)}notes/`

/** Notes of the pages that a generation of the frontier brought to their end. @param firstNumber of the first note in it. */
export const noteKey = (job: JobRef, firstNumber: number): string =>
  `${notesPrefix(job)}${pad(firstNumber, 8)}.ndjson.zst`

/** The number in a key of notes. */
export const numberOfNoteKey = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1).split('.')[0])

/** Prefix of what is known of a job's webhook deliveries. */
export const deliveryLogPrefix = (job: JobRef): string => `${jobPrefix(job)}webhooks/`

/**
 * Some tries of webhook deliveries. The attempt at a call is part of the name: two attempts that
 * overlap must not overwrite each other's tries.
 */
export const deliveryLogKey = (job: JobRef, call: number, attempt: number, part: number): string =>
  `${deliveryLogPrefix(job)}${pad(call, 6)}-${pad(attempt, 4)}-${pad(part, 4)}.jsonl.zst`

/** The call in a key of tries. */
export const callOfDeliveryLogKey = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1).split('-')[0])

/** The jobs that are running: tickets by tenant and key. */
export const runningTicketsPrefix = 'running/'

/** Prefix of the tickets of the jobs that run under a key. */
export const runningPrefix = (tenant: string, keyId: string): string => `${runningTicketsPrefix}${tenant}/${keyId}/`

/** Prefix of the tickets of a job. */
export const runningKey = (job: JobRef, keyId: string): string => `${runningPrefix(job.tenant, keyId)}${job.id}`

/** The ticket that a gateway has put for a job: there from before it starts until it is finalised. */
export const ticketKey = (job: JobRef, keyId: string, gatewayId: string): string =>
  `${runningKey(job, keyId)}~${gatewayId}`

/** The job of a ticket, whichever gateway's; null for a key that is none. */
export const jobOfTicket = (key: string): JobRef | null => jobNamed(key.split('~', 1)[0] ?? '', 1, 3, 4)

/** Everything that has an expiry date: `expiry/<ISO date and hour>/<tenant>/<job id>`. */
export const expiryPrefix = 'expiry/'

/** The mark of a job that expires at `expiresAt`, ISO 8601; in key order, marks are in time order. */
export const expiryKey = (job: JobRef, expiresAt: string): string =>
  `${expiryPrefix}${expiresAt.slice(0, 13)}/${job.tenant}/${job.id}`

/** The job of a mark; null for a key that is none. */
export const jobOfMark = (key: string): JobRef | null => jobNamed(key, 2, 3, 4)

/**
 * What is kept for days and not for a job stands in folders of days, UTC; a folder is deleted whole
 * once nothing in it can be asked for any more.
 */
export const cachePrefix = 'cache/'

/** Pictures that answers link to. */
export const screenshotsPrefix = 'screenshots/'

/** The day of a time, `2026-11-22`. @param epochMs milliseconds. */
export const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** A page that was loaded on a day. @param hash hex digits that say which page it is, and whose. */
export const cachedPageKey = (day: string, tenant: string, hash: string): string =>
  `${cachePrefix}${day}/${tenant}/pages/${hash}.zst`

/** The links of a site that was looked at on a day. @param hash as for a page. */
export const cachedMapKey = (day: string, tenant: string, hash: string): string =>
  `${cachePrefix}${day}/${tenant}/maps/${hash}.zst`

/** A screenshot that an answer of a day links to, PNG. */
export const linkedScreenshotKey = (day: string, tenant: string, uuid: string): string =>
  `${screenshotsPrefix}${day}/${tenant}/${uuid}.png`

/** Tickets of mails, in folders of days: `mails/<day>/<tenant>/<use>/<recipient>/<job id>~<id>`. */
export const mailsPrefix = 'mails/'

/** Mails that jobs were started with, and mails that went out. */
export type MailUse = 'asked' | 'sent'

/** Which mails are counted together. */
export interface MailDay {
  day: string
  tenant: string
  use: MailUse
}

/** What the key of a ticket says of a mail. */
export interface MailTicketName {
  /** Hash of the address. */
  recipient: string
  jobId: string
}

/** Prefix of the tickets of a tenant's mails of a day. */
export const mailTicketsPrefix = ({ day, tenant, use }: MailDay): string => `${mailsPrefix}${day}/${tenant}/${use}/`

/** The ticket of a mail. @param id of the request that it is for; empty where there is one alone. */
export const mailTicketKey = (place: MailDay, { recipient, jobId, id }: MailTicketName & { id: string }): string =>
  `${mailTicketsPrefix(place)}${recipient}/${jobId}~${id}`

/** The mail of a ticket; null for a key that is none. */
export function mailTicketOf(key: string): MailTicketName | null {
  const [, , , , recipient, name] = key.split('/')
  return recipient === undefined || name === undefined ? null : { recipient, jobId: name.split('~', 1)[0] ?? '' }
}

/** Sessions: `sessions/<tenant>/<id>/<incarnation>/`. */
export const sessionsPrefix = 'sessions/'

/** What a session is named by in the store. */
export interface SessionFolder extends SessionRef {
  incarnation: string
}

/** Everything that a session owns; one of the same id that comes after it has another folder. */
export const sessionPrefix = ({ tenant, id, incarnation }: SessionFolder): string =>
  `${sessionsPrefix}${tenant}/${id}/${incarnation}/`

/** The session of a folder of an id, `sessions/<tenant>/<id>/`; null for one that is none. */
export const sessionOfFolder = (folder: string): SessionRef | null => jobNamed(folder, 1, 2, 4)

/** Prefix of all playbooks of a session. */
export const playbookPrefix = (session: SessionFolder): string => `${sessionPrefix(session)}playbook-`

/** A playbook as it was registered. */
export const playbookKey = (session: SessionFolder, version: number): string =>
  `${playbookPrefix(session)}${version}.json`

/** What the holder of a lease has left: the fence is part of the name, so that nobody overwrites the state of another. */
export const sessionStateKey = (session: SessionFolder, fence: number): string =>
  `${sessionPrefix(session)}state-${fence}.json`

/** States of sessions that calls began and nobody has used since, in folders of days. */
export const implicitSessionsPrefix = 'implicit-sessions/'

/** @param day of the call, `2026-11-22`. */
export const implicitSessionKey = (day: string, { tenant, id }: SessionRef): string =>
  `${implicitSessionsPrefix}${day}/${tenant}/${id}.json`
